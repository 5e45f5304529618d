import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import { devices, type Page } from '@playwright/test';
import { expect, type Portal, test, unique } from '../fixtures.ts';
import { FormFiller } from '../web-form.ts';

const PHONE = devices['iPhone 13'];

/** Sends a form to the client and returns its link. */
async function sendForm(owner: Portal, clientId: number): Promise<string> {
  const body = { formId: 'personal-info', clientId };
  const { data } = await owner.send('post', '/secure-access/client-new', body);
  return new URL(data.formUrl).pathname;
}

async function copyLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Get Form Link' }).click();
  await page
    .getByRole('menuitem')
    .filter({ hasText: /personal info/i })
    .click();
  const modal = page.getByRole('dialog', { name: 'Get Form Link' });
  // Until the link has loaded, the button does not copy; "Copied!" disappears after 2 s, the sentence below stays.
  await expect(modal.getByRole('textbox', { name: 'Link address' })).not.toHaveValue('');
  await modal.getByRole('button', { name: 'Copy Link' }).click();
  await expect(modal.getByText('Link copied to clipboard!')).toBeVisible();
  await modal.getByRole('button', { name: 'Get QR Code' }).click();
  await expect(page.getByRole('button', { name: 'Download QR Code' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Download QR Code' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  return new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname;
}

/** Downloads and prints the answers. */
async function downloadAndPrint(page: Page): Promise<void> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);

  const print = page.getByRole('button', { name: 'Print' });
  await print.click();
  const sheet = page.locator('[data-print-sheet]');
  await expect(sheet).toHaveCount(1);
  await expect(sheet).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(sheet.getByRole('heading', { name: 'Medical History' })).toBeVisible();
  await expect(sheet.getByText('Metformin 500 mg, twice a day')).toBeVisible();
  await expect(sheet.getByText('••••6789')).toBeVisible();
  await expect(print).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}

test('an agent sends a form, the client fills it in on a phone in Spanish, and the agent reads the submission', async ({
  portalPage: page,
  owner,
  browser,
}) => {
  test.slow();
  const clientId = await owner.createClient({
    client_first_name: 'Rosa',
    client_last_name: unique('Marin'),
    pref_lang: 'Spanish',
  });
  await page.goto(`/crm/clients/${clientId}`);
  const address = await copyLink(page);

  const context = await browser.newContext({ ...PHONE, baseURL: new URL(page.url()).origin });
  const phone = await context.newPage();
  await phone.goto(address);
  const filler = new FormFiller(phone, 'es');
  for (const step of filler.steps) {
    await filler.fillStep(step);
    await filler.continueForm();
  }
  await phone.getByRole('button', { name: 'Enviar' }).click();
  await expect(phone.getByRole('heading', { name: /gracias/i })).toBeVisible();
  expect(await phone.evaluate(() => localStorage.getItem('jwt'))).toBeNull();
  await context.close();

  const forms = page.getByRole('region', { name: 'Forms' });
  await expect(forms.getByText('Completed')).toBeVisible();
  await forms
    .getByRole('link', { name: /personal info/i })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Medical History' })).toBeVisible();
  await expect(page.getByText('Metformin 500 mg, twice a day')).toBeVisible();
  await expect(page.getByText('000123456789')).toHaveCount(0);
  await expect(page.getByText('••••6789').first()).toBeVisible();
  await downloadAndPrint(page);

  // On a phone, the changes that can be applied to the client record have the width of the screen.
  await page.setViewportSize({ width: 390, height: 844 });
  const difference = page.getByRole('region', { name: 'New answers' }).locator('tbody tr').first();
  await expect
    .poll(() => difference.evaluate((row) => row.getBoundingClientRect().width))
    .toBeGreaterThan(250);
});

test('a form keeps its answers after a reload, and a tampered link is rejected', async ({ page, owner }) => {
  const clientId = await owner.createClient({ client_first_name: 'Rosa', client_last_name: unique('Marin') });
  const address = await sendForm(owner, clientId);
  await page.goto(address);
  const filler = new FormFiller(page, 'en');
  const [first, second] = filler.steps;
  if (!first || !second) throw new Error('the form has no steps');
  await filler.continueForm();
  await expect(page.getByRole('heading', { name: first.title.en })).toBeVisible();
  await filler.fillStep(first);
  await filler.continueForm();
  await expect(page.getByRole('heading', { name: second.title.en })).toBeVisible();
  // Waits for the message because the form also autosaves: a save response might belong to an earlier step.
  await expect(page.getByText('Your answers are saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: second.title.en })).toBeVisible();

  await page.goto(`${address.slice(0, -3)}abc`);
  await expect(page.getByText('Invalid or expired secure token.')).toBeVisible();
  await expect(page).not.toHaveURL(/login/);
});

test('a form without a token stores its answers in the browser and creates an anonymous submission', async ({
  page,
  owner,
}) => {
  test.slow();
  const family = unique('Visitor');
  const answers = sampleAnswers();
  answers.personalInfo = { ...answers.personalInfo, lastName: family };
  await page.goto('/forms/personal-info');
  const filler = new FormFiller(page, 'en', answers);
  for (const step of filler.steps) {
    await filler.fillStep(step);
    // Three beneficiaries are entered, but only the fields of one are shown.
    if (step.key === 'beneficiaries')
      await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveCount(1);
    await filler.continueForm();
  }
  await page.getByRole('button', { name: 'Send my answers' }).click();
  await expect(page.getByText('Thank you. Your form has been submitted.')).toBeVisible();
  const { data } = await owner.send('get', '/sessionforms/form/personal-info');
  const created = data.filter(({ last_name }: { last_name: string }) => last_name === family);
  expect(created).toMatchObject([{ client_id: null, is_completed: true, first_name: 'Rosa' }]);
});
