import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { keepTemporaryFilesInMemory } from '../scripts/test-folder.ts';
import { browserLaunch } from './browser.ts';
import { freePort } from './free-port.ts';

keepTemporaryFilesInMemory();

/** Settings of the server under test; the workers inherit both, and find emails and the database in the folder. */
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'ledgerline-e2e-'));
const reportFile = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

export default defineConfig({
  testDir: './journeys',
  outputDir: './results',
  fullyParallel: true,
  workers: 2,
  // Far more than an idle machine needs: the timeouts end what hangs, they do not fail a test on a busy machine.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ...(reportFile ? [['json', { outputFile: reportFile }] as const] : [])],
  use: {
    baseURL: `http://127.0.0.1:${process.env.E2E_PORT}`,
    // A click on an element that never appears fails like an expectation, not with the timeout of the entire journey.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    // A failed journey stores a screenshot and an outline of the page; `--trace retain-on-failure` also records its steps,
    // which makes all journeys 10% slower.
    screenshot: 'only-on-failure',
    timezoneId: 'America/New_York',
    launchOptions: await browserLaunch(),
    // Every click waits until an animation ends, and no journey checks animations.
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
  },
  webServer: {
    command: 'node --no-wasm-code-gc e2e/server.ts',
    cwd: '..',
    url: `http://127.0.0.1:${process.env.E2E_PORT}/api/status`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { E2E_PORT: process.env.E2E_PORT, E2E_DATA_DIR: process.env.E2E_DATA_DIR },
  },
});
