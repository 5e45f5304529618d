import { defineConfig } from 'vitest/config';

/** The limits end what hangs; they do not judge how busy a machine is. */
const TIMEOUT_MS = 300_000;

/**
 * The product keeps no state in modules but what may be shared (compiled schemas, dictionaries, chunks), so test files
 * share the processes and load it once in each; what a test spies on belongs to the app of its own file. A file that
 * replaces a whole module runs alone and says so in its name.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'contract',
          isolate: false,
          include: ['{contract,host,postgres,fakes}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
          expect: { poll: { timeout: TIMEOUT_MS / 5 } },
        },
      },
      {
        extends: './web/vitest.config.ts',
        root: './web',
        test: {
          name: 'web',
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['src/**/*.alone.test.tsx'],
        },
      },
      {
        extends: './web/vitest.config.ts',
        root: './web',
        test: { name: 'web-alone', include: ['src/**/*.alone.test.tsx'] },
      },
    ],
    maxWorkers: 2,
  },
});
