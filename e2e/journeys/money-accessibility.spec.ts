import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { expect, type Portal, test, unique } from '../fixtures.ts';
import { InvoiceForm, invoiceRow } from '../invoice-form.ts';

/** A monthly invoice with a payment link. */
async function monthlyInvoice(owner: Portal, title: string) {
  const family = unique('Axe');
  const customer_id = await owner.createClient({ client_first_name: 'Ada', client_last_name: family });
  const { id } = await owner.send('post', '/invoices', {
    title,
    customer_id,
    square_account: 'BFS',
    full_name: `Ada ${family}`,
    email: `${family}@example.com`,
    line_items: [{ description: 'Advice', quantity: 1.5, unit_price_cents: 5000 }],
    is_tax_enabled: true,
    tax_rate: 0.07,
    is_recurring: true,
    recurring_frequency: 'MONTHLY',
  });
  const { payment_url } = await owner.send('post', `/invoices/${id}/generate-link`, {});
  return { id, payAddress: payment_url };
}

test('the screens of invoices and payments have no serious accessibility violation, light or dark', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const title = unique('Accessible');
  const { id, payAddress } = await monthlyInvoice(owner, title);

  await page.goto(`/crm/payments?q=${title}`);
  await expect(invoiceRow(page, title)).toBeVisible();
  await expectNoAccessibilityViolations(page, 'payments');
  await page.goto(`/crm/payments?q=${title}&invoice=${id}`);
  await expect(page.getByRole('dialog').getByText('No payments yet.')).toBeVisible();
  await expectNoAccessibilityViolations(page, 'invoice');

  await page.goto('/crm/payments');
  await page.getByRole('button', { name: 'New Invoice' }).first().click();
  const form = new InvoiceForm(page, 'New Invoice');
  await form.dialog.getByRole('switch', { name: 'Recurring invoice' }).check();
  await expect(form.dialog.getByRole('group', { name: 'Upcoming invoices' })).toBeVisible();
  await expectNoAccessibilityViolations(page, 'invoice form');
  await form.submit('Create Invoice and Schedule');
  await expect(form.dialog.getByText('Invoice title is required')).toBeVisible();
  await expectNoAccessibilityViolations(page, 'invoice form with errors');

  await page.goto('/crm/recurring-payments');
  await expect(page.getByRole('listitem').filter({ hasText: title })).toBeVisible();
  await expectNoAccessibilityViolations(page, 'recurring payments');

  await page.goto(payAddress);
  await page.getByRole('radio', { name: 'Only part of it is paid' }).check();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText(/^Please enter an amount from/)).toBeVisible();
  await expectNoAccessibilityViolations(page, 'pay page');
  await page.getByLabel('Amount to pay').fill('20');
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible();
  await expectNoAccessibilityViolations(page, 'thanks');
});
