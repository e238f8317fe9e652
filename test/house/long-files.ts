/**
 * Test files of many seconds, which begin before the others: one that began last would run on alone, with the other
 * workers idle. Files that compute alternate with files that wait for processes and streams, so that both cores have
 * work. The order says nothing else; a file that is missing here only makes a run longer.
 */
export const LONG_FILES = [
  'test/acceptance/journal/killed-orders.test.ts',
  'test/commands/catalogue.test.ts',
  'test/acceptance/streams/served-recording.test.ts',
  'test/wire/api-writes.test.ts',
  'test/acceptance/ws-api/session.test.ts',
  'test/acceptance/profiles/secret-canaries.test.ts',
  'test/acceptance/streams/slow-reader.test.ts',
  'test/state/budget-model.test.ts',
  'test/acceptance/sandbox/durability.test.ts',
  'test/sandbox/storage/checkpoint/exchange-checkpoint.test.ts',
  'test/sandbox/process/attach.test.ts',
  'test/sandbox/gate/catalogue-sweep.test.ts',
  'test/cli/policy-processes.test.ts',
  'test/stream-table/received.test.ts',
  'test/acceptance/streams/interface-today.test.ts',
  'test/wire/unproved-writes.test.ts',
  'test/acceptance/streams/market.test.ts',
  'test/sandbox/whole/operations.test.ts',
  'test/cli/binary.test.ts',
  'test/sandbox/storage/checkpoint/durable-checkpoint.test.ts',
  'test/sandbox/streams/futures-streams.test.ts',
  'test/sandbox/public-market.test.ts',
  'test/profile/processes.test.ts',
  'test/acceptance/command-line/reference.test.ts',
  'test/sandbox/storage/checkpoint/killed.test.ts',
  'test/sandbox/realism/realism.test.ts',
  'test/paper/storage/killed-writers.test.ts',
  'test/acceptance/ws-api/unconfirmed-calls.test.ts',
  'test/sandbox/options/model.test.ts',
  'test/sandbox/whole/answers.test.ts',
  'test/orders/chaos.test.ts',
];
