import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/**/*.test.ts'],
    exclude: ['test/sdk/**', 'test/long/**'],
    testTimeout: 30_000,
    // Some tests end processes and cut sockets in real time; what fails twice in a row is a fault.
    retry: 1,
    pool: 'forks',
    reporters: ['default', './test/house/summary-reporter.ts'],
  },
});
