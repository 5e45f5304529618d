import type { Locator, Page } from '@playwright/test';
import { button, failOneByOne, opened } from '../failing-calls.ts';
import { expect, type Portal, test, unique } from '../fixtures.ts';
import { openSession, webFormTemplate } from '../form-library.ts';
import { expectMessage } from '../notifications.ts';
import { emailTo } from '../server-data.ts';

/** A web form and this many link templates, created for one journey. */
async function templatesOf(owner: Portal, count: number): Promise<{ ids: number[]; names: string[] }> {
  const form = await webFormTemplate(owner, 'personal-info');
  const names = Array.from({ length: count - 1 }, () => unique('Bundled'));
  const ids = [form.id];
  for (const name of names) {
    const { id } = await owner.send('post', '/global-forms', {
      type: 'Link',
      form_name_agent: name,
      form_name_client: name,
      form_link_id: name,
      external_url: 'https://example.com/form',
    });
    ids.push(id);
  }
  return { ids, names: [form.form_name_agent, ...names] };
}

const openBundles = (page: Page) =>
  opened(page, 'Bundles', async () => {
    await page.goto('/crm/forms?view=templates');
    await button('More Options')(page);
    await button('Bundles')(page.getByRole('dialog', { name: 'Manage Forms' }));
  });

const formsOf = (page: Page) => page.getByRole('region', { name: 'Forms & Documents' });

test('a bundle is created once and sends four forms with one click, in at most five actions', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const { names } = await templatesOf(owner, 4);
  const name = unique('New Medicare client ');
  const email = `${unique('bundle')}@example.com`;
  const clientId = await owner.createClient({
    client_first_name: 'Ana',
    client_last_name: unique('Bundle'),
    primary_email: email,
  });
  const list = await openBundles(page);
  await list.getByRole('button', { name: 'New Bundle' }).click();
  const editor = page.getByRole('dialog', { name: 'New Bundle' });
  await editor.getByLabel('Bundle name').fill(name);
  for (const form of names) {
    await editor.getByRole('combobox', { name: 'Forms' }).fill(form);
    await page.getByRole('option', { name: form, exact: true }).click();
  }
  await editor.getByLabel('Bundle name').click();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expectMessage(page, `Bundle “${name}” was saved.`);
  await expect(list.getByText(names.join(', '))).toBeVisible();

  await page.goto(`/crm/clients/${clientId}`);
  let clickCount = 0;
  const click = async (on: Locator) => {
    clickCount += 1;
    await on.click();
  };
  await click(page.getByRole('button', { name: 'Start New Session' }));
  const dialog = page.getByRole('dialog', { name: 'Start New Session' });
  await click(dialog.getByText(name, { exact: true }));
  // From here on, the list of sessions, which determines the default name of the next one, loads late.
  const late = Promise.withResolvers<void>();
  await page.route(`**/api/clients/${clientId}/sessions`, async (route) => {
    await late.promise;
    await route.fallback();
  });
  await click(dialog.getByRole('button', { name: 'Start Session' }));
  await click(page.getByRole('button', { name: 'Email Link' }));
  await click(page.getByRole('button', { name: 'Send', exact: true }));
  await expectMessage(page, `The link is being sent to ${email}.`);
  expect(clickCount).toBeLessThanOrEqual(5);
  await expect(formsOf(page).getByRole('listitem')).toHaveCount(4);
  await emailTo(email);

  // The last used bundle is on top; the same forms are sent again with the keyboard alone.
  await page.getByRole('button', { name: 'Duplicate Session' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('group', { name: 'Bundles' }).getByText(/./).first()).toHaveText(name);
  for (const form of names)
    await expect(dialog.getByRole('checkbox', { name: form, exact: true })).toBeChecked();
  const first = page.url();
  await dialog.getByLabel('Session name').press('Enter');
  late.resolve();
  await expect(page).not.toHaveURL(first);
  await expect(page.getByRole('heading', { name: 'Session 2' })).toBeVisible();
  await expect(formsOf(page).getByRole('listitem')).toHaveCount(4);
});

test('the dialogs of bundles show the errors of failed calls', async ({ portalPage: page, owner }) => {
  test.slow();
  const { ids, names } = await templatesOf(owner, 2);
  const name = unique('Rejected');
  await owner.send('post', '/bundles', { name, form_ids: ids });
  const list = await openBundles(page);
  const message = 'Failed to save bundle. This call fails in a test.';
  await failOneByOne(page, list, [
    {
      dialog: 'New Bundle',
      open: button('New Bundle'),
      fill: async (dialog) => {
        await dialog.getByRole('combobox', { name: 'Forms' }).fill(names[1] ?? '');
        await page.getByRole('option', { name: names[1] ?? '', exact: true }).click();
        await dialog.getByLabel('Bundle name').fill(unique('Other'));
      },
      press: 'Save',
      message,
      where: 'inside',
    },
    {
      dialog: 'Edit Bundle',
      open: button(`Edit ${name}`),
      fill: async (dialog) => dialog.getByLabel('Bundle name').fill(unique('Other')),
      press: 'Save',
      message,
      where: 'inside',
    },
    {
      dialog: 'Delete Bundle',
      open: button(`Delete ${name}`),
      press: 'Delete',
      message: 'Failed to delete bundle. This call fails in a test.',
      where: 'inside',
    },
  ]);
  await button(`Delete ${name}`)(list);
  await button('Delete')(page.getByRole('dialog', { name: 'Delete Bundle' }));
  await expectMessage(page, `Bundle “${name}” was deleted.`);
  await expect(list.getByText(name, { exact: true })).toHaveCount(0);
});

test('the dialog shows an error when duplicating a session fails', async ({ portalPage: page, owner }) => {
  test.slow();
  const clientId = await owner.createClient({
    client_first_name: 'Ana',
    client_last_name: unique('Again'),
  });
  const session = await openSession(owner, clientId, [await webFormTemplate(owner, 'personal-info')]);
  await page.goto(`/crm/clients/${clientId}/sessions/${session.id}`);
  await failOneByOne(page, page, [
    {
      dialog: 'Start New Session',
      open: button('Duplicate Session'),
      fill: async (dialog) => dialog.getByLabel('Session name').fill(unique('Again')),
      press: 'Start Session',
      message: 'Failed to create session.',
      where: 'inside',
    },
  ]);
});
