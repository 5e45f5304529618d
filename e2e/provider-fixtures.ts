import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Fakes, startFakes } from '../scripts/demo/fakes.ts';
import { test as base, expect } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { START_MS, startServer } from './second-server.ts';

/** The fakes of DocuSign and Square of this worker, and the address of the server that uses them. */
interface ProviderServer extends Fakes {
  url: string;
}

/** A second server that uses fakes of the real providers, for the journeys that need it. */
export const test = base.extend<{ checked: undefined }, { external: ProviderServer }>({
  external: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
    async ({}, use) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerline-e2e-providers-'));
      const fakes = await startFakes(dataDir, url);
      const before = process.env.E2E_DATA_DIR;
      process.env.E2E_DATA_DIR = dataDir;
      const stop = await startServer(url, { ...fakes.environment, E2E_PORT: String(port) });
      fakes.connect();
      await use({ ...fakes, url });
      await stop();
      await Promise.all([fakes.docusign.stop(), fakes.square.stop()]);
      await rm(dataDir, { recursive: true, force: true });
      process.env.E2E_DATA_DIR = before;
    },
    { scope: 'worker', timeout: START_MS * 2 },
  ],
  serverUrl: [async ({ external }, use) => use(external.url), { scope: 'worker' }],
  checked: [
    async ({ external: { docusign, square } }, use) => {
      await use(undefined);
      expect([...docusign.http.violations, ...docusign.ignored, ...square.http.violations]).toEqual([]);
    },
    { auto: true },
  ],
});
