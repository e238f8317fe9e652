import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * Rooms whose tests only call functions: one process runs many of their files, which loads the catalogue and the
 * engines once instead of once for each file.
 */
const PURE_ROOMS = [
  'build',
  'catalogue',
  'core',
  'docgen',
  'house',
  'onchain',
  'orders',
  'paper',
  'request',
  'sandbox/engine',
  'sandbox/funds',
  'sandbox/gate',
  'sandbox/margin',
  'sandbox/options',
  'sandbox/oracle',
  'signing',
  'thesis',
].map((room) => `test/${room}/**/*.test.ts`);
const EXCLUDED = ['test/sdk/**', 'test/long/**'];

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    projects: [
      { extends: true, test: { name: 'pure', include: PURE_ROOMS, exclude: EXCLUDED, isolate: false } },
      {
        extends: true,
        test: { name: 'isolated', include: ['test/**/*.test.ts'], exclude: [...PURE_ROOMS, ...EXCLUDED] },
      },
    ],
    testTimeout: 30_000,
    tags: [
      {
        name: 'real-time',
        description: 'Ends processes or cuts sockets in real time, at the mercy of the scheduler.',
        retry: 1,
      },
    ],
    pool: 'forks',
    // One worker for each core; by default one core is left to a watching developer.
    maxWorkers: '100%',
    reporters: ['default', './test/house/summary-reporter.ts'],
  },
});
