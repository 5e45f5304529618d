import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './scripts/test-folder.ts';

keepTemporaryFilesInMemory();

/** Generous limits: they end hanging tests but do not fail slow ones on a busy machine. */
const TIMEOUT_MS = 300_000;
/** The flag of `npm start` against a crash in Node 24 (decision 101): tests start and end many workers. */
const NODE_FLAGS = ['--no-wasm-code-gc'];

/**
 * Modules of the product contain only state that may be shared (compiled schemas, dictionaries, chunks), so test files
 * share processes, and each process loads the product once. Tests spy only on the app of their own file. A file that replaces a
 * module runs isolated and is named *.alone.test.tsx.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'contract',
          isolate: false,
          execArgv: NODE_FLAGS,
          include: ['{contract,host,postgres,fakes}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          execArgv: NODE_FLAGS,
          include: ['server/src/**/*.test.ts'],
          alias: {
            '@node-rs/argon2': path.resolve(import.meta.dirname, 'server/src/testing/quick-argon2.ts'),
          },
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
    // More than the cores of a small machine: tests wait for databases, servers and timers.
    maxWorkers: 3,
  },
});
