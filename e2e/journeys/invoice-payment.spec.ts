import type { Page } from '@playwright/test';
import { expect, type Portal, test, unique } from '../fixtures.ts';
import { openSession, sessionPagePath, signingTemplate } from '../form-library.ts';
import { InvoiceForm, invoiceRow } from '../invoice-form.ts';
import { expectMessage, toastsWith } from '../notifications.ts';
import { openPhone } from '../open-phone.ts';
import { SigningScreen } from '../signing-screen.ts';

/** A session with one form, which costs $107.00 with tax. */
async function pricedSession(owner: Portal, clientId: number) {
  const template = await signingTemplate(owner, 'HIPAA Authorization');
  await owner.send('put', `/global-forms/${template.id}`, {
    base_cost: 100,
    include_sales_tax: true,
    square_account: 'BFA',
  });
  const { id } = await openSession(owner, clientId, [template]);
  return { id, formName: template.form_name_client };
}

async function signOnPhone(phone: Page, name: string): Promise<void> {
  await phone.getByRole('article', { name }).getByRole('button', { name: /^Sign/ }).tap();
  const screen = new SigningScreen(phone, 'en');
  await screen.consent();
  await screen.walk(phone, { 'Claims and billing': true, 'This authorization is valid for': '12 months' });
  await screen.finish();
  await expect(phone.getByText('Your signature has been received.')).toBeVisible();
}

/** Creates an invoice for the session and opens it; returns its reference, which is its id while it has no number. */
async function invoiceOfSession(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create Invoice' }).click();
  const form = new InvoiceForm(page, 'Create Invoice');
  await form.expectTotals({ Subtotal: '$100.00', 'Tax (7%)': '$7.00', Total: '$107.00' });
  await expect(form.dialog.getByRole('radio', { name: /^BFA/ })).toBeChecked();
  await form.submit('Create Invoice');
  const invoices = page.getByRole('region', { name: 'Payment Information' }).getByRole('region', {
    name: 'Invoices',
  });
  await expect(invoices).toContainText('No number yet · draft');
  const [reference = ''] = (await invoices.getByRole('link').getAttribute('href'))?.match(/\d+$/) ?? [];
  await expectMessage(page, `Invoice ${reference} was created.`);
  await invoices.getByRole('link').click();
  await expect(page.getByRole('dialog', { name: `Invoice ${reference}` })).toBeVisible();
  return reference;
}

/** Generates the link and returns it; the response is delayed until every progress step was shown as done. */
async function generateLink(page: Page, reference: string): Promise<string> {
  const { promise: seen, resolve: letAnswer } = Promise.withResolvers<void>();
  await page.route('**/generate-link', async (route) => {
    const response = await route.fetch();
    await seen;
    await route.fulfill({ response });
  });
  await page
    .getByRole('dialog', { name: `Invoice ${reference}` })
    .getByRole('button', { name: 'Generate Payment Link' })
    .click();
  const working = page.getByRole('dialog', { name: 'Generating Payment Link...' });
  await expect(working.getByRole('listitem')).toHaveText([
    'Creating provider customer',
    'Creating order',
    'Publishing invoice',
    'Generating payment URL',
  ]);
  await expect(working.getByRole('img', { name: 'Done' })).toHaveCount(4);
  letAnswer();
  const ready = page.getByRole('dialog', { name: 'Payment Link Ready' });
  await expect(ready.getByRole('status')).toHaveText('The link was copied to the clipboard.');
  const address = await ready.getByRole('textbox', { name: 'Payment link' }).inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await ready.getByRole('button', { name: 'Done' }).click();
  await expect(ready).toHaveCount(0);
  return address;
}

test('an invoice of a signed session is paid at its link in two parts, and the open screen updates live', async ({
  portalPage: page,
  owner,
  browser,
}) => {
  test.slow();
  const family = unique('Payer');
  const clientId = await owner.createClient({
    client_first_name: 'Paula',
    client_last_name: family,
    dob: '1980-04-02',
    primary_email: `${family}@example.com`.toLowerCase(),
  });
  const { id: sessionId, formName } = await pricedSession(owner, clientId);
  const phone = await openPhone(browser);
  await phone.goto(await sessionPagePath(owner, sessionId));
  await signOnPhone(phone, formName);

  const sessionAddress = `/crm/clients/${clientId}/sessions/${sessionId}`;
  await page.goto(sessionAddress);
  const session = page.getByRole('region', { name: 'Session', exact: true });
  await expect(session.getByText('Forms Signed - Pending Payment')).toBeVisible();
  const reference = await invoiceOfSession(page);
  const address = await generateLink(page, reference);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`/crm/payments?q=${family}`);
  const row = invoiceRow(page, family);
  await expect(row).toContainText('0%');
  const agentsSession = await page.context().newPage();
  await agentsSession.goto(sessionAddress);

  await phone.goto(address);
  await expect(phone.getByText('TEST MODE', { exact: true })).toBeVisible();
  await expect(phone.getByText(`Invoice ${reference}`)).toBeVisible();
  await phone.getByRole('radio', { name: 'Only part of it is paid' }).check();
  await phone.getByLabel('Amount to pay').fill('40');
  await phone.getByRole('button', { name: 'Pay $40.00' }).tap();
  await expect(phone.getByText(/received \$40\.00 .* Balance due: \$67\.00\./)).toBeVisible();
  await expect(row).toContainText('37%');
  await expect(row).toContainText('Partially paid');
  expect(toastsWith(page, 'Payment ReceivedInvoice ')).toEqual([]);
  const [number = ''] = (await row.innerText()).match(/INV-\d+/) ?? [];

  await phone.getByRole('button', { name: 'Pay the balance' }).tap();
  await phone.getByRole('button', { name: 'Pay $67.00' }).tap();
  await expect(phone.getByRole('heading', { name: 'Thank you. Your payment was received.' })).toBeVisible();
  await expect
    .poll(() => toastsWith(page, `Payment ReceivedInvoice ${number}`))
    .toEqual([`Payment ReceivedInvoice ${number} of Paula ${family} was paid: $107.00.`]);
  await expect(row).toContainText('100%');
  await expect(row.getByText('Paid', { exact: true })).toBeVisible();

  const status = agentsSession.getByRole('region', { name: 'Session', exact: true });
  await expect(status.getByText('Forms Signed - Payment Received')).toBeVisible();
  const payment = agentsSession.getByRole('region', { name: 'Payment Information' });
  await expect(payment.getByText('Payment Received')).toBeVisible();
  await expect(payment.getByText('Paid in full · $107.00')).toBeVisible();
  await expect(payment.getByRole('button', { name: `Open Invoice ${number}` })).toBeVisible();
  await expect(payment.getByRole('region', { name: 'Transactions' }).getByRole('listitem')).toHaveCount(2);
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'This invoice is already paid.' })).toBeVisible();
  await phone.context().close();
});
