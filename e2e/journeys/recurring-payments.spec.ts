import { dateDisplay, dateShort } from '@ledgerline/contract/rules';
import type { Locator, Page } from '@playwright/test';
import { calendarDay } from '../../server/src/platform/clock.ts';
import { expect, type Portal, test, unique } from '../fixtures.ts';
import { InvoiceForm, invoiceRow } from '../invoice-form.ts';
import { expectMessage } from '../notifications.ts';
import { emailsTo, passMonths, runJobs } from '../server-data.ts';

/** The first of a month, counted from the current one in the server’s time zone, New York. */
function firstOf(month: number): string {
  const today = calendarDay(new Date(), 'America/New_York');
  const first = new Date(`${today.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + month);
  return first.toISOString().slice(0, 10);
}

/** Creates and sends a monthly invoice whose first payment is due on the first of next month. */
async function createMonthlyInvoice(page: Page, title: string, client: string): Promise<void> {
  await page.goto(`/crm/payments?q=${title}`);
  await page.getByRole('button', { name: 'New Invoice' }).first().click();
  const form = new InvoiceForm(page, 'New Invoice');
  await form.dialog.getByLabel('Title').fill(title);
  await form.chooseClient(client);
  await form.chooseAccount('BFA');
  await form.dialog.getByLabel('Due date').fill(dateDisplay(firstOf(1)));
  await form.fillLines([{ description: 'Advice', quantity: '1', price: '75' }]);
  await form.dialog.getByRole('switch', { name: 'Send immediately' }).check();
  await form.dialog.getByRole('switch', { name: 'Recurring invoice' }).check();
  await form.dialog.getByLabel('Frequency').selectOption('Monthly');
  await form.dialog.getByLabel('Interval').fill('0');
  await form.submit('Create and Send Invoice and Schedule');
  await expect(form.dialog.getByText('must be at least 1')).toBeVisible();
  await form.dialog.getByLabel('Interval').fill('1');
  const coming = form.dialog.getByRole('group', { name: 'Upcoming invoices' });
  await expect(coming.getByRole('listitem').first()).toHaveText(dateDisplay(firstOf(2)));
  await expect(coming.getByRole('listitem').nth(1)).toHaveText(dateDisplay(firstOf(3)));
  // The summary is beside the button, however long the form above is.
  await expect(form.dialog.getByRole('status', { name: 'Summary' })).toHaveText(
    `$75.00 due ${dateShort(firstOf(1))}, then every month until cancelled; next invoice on ${dateShort(firstOf(2))}`,
  );
  await expect(form.dialog.getByRole('status', { name: 'Summary' })).toBeInViewport();
  await form.submit('Create and Send Invoice and Schedule');
  await expect(form.dialog).toHaveCount(0);
  await expect(invoiceRow(page, title)).toContainText('$75.00');
}

async function scheduleId(owner: Portal, title: string): Promise<number> {
  const { data } = await owner.send('get', `/invoices?q=${title}`);
  return data[0].recurring_payment_id;
}

async function performAction(page: Page, schedule: Locator, action: string, message: string) {
  await schedule.getByRole('button', { name: new RegExp(`^${action}: `) }).click();
  await expectMessage(page, message);
}

test('a monthly invoice is repeated once on its due date, then paused, resumed and cancelled', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const family = unique('Monthly');
  const email = `${family}@example.com`.toLowerCase();
  const title = unique('Retainer');
  await owner.createClient({ client_first_name: 'Mona', client_last_name: family, primary_email: email });
  await createMonthlyInvoice(page, title, `Mona ${family}`);
  const id = await scheduleId(owner, title);

  await page.goto('/crm/recurring-payments');
  const schedule = page.getByRole('listitem').filter({ hasText: title });
  await expect(schedule).toContainText(`Mona ${family}`);
  await expect(schedule).toContainText('$75.00');
  await expect(schedule).toContainText('monthly · BFA');
  await expect(schedule).toContainText(`Next: ${dateShort(firstOf(2))}`);
  await expect(schedule).not.toContainText('payments made');
  const [first] = (await owner.send('get', `/invoices?q=${title}`)).data;
  const paid_on = calendarDay(new Date(), 'America/New_York');
  const money = { amount_cents: 7500, payment_method: 'check', paid_on };
  await owner.send('post', `/invoices/${first.id}/payments`, money);
  await expect(schedule).toContainText('1 payments made');
  await expect(schedule.getByText('Active', { exact: true })).toBeVisible();

  await passMonths(id, 2);
  await runJobs('recurring-run', 2);
  await expect(schedule).toContainText(`Next: ${dateShort(firstOf(1))}`);
  await expect(schedule).toContainText('1 payments made');
  await runJobs('recurring-run', 1);
  // The two invoices, and the receipt for the payment.
  await expect.poll(async () => (await emailsTo(email)).length).toBe(3);
  const invoices = async () => (await owner.send('get', `/invoices?q=${title}`)).data;
  expect(await invoices()).toHaveLength(2);

  await performAction(
    page,
    schedule,
    'Pause',
    'Payment PausedRecurring payment has been paused successfully.',
  );
  await expect(schedule.getByText('Paused', { exact: true })).toBeVisible();
  await expect(schedule.getByRole('button', { name: /^Pause: / })).toHaveCount(0);
  await passMonths(id, 1);
  await runJobs('recurring-run', 1);
  expect(await invoices()).toHaveLength(2);
  await performAction(
    page,
    schedule,
    'Resume',
    'Payment ResumedRecurring payment has been resumed successfully.',
  );
  await expect(schedule.getByText('Active', { exact: true })).toBeVisible();

  await schedule.getByRole('button', { name: /^Cancel: / }).click();
  const confirmation = page.getByRole('dialog', { name: 'Cancel Recurring Payment' });
  await expect(
    confirmation.getByText(
      'Are you sure you want to cancel this recurring payment? This action cannot be undone.',
      {
        exact: true,
      },
    ),
  ).toBeVisible();
  await confirmation.getByRole('button', { name: 'Keep Active' }).click();
  await expect(confirmation).toHaveCount(0);
  await expect(schedule.getByText('Active', { exact: true })).toBeVisible();
  await schedule.getByRole('button', { name: /^Cancel: / }).click();
  await confirmation.getByRole('button', { name: 'Yes, Cancel' }).click();
  await expectMessage(page, 'Payment CancelledRecurring payment has been cancelled successfully.');
  await expect(schedule.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(schedule).toContainText('Next: —');

  await page.goto(`/crm/payments?q=${title}`);
  await expect(invoiceRow(page, title)).toHaveCount(2);
  await expect(invoiceRow(page, title).getByText('Sent', { exact: true })).toHaveCount(1);
  await expect(invoiceRow(page, title).getByText('Paid', { exact: true })).toHaveCount(1);
});
