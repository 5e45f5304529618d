import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import type { Browser, Page } from '@playwright/test';
import { expect, type Portal, test, unique } from '../fixtures.ts';
import { openSession, webFormTemplate } from '../form-library.ts';
import { expectMessage } from '../notifications.ts';
import { emailTo, expireLinks } from '../server-data.ts';
import { FormFiller } from '../web-form.ts';

async function spanishClient(owner: Portal): Promise<{ id: number; email: string }> {
  const email = `${unique('rosa')}@example.com`;
  const id = await owner.createClient({
    client_first_name: 'Rosa',
    client_last_name: unique('Marin'),
    pref_lang: 'Spanish',
    primary_email: email,
  });
  return { id, email };
}

async function chooseForm(page: Page, clientId: number): Promise<void> {
  await page.goto(`/crm/clients/${clientId}`);
  await page.getByRole('button', { name: 'Get Form Link' }).click();
  await page
    .getByRole('menuitem')
    .filter({ hasText: /^Personal Information/ })
    .click();
}

test('a form filled in without a personal link becomes a client', async ({
  portalPage: page,
  owner,
  browser,
}) => {
  test.slow();
  const family = unique('Visitor');
  const form = await webFormTemplate(owner, 'personal-info');
  await page.goto('/crm/forms?view=folders');
  await page.getByRole('button', { name: `Get Form Link: ${form.form_name_agent}` }).click();
  const modal = page.getByRole('dialog', { name: 'Get Form Link' });
  await expect(modal.getByText('Accessible to anyone')).toBeVisible();
  await expect(modal.getByText('No expiration')).toBeVisible();
  await expect(modal.getByLabel('Link address')).not.toHaveValue('');
  const address = await modal.getByLabel('Link address').inputValue();
  expect(new URL(address).pathname).toBe('/forms/personal-info');

  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(address);
  const answers = sampleAnswers();
  answers.personalInfo = { ...answers.personalInfo, lastName: family };
  const filler = new FormFiller(visitor, 'en', answers);
  for (const step of filler.steps) {
    await filler.fillStep(step);
    await filler.continueForm();
  }
  await visitor.getByRole('button', { name: 'Send my answers' }).click();
  await expect(visitor.getByText('Thank you. Your form has been submitted.')).toBeVisible();
  await context.close();

  await page.goto(`/crm/forms?view=submissions&q=${family}`);
  await page
    .getByRole('table', { name: 'Submissions' })
    .getByRole('link', { name: form.form_name_agent })
    .click();
  await page.getByRole('button', { name: 'Manage', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add Client from Form' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Client from Form' });
  await expect(dialog.getByLabel('Last name')).toHaveValue(family);
  await expect(dialog.getByLabel('Email')).toHaveValue('rosa@example.test');
  await dialog.getByRole('button', { name: 'Add Client' }).click();
  await expect(page).toHaveURL(/\/crm\/clients\/\d+\/forms\/\d+$/);
  const clientId = /clients\/(\d+)/.exec(page.url())?.[1];
  const client = await owner.send('get', `/clients/${clientId}`);
  expect(client.data ?? client).toMatchObject({ client_first_name: 'Rosa', client_last_name: family });
  const { data } = await owner.send('get', `/clients/${clientId}/forms`);
  expect(data).toMatchObject([{ title: form.form_name_agent, is_completed: true }]);
  expect(data[0].progress_session_id).toMatch(/^TEMP_/);
});

test('an expired link shows a message to the visitor, and works again after the agent extends it', async ({
  portalPage: page,
  owner,
  browser,
}) => {
  const client = await spanishClient(owner);
  await chooseForm(page, client.id);
  const modal = page.getByRole('dialog', { name: 'Get Form Link' });
  await expect(modal.getByText(/^Expires /)).toBeVisible();
  await expect(modal.getByLabel('Link address')).not.toHaveValue('');
  const address = await modal.getByLabel('Link address').inputValue();
  await expireLinks(client.id);

  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(address);
  // The client prefers Spanish.
  await expect(
    visitor.getByRole('heading', { name: 'El enlace ha vencido. Solicite uno nuevo.' }),
  ).toBeVisible();
  await expect(visitor.getByRole('textbox')).toHaveCount(0);

  await chooseForm(page, client.id);
  await expect(modal.getByText('Link has expired. Please generate a new one.')).toBeVisible();
  await modal.getByRole('button', { name: 'Extend' }).click();
  await page.getByRole('menuitem', { name: '7 days' }).click();
  await expect(modal.getByText(/^Expires /)).toBeVisible();
  await expect(modal.getByLabel('Link address')).toHaveValue(address);

  await visitor.reload();
  await expect(visitor.getByRole('textbox').first()).toBeVisible();
  await context.close();
});

