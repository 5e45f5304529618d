import { defineConfig } from 'vitest/config';

/** The limits end what hangs; they do not judge how busy a machine is. */
const PATIENCE_MS = 300_000;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'contract',
          include: ['contract/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'server',
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
