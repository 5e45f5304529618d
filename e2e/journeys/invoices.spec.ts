import { expect, test, unique } from '../fixtures.ts';
import { InvoiceForm, invoiceRow } from '../invoice-form.ts';
import { emailsTo, emailTo } from '../server-data.ts';

test('an invoice with tax is created, sent with its PDF and voided permanently', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const family = unique('Invoiced');
  const email = `${family}@example.com`.toLowerCase();
  const title = unique('Planning ');
  await owner.createClient({
    client_first_name: 'Ines',
    client_last_name: family,
    primary_email: email,
  });
  await page.goto(`/crm/payments?q=${title}`);
  await page.getByRole('button', { name: 'New Invoice' }).first().click();
  const form = new InvoiceForm(page, 'New Invoice');
  await form.submit('Create Invoice');
  for (const text of [
    'Invoice title is required',
    'Please select a client before creating an invoice.',
    'Please add at least one valid line item with description, quantity, and price.',
    'Invoice amount is required and must be greater than zero',
    'The invoice wasn’t saved. Correct the marked fields above.',
  ])
    await expect(form.dialog.getByText(text, { exact: true })).toBeVisible();

  await form.dialog.getByLabel('Title').fill(title);
  await form.chooseClient(`Ines ${family}`);
  await expect(form.dialog.getByRole('radio', { name: /^BFS/ })).toBeChecked();
  await form.fillLines([
    { description: 'Financial plan', quantity: '1', price: '250' },
    { description: 'Hours', quantity: '2.345', price: '99.99' },
  ]);
  await form.chargeTax();
  // 2.345 × 99.99 = 234.47655; 7 % of 484.48 = 33.9136.
  await expect(form.dialog.getByLabel('Total of line 2')).toHaveText('$234.48');
  await form.expectTotals({ Subtotal: '$484.48', 'Tax (7%)': '$33.91', Total: '$518.39' });
  await form.dialog.getByRole('button', { name: 'Create Invoice', exact: true }).dblclick();
  await expect(form.dialog).toHaveCount(0);
  const row = invoiceRow(page, title);
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('$518.39');
  await expect(row.getByText('Draft', { exact: true })).toBeVisible();
  await expect(row).toContainText('No number yet');

  await row.getByRole('button', { name: /^Send \d+$/ }).click();
  const sending = page.getByRole('dialog', { name: 'Send Invoice' });
  await expect(sending).toContainText(email);
  await expect(sending).toContainText(
    'This will send an email with invoice details and a secure payment link.',
  );
  await sending.getByRole('button', { name: 'Send Invoice' }).dblclick();
  const sent = page.getByRole('dialog', { name: 'Invoice Sent' });
  await expect(sent).toContainText(`The invoice is being sent to ${email}.`);
  await sent.getByRole('button', { name: 'OK' }).click();
  await expect(row.getByText('Sent', { exact: true })).toBeVisible();
  const [reference = ''] = (await row.innerText()).match(/INV-\d+/) ?? [];
  const sentEmail = await emailTo(email);
  expect(sentEmail.header).toContain(reference);
  expect(sentEmail.text).toContain('$518.39');
  expect(sentEmail.text).toMatch(/http:\/\/[^\s"]+\/pay\//);
  expect(sentEmail.text).toMatch(new RegExp(`application/pdf; name="?${reference}\\.pdf`));
  expect(sentEmail.text).toContain(Buffer.from('%PDF-1.').toString('base64').slice(0, 8));

  await row.getByRole('button', { name: `Void ${reference}` }).click();
  const voiding = page.getByRole('dialog', { name: 'Void Invoice' });
  await expect(
    voiding.getByText(`Are you sure you want to void invoice ${reference}? This action cannot be undone.`, {
      exact: true,
    }),
  ).toBeVisible();
  await voiding.getByRole('button', { name: 'Yes, Void Invoice' }).click();
  const voided = page.getByRole('dialog', { name: 'Invoice Voided' });
  await voided.getByRole('button', { name: 'OK' }).click();
  await expect(row.getByText('Void', { exact: true })).toBeVisible();
  const edit = row.getByRole('button', { name: `Edit ${reference}` });
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  await expect(edit).toHaveAttribute('aria-description', 'A void invoice cannot be edited.');
  await edit.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const { data } = await owner.send('get', `/invoices?q=${title}`);
  await expect(owner.send('put', `/invoices/${data[0].id}`, { title: 'Other' })).rejects.toThrow(': 409');
  expect(await emailsTo(email)).toHaveLength(1);
});

test('a duplicate payment asks for confirmation on top of the invoice and is recorded after it', async ({
  portalPage: page,
  owner,
}) => {
  const family = unique('Twice');
  const customer_id = await owner.createClient({ client_first_name: 'Tia', client_last_name: family });
  const body = { title: unique('Twice '), customer_id, square_account: 'BFS', total_cents: 10_000 };
  const { data } = await owner.send('post', '/invoices', body);
  await page.goto(`/crm/payments?invoice=${data.id}`);
  const invoice = page.getByRole('dialog', { name: /^Invoice (INV-)?\d+$/ });
  const form = invoice.getByRole('form', { name: 'Record Payment' });
  const record = async () => {
    await invoice.getByRole('button', { name: 'Record Payment' }).click();
    await form.getByLabel('Amount').fill('25');
    await form.getByRole('button', { name: 'Record Payment' }).click();
  };
  await record();
  await expect(form).toHaveCount(0);
  await record();
  const confirmation = page.getByRole('dialog', { name: 'Record it again?' });
  await expect(confirmation).toContainText('A payment of $25.00 was recorded on this invoice');
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(confirmation).toHaveCount(0);
  await expect(form.getByLabel('Amount')).toHaveValue('25');
  await form.getByRole('button', { name: 'Record Payment' }).click();
  // Playwright does not click a covered button.
  await confirmation.getByRole('button', { name: 'Record Again' }).click();
  await expect(form).toHaveCount(0);
  await expect(invoice.getByRole('group', { name: 'Payments' }).getByText('$25.00')).toHaveCount(2);
});
