import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { OWNER } from '../accounts.ts';
import { test as base, expect } from '../fixtures.ts';
import { freePort } from '../free-port.ts';
import { START_MS, startServer } from '../second-server.ts';

/** A new, unused installation for this file. */
const test = base.extend<Record<never, never>, { emptyUrl: string }>({
  emptyUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
    async ({}, use) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerline-e2e-empty-'));
      const stop = await startServer(url, {
        ...{ E2E_PORT: String(port), E2E_DATA_DIR: dataDir },
        // No mail server.
        SMTP_URL: '',
      });
      await use(url);
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: START_MS },
  ],
  serverUrl: [async ({ emptyUrl }, use) => use(emptyUrl), { scope: 'worker' }],
});

test('the getting started list shrinks step by step, is dismissed and can be shown again', async ({
  page,
  owner,
  newAgent,
}) => {
  test.slow();
  await owner.signIn(page);
  await page.goto('/crm/today');
  const list = page.getByRole('region', { name: 'Getting started' });
  const item = (text: string) => list.getByRole('listitem').filter({ hasText: text });
  await expect(list.getByRole('listitem')).toHaveCount(7);
  await expectNoAccessibilityViolations(page, '/crm/today');

  await test.step('each item links to the screen where it is done', async () => {
    for (const [text, address] of [
      ['Set your web address', '/crm/status'],
      ['Connect a mail server', '/crm/settings/email'],
      ['Choose your own password', `/crm/agents/${owner.agent.id}`],
      ['Add a colleague', '/crm/agents/new'],
      ['Import your clients', '/crm/imports'],
      ['Create a form template', '/crm/forms'],
      ['Send your first form', '/crm/clients'],
    ] as const) {
      await item(text).getByRole('link').click();
      await expect(page).toHaveURL(new RegExp(`${address}$`));
      await page.goBack();
      await expect(list).toBeVisible();
    }
  });

  await test.step('items disappear live when they are done', async () => {
    const clientId = await owner.createClient({ client_first_name: 'Ada', client_last_name: 'First' });
    await expect(item('Import your clients')).toHaveCount(0);
    await newAgent();
    await expect(item('Add a colleague')).toHaveCount(0);
    await owner.send('post', '/global-forms', {
      type: 'Link',
      form_name_agent: 'Intake',
      form_name_client: 'Intake',
      form_link_id: 'intake',
      external_url: 'https://example.com/form',
    });
    await expect(item('Create a form template')).toHaveCount(0);
    await owner.send('post', '/secure-access/client-new', { formId: 'personal-info', clientId });
    await expect(item('Send your first form')).toHaveCount(0);
    await owner.send('put', `/agents/${owner.agent.id}/password`, {
      password: 'a password of mine',
      current_password: OWNER.password,
    });
    await expect(item('Choose your own password')).toHaveCount(0);
    await expect(list.getByRole('status')).toHaveText('5 of 7 done');
  });

  await list.getByRole('button', { name: 'Dismiss' }).click();
  await expect(list).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'More for Today' }).click();
  await expect(list).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Show Getting Started' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
});