test('a new link uses the default expiration of the settings', async ({ portalPage: page, owner }) => {
  const client = await spanishClient(owner);
  await page.goto('/crm/forms?view=templates');
  await page.getByRole('button', { name: 'More Options' }).click();
  await page.getByRole('button', { name: /Change Settings/ }).click();
  const settings = page.getByRole('dialog', { name: 'Global Form Settings' });
  const days = settings.getByLabel('Default form expiration');
  await expect(days.locator('option').first()).toHaveText('1 day');
  await expect(days.locator('option').last()).toHaveText('30 days');
  await days.selectOption('3 days');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expectMessage(page, 'Settings saved.');

  const response = page.waitForResponse('**/api/secure-access/client-new');
  await chooseForm(page, client.id);
  const { data } = await (await response).json();
  const hours = (Date.parse(data.expiresAt) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(72);
  await owner.send('put', '/global-settings', { default_form_expiration_days: 7 });
});

test('the link of a session is emailed in the language of the client and logged', async ({
  portalPage: page,
  owner,
}) => {
  const client = await spanishClient(owner);
  const session = await openSession(owner, client.id, [await webFormTemplate(owner, 'personal-info')]);
  await page.goto(`/crm/clients/${client.id}/sessions/${session.id}`);
  const link = page.getByRole('region', { name: 'Send to client' });
  await link.getByRole('button', { name: 'Email Link' }).click();
  await expect(link.getByRole('textbox', { name: 'To' })).toHaveValue(client.email);
  await expect(link.getByText('The email is written in Spanish.')).toBeVisible();
  await link.getByLabel('Message (optional)').fill('Hasta mañana');
  await link.getByRole('button', { name: 'Send' }).click();
  await expect(link.getByRole('list', { name: 'Emails' })).toContainText(` emailed to ${client.email}`);

  const email = await emailTo(client.email);
  expect(email.text).toContain('Hola, Rosa:');
  expect(email.text).toContain('Hasta mañana');
  expect(email.text).toContain('Este enlace funciona hasta el');
  expect(email.text).toContain(await link.getByLabel('Link address').inputValue());
});

test('every browser asks for the passcode of a session once, on the session page or at a form link', async ({
  owner,
  browser,
}) => {
  const client_id = await owner.createClient({ client_first_name: 'Rosa' });
  const body = { client_id, session_type: 'Locked', passcode: '2468' };
  const { id: session_id } = await owner.send('post', '/session', body);
  await owner.send('post', '/sessionforms', { session_id, source_template_id: 'personal-info' });
  const { url } = await owner.send('post', `/session/${session_id}/generate-token`, {});

  const known = await browser.newContext();
  const visitor = await known.newPage();
  await visitor.goto(url);
  await visitor.getByLabel('Passcode').fill('1357');
  await visitor.getByRole('button', { name: 'Open my forms' }).click();
  await expect(visitor.getByText(/That passcode isn’t correct/)).toBeVisible();
  await visitor.getByLabel('Passcode').fill('2468');
  await visitor.getByRole('button', { name: 'Open my forms' }).click();
  await visitor.getByRole('button', { name: /^Fill in/ }).click();
  await expect(visitor).toHaveURL(/\/forms\/personal-info\//);
  await expect(visitor.getByRole('textbox').first()).toBeVisible();
  const address = visitor.url();
  const tab = await known.newPage();
  await tab.goto(address);
  await expect(tab.getByRole('textbox').first()).toBeVisible();
  await expect(tab.getByLabel('Passcode')).toHaveCount(0);
  await known.close();

  const elsewhere = await browser.newContext();
  const stranger = await elsewhere.newPage();
  await stranger.goto(address);
  await expect(stranger.getByRole('heading', { name: 'These forms are protected' })).toBeVisible();
  await stranger.getByLabel('Passcode').fill('2468');
  await stranger.getByRole('button', { name: 'Open my forms' }).click();
  await expect(stranger.getByLabel('Passcode')).toHaveCount(0);
  await expect(stranger.getByRole('textbox').first()).toBeVisible();
  await elsewhere.close();
  await blockCookies(browser, address);
});

/** A browser that blocks cookies loses the passcode before it requests the form; it explains this instead of asking again. */
async function blockCookies(browser: Browser, address: string): Promise<void> {
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.route('**/api/secure-access/validate', async (route) => {
    await context.clearCookies();
    await route.continue();
  });
  await visitor.goto(address);
  const notStored = visitor.getByText(/this browser didn’t save it\. Please allow cookies/);
  await expect(visitor.getByLabel('Passcode')).toBeVisible();
  await expect(notStored).toHaveCount(0);
  await visitor.getByLabel('Passcode').fill('2468');
  await visitor.getByRole('button', { name: 'Open my forms' }).click();
  await expect(notStored).toBeVisible();
  await context.close();
}
