import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserLaunch } from './browser.ts';
import { freePort } from './free-port.ts';

/** Of the server under test; the workers inherit both, and look in the folder for mails and the database. */
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'ledgerline-e2e-'));
const reportFile = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

export default defineConfig({
  testDir: './journeys',
  outputDir: './results',
  fullyParallel: true,
  workers: 2,
  // Far more than a quiet machine takes: the limits end what hangs, they do not judge how busy a machine is.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ...(reportFile ? [['json', { outputFile: reportFile }] as const] : [])],
  use: {
    baseURL: `http://127.0.0.1:${process.env.E2E_PORT}`,
    // A click on what never comes ends like an expectation, not with the limit of the whole journey.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    // A failed journey leaves a picture and the page's outline; `--trace retain-on-failure` keeps its steps as well, which
    // makes all journeys a tenth slower.
    screenshot: 'only-on-failure',
    timezoneId: 'America/New_York',
    launchOptions: await browserLaunch(),
    // What glides is waited for at every click; the looks of movement are no journey's matter.
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
  },
  webServer: {
    command: 'node e2e/server.ts',
    cwd: '..',
    url: `http://127.0.0.1:${process.env.E2E_PORT}/api/status`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { E2E_PORT: process.env.E2E_PORT, E2E_DATA_DIR: process.env.E2E_DATA_DIR },
  },
});
