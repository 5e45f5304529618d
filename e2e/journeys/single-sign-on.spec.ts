import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type OidcServer, startOidcServer } from '../../fakes/src/identity/oidc-server.ts';
import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { test as base, expect } from '../fixtures.ts';
import { freePort } from '../free-port.ts';
import { START_MS, startServer } from '../second-server.ts';
import { leaveScreens } from '../server-data.ts';

interface Sso {
  url: string;
  provider: OidcServer;
}

/** A server with a real OpenID provider and passwords turned off. */
const test = base.extend<{ sso: Sso }>({
  sso: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
    async ({}, use) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerline-e2e-sso-'));
      const before = process.env.E2E_DATA_DIR;
      process.env.E2E_DATA_DIR = dataDir;
      const provider = await startOidcServer([`${url}/crm/sso`]);
      provider.accounts.set('olive', { email: 'olive@acme.test', email_verified: true });
      provider.accounts.set('stranger', { email: 'stranger@acme.test', email_verified: true });
      const stop = await startServer(url, {
        ...provider.settings,
        SSO_NAME: 'Acme',
        SSO_ONLY: 'true',
        OWNER_EMAIL: 'olive@acme.test',
        E2E_PORT: String(port),
      });
      await use({ url, provider });
      await stop();
      await provider.stop();
      await rm(dataDir, { recursive: true, force: true });
      process.env.E2E_DATA_DIR = before;
    },
    { timeout: START_MS * 2 },
  ],
});

const BUTTON = { name: 'Sign in with Acme' };

/** Signs in on the provider's page as one of its accounts. */
async function signInThere(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('an agent signs in, unlocks and signs out with single sign-on', async ({
  page,
  context,
  sso: { url, provider },
}) => {
  test.slow();
  await page.goto(`${url}/crm/agents/1`);
  await expect(page.getByRole('button', BUTTON)).toBeVisible();
  await expect(page.getByLabel('Username')).toBeHidden();
  await expectNoAccessibilityViolations(page, 'the sign-in page with passwords off');
  await page.getByRole('button', BUTTON).click();
  await signInThere(page, 'stranger');
  await expect(page.getByRole('alert')).toContainText('No account here matches your account at Acme');
  await context.clearCookies({ domain: '127.0.0.1', name: /^_session/ });

  await page.getByRole('button', BUTTON).click();
  await signInThere(page, 'olive');
  await expect(page.getByText('Signs in with Acme as olive@acme.test')).toBeVisible();
  expect(page.url()).toBe(`${url}/crm/agents/1`);
  await page.goBack();
  expect(page.url()).not.toContain('code=');
  await page.goto(`${url}/crm/agents/1`);

  const activityResponse = page.waitForResponse((response) => response.url().endsWith('/api/auth/activity'));
  await page.reload();
  await activityResponse;
  await page.getByLabel(/First name/).fill('Typed');
  await leaveScreens(1, 31);
  const other = await context.newPage();
  await other.goto(`${url}/crm/clients`);
  await page.bringToFront();
  const locked = page.getByRole('dialog', { name: 'Locked' });
  await expect(locked).toBeVisible();
  await other.close();
  const opening = page.waitForEvent('popup');
  await locked.getByRole('button', { name: 'Confirm with Acme' }).click();
  const popup = await opening;
  await signInThere(popup, 'olive');
  await expect(locked).toBeHidden();
  await expect(page.getByLabel(/First name/)).toHaveValue('Typed');
  if (!popup.isClosed()) await expect(popup.getByText('You can close this window.')).toBeVisible();

  await page.getByLabel(/First name/).fill('Brokerage');
  await page.getByRole('button', { name: /agent menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', BUTTON).click();
  // The provider asks for the password although its own session is still active.
  await expect(page.getByRole('heading', { name: 'Sign in to the identity provider' })).toBeVisible();

  provider.isDown = true;
  await page.goto(`${url}/crm/login`);
  await page.getByRole('button', { name: 'Sign in with an emergency password' }).click();
  await page.getByLabel('Username').fill('owner');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
});
