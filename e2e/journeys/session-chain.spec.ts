import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import type { Page } from '@playwright/test';
import { isSealIntact, verifySeal } from '../../server/src/providers/esign/builtin/testing/verify-seal.ts';
import { expect, test, unique } from '../fixtures.ts';
import { uploadSample, webFormTemplate } from '../form-library.ts';
import { openPhone } from '../open-phone.ts';
import { codeOnScreen } from '../screen-code.ts';
import { SigningScreen } from '../signing-screen.ts';
import { FormFiller } from '../web-form.ts';

const PDFSIG = '/usr/bin/pdfsig';

/** $250 for the agreement, $500 for the plan, $300 for the package, which is charged only with the plan; 7 % tax. */
const TOTAL = '$1,123.50';

async function syncTemplates(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More Options' }).click();
  await page.getByRole('button', { name: /Sync Templates/ }).click();
  const result = page.getByRole('dialog', { name: 'Templates Synced Successfully' });
  await expect(result).toContainText(/Successfully synced \d+ template\(s\), \d+ with preview documents/);
  await result.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function setPrices(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Search form templates' }).fill(name);
  await page.getByRole('button', { name, exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Form Details' });
  await editor.getByLabel('Base cost').fill('250');
  await editor.getByLabel('Price of Financial plan').fill('500');
  await editor.getByLabel('Price of Complete').fill('300');
  await editor.getByLabel('Required check box of Planning package').selectOption('Financial plan');
  await editor.getByRole('switch', { name: 'Include sales tax (7%)' }).check();
  const example = editor.getByRole('region', { name: 'Price example' });
  await example.getByRole('combobox', { name: 'Planning package' }).selectOption('Complete');
  await expect(example.getByText('$267.50')).toBeVisible();
  await example.getByRole('checkbox', { name: 'Financial plan' }).check();
  await expect(example.getByText(TOTAL)).toBeVisible();
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor).toHaveCount(0);
}

async function startSession(page: Page, clientId: number, forms: readonly string[]): Promise<void> {
  await page.goto(`/crm/clients/${clientId}`);
  await page.getByRole('button', { name: 'Start New Session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start New Session' });
  await dialog.getByLabel('Session name').fill('Annual review');
  for (const name of forms) {
    await dialog.getByPlaceholder('Search forms').fill(name);
    await dialog.getByRole('checkbox', { name, exact: true }).check();
  }
  await dialog.getByRole('button', { name: 'Start Session' }).click();
  await expect(page.getByRole('heading', { name: 'Annual review' })).toBeVisible();
}

async function signAsAdvisor(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Sign as Advisor: ${name}` }).click();
  const screen = new SigningScreen(page.frameLocator('iframe'), 'en');
  await screen.consent();
  await screen.typeSignature();
  await screen.finish();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function signOnPhone(phone: Page, name: string): Promise<void> {
  await phone
    .getByRole('article', { name })
    .getByRole('button', { name: /^Firmar/ })
    .tap();
  const screen = new SigningScreen(phone, 'es');
  await screen.consent();
  await screen.walk(phone, { 'Financial plan': true, 'Planning package': 'Complete' });
  await expect(phone.getByText('Total con sus opciones')).toContainText('Total');
  await expect(phone.getByText(TOTAL)).toBeVisible();
  await screen.finish();
  await expect(phone.getByText('Hemos recibido su firma.')).toBeVisible();
  await phone.getByRole('link', { name: 'Volver a todos sus formularios' }).tap();
}

async function fillOnPhone(phone: Page, template: Template): Promise<void> {
  await phone
    .getByRole('article', { name: template.form_name_client_es })
    .getByRole('button', { name: /^Llenar/ })
    .tap();
  const filler = new FormFiller(phone, 'es');
  for (const step of filler.steps) {
    await filler.fillStep(step);
    await filler.continueForm();
  }
  await phone.getByRole('button', { name: 'Enviar mis respuestas' }).tap();
  await expect(phone.getByRole('heading', { name: /Gracias/ })).toBeVisible();
}

async function downloadDocument(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: new RegExp(`\\d\\. ${name}$`) }).click();
  const dialog = page.getByRole('dialog', { name });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  return (await download).path();
}

async function checkSeal(path: string): Promise<void> {
  const file = await readFile(path);
  expect(verifySeal(file)).toMatchObject({
    coversFullFile: true,
    digestMatches: true,
    signatureIsValid: true,
    namesCertificate: true,
  });
  const changed = Buffer.from(file);
  changed[500] = (changed[500] ?? 0) ^ 1;
  expect(isSealIntact(changed)).toBe(false);
  if (!existsSync(PDFSIG)) return;
  const { stdout } = await promisify(execFile)(PDFSIG, ['-nocert', path]);
  expect(stdout).toContain('Signature is Valid.');
  expect(stdout).toContain('Total document signed');
}

test('a client opens a session by QR code, signs a priced agreement and fills in a form on a phone in Spanish, and the agent downloads the sealed document', async ({
  portalPage: page,
  owner,
  browser,
}) => {
  test.slow();
  const name = await uploadSample(owner, 'Advisory Agreement');
  const form = await webFormTemplate(owner, 'personal-info');
  const clientId = await owner.createClient({
    client_first_name: 'Rosa',
    client_last_name: unique('Marin'),
    pref_lang: 'Spanish',
  });
  await page.goto('/crm/forms?view=templates');
  await syncTemplates(page);
  await setPrices(page, name);

  await startSession(page, clientId, [name, form.form_name_agent]);
  const session = page.getByRole('region', { name: 'Session', exact: true });
  await expect(session.getByText('Pending Agent Signature')).toBeVisible();
  await signAsAdvisor(page, name);
  await expect(session.getByText('Pending Client Signature')).toBeVisible();

  await page.getByRole('button', { name: 'Show QR Code' }).click();
  await page.getByRole('img', { name: /^QR code/ }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Download QR Code' })).toBeEnabled();
  const link = page.getByLabel('Link address');
  await expect(link).not.toHaveValue('');
  const address = await link.inputValue();
  await expect(async () => expect(await codeOnScreen(page)).toBe(address)).toPass();

  const phone = await openPhone(browser, { locale: 'es-US', deviceScaleFactor: 2 });
  await phone.goto(address);
  await expect(phone.getByRole('heading', { name: 'Hola, Rosa' })).toBeVisible();
  await expect(phone.getByText('Faltan 2 de 2')).toBeVisible();
  await signOnPhone(phone, name);
  await expect(phone.getByText(/^Faltan? 1 de 2$/)).toBeVisible();
  await expect(phone.getByRole('region', { name: 'Costos' })).toContainText(TOTAL);

  const payment = page.getByRole('region', { name: 'Payment Information' });
  await expect(payment.getByText(TOTAL)).toBeVisible();
  await expect(payment.getByText('Forms in Progress')).toBeVisible();
  await fillOnPhone(phone, form);
  await expect(session.getByText('Forms Signed - Pending Payment')).toBeVisible();
  await expect(payment.getByText('Payment Pending')).toBeVisible();
  await phone.context().close();

  await checkSeal(await downloadDocument(page, name));
});
