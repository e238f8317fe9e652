/**
 * Test files that get a process of their own. They replace modules of the program, which other files of the same process
 * would receive too, or measure a whole process.
 */
export const ISOLATED_FILES = [
  'test/acceptance/policy/other-permits.test.ts',
  'test/app/stream-sandbox.test.ts',
  'test/bench/smoke.test.ts',
  'test/faults/disk/fault-52-failed-sync.test.ts',
  'test/request/without-webassembly.test.ts',
  'test/thesis/known-faults.test.ts',
];
