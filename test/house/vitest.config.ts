import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/**/*.test.ts'],
    exclude: ['test/sdk/**', 'test/long/**'],
    testTimeout: 30_000,
    tags: [
      {
        name: 'real-time',
        description: 'Ends processes or cuts sockets in real time, at the mercy of the scheduler.',
        retry: 1,
      },
    ],
    pool: 'forks',
    reporters: ['default', './test/house/summary-reporter.ts'],
  },
});
