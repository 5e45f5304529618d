import { defineConfig } from 'vitest/config';

/** The limits end what hangs; they do not judge how busy a machine is. */
const PATIENCE_MS = 300_000;

/**
 * Rules and server keep no state in modules but what may be shared (compiled schemas, dictionaries), so their files share
 * the processes and load the product once in each; what a test spies on belongs to the app of its own file.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'contract',
          isolate: false,
          include: ['{contract,host,postgres,fakes}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          expect: { poll: { timeout: PATIENCE_MS / 5 } },
        },
      },
      './web/vitest.config.ts',
    ],
    maxWorkers: 2,
  },
});
