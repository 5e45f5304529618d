import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { guide } from './guide-files.ts';

/** What both parts of the browser's tests share; which files belong to which is said in the root's vitest.config.ts. */
export default defineConfig({
  plugins: [react(), guide()],
  test: {
    environment: 'jsdom',
    // The limit of the root counts for its own projects only.
    maxWorkers: 2,
    setupFiles: ['./src/testing/setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
