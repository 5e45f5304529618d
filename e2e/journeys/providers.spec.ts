import type { ProviderState } from '@ledgerline/contract/providers/endpoints';
import type { Page } from '@playwright/test';
import type { Account } from '../../contract/src/rules.ts';
import { expect, type Portal, unique } from '../fixtures.ts';
import { invoiceRow } from '../invoice-form.ts';
import { expectMessage, toastsWith } from '../notifications.ts';
import { openPhone } from '../open-phone.ts';
import { test } from '../provider-fixtures.ts';
import { emailTo, runLastAttempts } from '../server-data.ts';

// All tests of this file share one server.
test.describe.configure({ mode: 'default' });

const AGREEMENT = 'Advisory Agreement';

/** $250 for the agreement, $500 for the plan, $300 for the package; 7 % tax. */
const TOTAL = '$1,123.50';

async function syncTemplates(page: Page): Promise<void> {
  await page.goto('/crm/forms?view=templates');
  await page.getByRole('button', { name: 'More Options' }).click();
  await page.getByRole('button', { name: /Sync Templates/ }).click();
  const result = page.getByRole('dialog', { name: 'Templates Synced Successfully' });
  await expect(result).toContainText('Successfully synced 3 template(s), 3 with preview documents');
  await result.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function setPrices(page: Page): Promise<void> {
  await page.getByRole('button', { name: AGREEMENT, exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Form Details' });
  await editor.getByLabel('Base cost').fill('250');
  await editor.getByLabel('Price of Financial plan').fill('500');
  await editor.getByLabel('Price of Complete').fill('300');
  await editor.getByRole('switch', { name: 'Include sales tax (7%)' }).check();
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor).toHaveCount(0);
}

async function startSession(page: Page, clientId: number): Promise<void> {
  await page.goto(`/crm/clients/${clientId}`);
  await page.getByRole('button', { name: 'Start New Session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start New Session' });
  await dialog.getByLabel('Session name').fill('Annual review');
  await dialog.getByRole('checkbox', { name: AGREEMENT, exact: true }).check();
  await dialog.getByRole('button', { name: 'Start Session' }).click();
  await expect(page.getByRole('heading', { name: 'Annual review' })).toBeVisible();
}

async function signAsAdvisor(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Sign as Advisor: ${AGREEMENT}` }).click();
  await expect(page.getByText('signs as Advisor')).toBeVisible();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Annual review' })).toBeVisible();
}

async function signOnPhone(phone: Page): Promise<void> {
  await phone.getByRole('article', { name: AGREEMENT }).getByRole('button', { name: /^Sign/ }).tap();
  await expect(phone.getByText('signs as Client')).toBeVisible();
  await expect(phone.getByLabel('client_first_name')).toHaveValue('Rosa');
  await phone.getByRole('checkbox', { name: 'Financial plan' }).check();
  await phone.getByRole('combobox', { name: 'Planning package' }).selectOption('Complete');
  await phone.getByRole('button', { name: 'Sign', exact: true }).tap();
  await expect(phone.getByText('Your signature has been received.')).toBeVisible();
}

test('a DocuSign template is priced and added to a session; advisor and client sign, and the agent sees document and price', async ({
  portalPage: page,
  owner,
  browser,
}) => {
  const clientId = await owner.createClient({
    client_first_name: 'Rosa',
    client_last_name: unique('Marin'),
  });
  await syncTemplates(page);
  await setPrices(page);
  await startSession(page, clientId);
  const session = page.getByRole('region', { name: 'Session', exact: true });
  await expect(session.getByText('Pending Agent Signature')).toBeVisible();
  await signAsAdvisor(page);
  await expect(session.getByText('Pending Client Signature')).toBeVisible();
  const link = page.getByLabel('Link address');
  await expect(link).not.toHaveValue('');
  const address = await link.inputValue();

  const phone = await openPhone(browser);
  await phone.goto(address);
  await expect(phone.getByRole('heading', { name: 'Hello Rosa' })).toBeVisible();
  await signOnPhone(phone);
  await phone.context().close();

  await expect(session.getByText('Forms Signed - Pending Payment')).toBeVisible();
  const payment = page.getByRole('region', { name: 'Payment Information' });
  await expect(payment.getByText(TOTAL)).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`\\d\\. ${AGREEMENT}$`) }).click();
  const dialog = page.getByRole('dialog', { name: AGREEMENT });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
});

/** Sends an invoice of $107.00 with tax by email; returns its reference and the link in the email. */
async function sentInvoice(owner: Portal, account: Account, title: string) {
  const family = unique('Payer');
  const email = `${family}@example.com`.toLowerCase();
  const customer_id = await owner.createClient({
    client_first_name: 'Paula',
    client_last_name: family,
    primary_email: email,
  });
  const line = { description: 'Planning hour', quantity: 1, unit_price_cents: 10_000 };
  const content = { title, square_account: account, is_tax_enabled: true, line_items: [line] };
  const { id } = await owner.send('post', '/invoices', { customer_id, ...content });
  const { data } = await owner.send('post', `/invoices/${id}/send-square-email`);
  const { text } = await emailTo(email);
  const [address = ''] = text.match(/http:\S+\/pay\/[\w-]+/) ?? [];
  return { reference: String(data.external_ref), address, name: `Paula ${family}` };
}

test('an invoice is paid in two parts on Square’s page, and the agent’s list updates live', async ({
  portalPage: page,
  owner,
  browser,
  external,
}) => {
  const { reference, address, name } = await sentInvoice(owner, 'BFA', unique('Plan'));
  await page.goto(`/crm/payments?q=${reference}`);
  const row = invoiceRow(page, reference);
  await expect(row).toContainText('0%');

  const phone = await openPhone(browser);
  await phone.goto(address);
  await expect(phone.getByRole('heading', { name: 'Fake Financial Advisors' })).toBeVisible();
  expect(new URL(phone.url()).origin).toBe(external.square.url);
  await expect(phone.getByRole('row', { name: /^Amount due/ })).toContainText('$107.00');
  await phone.getByLabel('Amount').fill('40');
  await phone.getByRole('button', { name: 'Pay Part' }).tap();
  await expect(phone.getByRole('row', { name: /^Amount due/ })).toContainText('$67.00');
  await expect(row).toContainText('Partially paid');
  await expect(row).toContainText('37%');
  expect(toastsWith(page, 'Payment Received')).toEqual([]);

  await phone.getByRole('button', { name: 'Pay in Full' }).tap();
  await expect(phone.getByText('No payment is due.')).toBeVisible();
  await expectMessage(page, `Payment ReceivedInvoice ${reference} of ${name} was paid: $107.00.`);
  await expect(row).toContainText('100%');
  await expect(row.getByText('Paid', { exact: true })).toBeVisible();
  await phone.goto(address);
  await expect(phone.getByRole('heading', { name: 'This invoice is already paid.' })).toBeVisible();
  await phone.context().close();
});

/** The number of provider events that are not processed yet. */
async function waitingEvents(owner: Portal): Promise<number> {
  const { data } = await owner.send('get', '/providers');
  return data.reduce((sum: number, part: ProviderState) => sum + (part.events_waiting ?? 0), 0);
}

test('while Square rejects the access token, a payment is parked with its reason; a developer replays it and it is recorded', async ({
  portalPage: page,
  owner,
  external: { square, url, connect },
}) => {
  const { reference } = await sentInvoice(owner, 'BFS', unique('Review'));
  const atSquare = square.merchant('BFS').invoices.find((each) => each.invoice_number === reference);
  await page.goto('/crm/status');
  const panel = page.getByRole('region', { name: 'Providers' });
  const account = panel.getByRole('row', { name: /^Payments BFS/ });
  await expect(account).toContainText('Square');
  await expect(account).toContainText('Working');
  await expect(panel.getByText(/^No failed events/)).toBeVisible();

  await expect.poll(() => square.outbox.waiting.length).toBe(0);
  await expect.poll(() => waitingEvents(owner)).toBe(0);
  square.setToken('BFS', 'revoked');
  square.outbox.stop();
  square.pay(atSquare?.id ?? '');
  // A payment has several events; only this one is delivered.
  const [paid] = square.outbox.drain('invoice.payment_made');
  square.outbox.drain();
  if (!paid) throw new Error('Square has no event to send');
  expect(await square.outbox.deliver(paid, url)).toBe(200);
  connect();
  await runLastAttempts();
  const replay = page.getByRole('button', { name: 'Replay invoice.payment_made of Payments BFS' });
  const event = panel.getByRole('listitem').filter({ has: replay });
  await expect(event).toContainText('401');
  await expect(account).toContainText('Failing');

  square.setToken('BFS', 'active');
  await replay.click();
  await expectMessage(page, 'The event is being tried again.');
  await expect(event).toHaveCount(0);
  await expect(account).toContainText('Working');
  await page.goto(`/crm/payments?q=${reference}`);
  await expect(invoiceRow(page, reference).getByText('Paid', { exact: true })).toBeVisible();
});
