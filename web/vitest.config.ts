import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { guide } from './guide-files.ts';

/** Settings shared by both web test projects; the root vitest.config.ts assigns the files. */
export default defineConfig({
  plugins: [react(), guide()],
  test: {
    environment: 'jsdom',
    // The root's limit applies only to its own projects.
    maxWorkers: 3,
    setupFiles: ['./src/testing/setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
