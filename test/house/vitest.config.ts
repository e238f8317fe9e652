import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { compiledProgram } from './compiled-program.ts';
import { ISOLATED_FILES } from './isolated-files.ts';
import { LongFilesFirst } from './long-files-first.ts';
import { createMemoryFolder } from './memory-folder.ts';

/** Run by npm scripts of their own. */
const EXCLUDED = ['test/sdk/**', 'test/long/**'];
const folder = createMemoryFolder();
const root = fileURLToPath(new URL('../..', import.meta.url));

export default defineConfig({
  test: {
    root,
    projects: [
      { extends: true, test: { name: 'isolated', include: ISOLATED_FILES, exclude: EXCLUDED } },
      {
        extends: true,
        plugins: [compiledProgram(root)],
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...ISOLATED_FILES, ...EXCLUDED],
          // A worker loads and compiles the program once for all its files, which saves a third of the suite's CPU
          // time. No file can depend on another: modules of src/ hold no state but caches of constants.
          isolate: false,
        },
      },
    ],
    setupFiles: ['test/house/property-seed.ts'],
    sequence: { sequencer: LongFilesFirst },
    // Ends a test that hangs. It says nothing about speed: a busy machine may need many times as long as an idle one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    env: folder === undefined ? {} : { TMPDIR: folder },
    tags: [
      {
        name: 'real-time',
        description: 'Ends processes or cuts sockets in real time, at the mercy of the scheduler.',
        retry: 1,
      },
    ],
    pool: 'forks',
    // Two more than cores: some tests wait for sockets, for processes or for the real clock.
    maxWorkers: availableParallelism() + 2,
    reporters: ['default', './test/house/summary-reporter.ts'],
  },
});
