import { createInvoice, getInvoice, updateInvoice } from '@ledgerline/contract/invoices/endpoints';
import { listLineItemTemplates } from '@ledgerline/contract/line-item-templates/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openPayments } from '../../../testing/open-payments.ts';

import { type Form, fill, invoiceServer, openForm, write } from '../testing/invoice-form.ts';
import { anInvoice } from '../testing/invoices.ts';

const NO_LINE = 'Please add at least one valid line item with description, quantity, and price.';

const served = invoiceServer();

async function editForm(invoice: ReturnType<typeof anInvoice>) {
  const app = await openPayments(served.current, [invoice]);
  await userEvent.click(screen.getByRole('button', { name: `Edit ${invoice.external_ref}` }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Invoice' }));
  await form.findByLabelText(/^Title/);
  return { ...app, form };
}

const save = (form: Form, name = 'Create Invoice') => userEvent.click(form.getByRole('button', { name }));

describe('a new invoice on the payments screen', () => {
  it('shows all missing fields in that screen’s wording without a request', async () => {
    const { form } = await openForm(served.current);
    expect(form.getByLabelText('BFS (financial services)')).toHaveProperty('checked', true);
    await save(form);
    for (const text of [
      'Invoice title is required',
      'Invoice amount is required and must be greater than zero',
      'Please select a client before creating an invoice.',
      NO_LINE,
    ])
      form.getByText(text);
    expect(served.current.calls(createInvoice)).toHaveLength(0);
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText(/^Title/)));
    await userEvent.type(form.getByLabelText(/^Title/), 'x');
    expect(form.queryByText('Invoice title is required')).toBeNull();
  });

  it('shows line errors, and accepts only digits and one decimal point for money', async () => {
    const { form } = await openForm(served.current);
    await fill(form);
    const price = form.getByLabelText('Unit price of line 1');
    await write(price, '1.2.3a');
    expect(price).toHaveProperty('value', '1.23');
    await write(price, '.');
    const quantity = form.getByLabelText('Quantity of line 1');
    expect([quantity.getAttribute('min'), quantity.getAttribute('step')]).toEqual(['0.001', '0.001']);
    await write(quantity, '0');
    await save(form);
    form.getByText('Please enter a valid amount');
    form.getByText('must be above 0');
    form.getByText(NO_LINE);
    expect(served.current.calls(createInvoice)).toHaveLength(0);
  });

  it('updates totals with each line rounded, and adds 7% tax when tax is charged', async () => {
    const { form } = await openForm(served.current);
    await write(form.getByLabelText('Quantity of line 1'), '0.333');
    await userEvent.type(form.getByLabelText('Unit price of line 1'), '1');
    expect(form.getByLabelText('Total of line 1').textContent).toBe('$0.33');
    await userEvent.click(form.getByRole('button', { name: 'Add Line' }));
    await userEvent.type(form.getByLabelText('Unit price of line 2'), '100');
    const rate = form.getByLabelText('Tax rate');
    const limits = ['value', 'min', 'max', 'step'].map((name) => rate.getAttribute(name));
    expect(limits).toEqual(['0.07', '0', '1', '0.01']);
    const sum = (name: string) => form.getByText(name, { selector: 'dt' }).nextSibling?.textContent;
    expect([sum('Subtotal'), sum('Tax'), sum('Total')]).toEqual(['$100.33', '$0.00', '$100.33']);
    await userEvent.click(form.getByLabelText('Charge tax'));
    expect([sum('Tax (7%)'), sum('Total')]).toEqual(['$7.02', '$107.35']);
    await write(rate, '1.5');
    await save(form);
    form.getByText('must be from 0 to 1 in steps of 0.01');
    await userEvent.click(form.getByRole('button', { name: 'Remove line 2' }));
    expect(sum('Subtotal')).toBe('$0.33');
  });

  it('is created with the client’s contact, omitting blank lines', async () => {
    const { form } = await openForm(served.current);
    await fill(form);
    await userEvent.click(form.getByRole('button', { name: 'Add Line' }));
    expect(form.getByLabelText('Email')).toHaveProperty('value', 'maria@example.com');
    const data = anInvoice(62);
    served.current.reply(createInvoice, {
      success: true,
      id: 62,
      data,
      invoice: data,
      contact_required: false,
    });
    await save(form);
    await screen.findByText('Invoice INV-1062 was created.');
    expect(served.current.calls(createInvoice)[0]?.body).toEqual({
      title: 'Annual plan',
      description: '',
      line_items: [{ description: 'Advice', quantity: 1, unit_price_cents: 10_000 }],
      tax_rate: 0.07,
      is_tax_enabled: false,
      customer_id: 5,
      full_name: 'Maria Alvarez',
      email: 'maria@example.com',
      phone: '(305) 555-1000',
      due_date: null,
      square_account: 'BFA',
      is_recurring: false,
      recurring_frequency: null,
      recurring_frequency_interval: null,
      recurring_end_date: null,
      recurring_total_payments: null,
      send_immediately: false,
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps the input when creation fails, and retries with the same key', async () => {
    const { form } = await openForm(served.current);
    await fill(form);
    served.current.replyError(createInvoice, 'validation_failed', 'Something is wrong.', {
      fields: [{ path: 'line_items.0.description', message: 'is not a description' }],
    });
    await save(form);
    const dialog = within(await screen.findByRole('dialog', { name: 'Failed to Save Invoice' }));
    dialog.getByText('Failed to create invoice. Please try again.');
    dialog.getByText('Something is wrong.');
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
    form.getByText('is not a description');
    expect(form.getByLabelText('Description of line 1')).toHaveProperty('value', 'Advice');
    await save(form);
    await waitFor(() => expect(served.current.calls(createInvoice)).toHaveLength(2));
    await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
    await userEvent.type(form.getByLabelText(/^Title/), '!');
    await save(form);
    await waitFor(() => expect(served.current.calls(createInvoice)).toHaveLength(3));
    const keys = served.current.calls(createInvoice).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
    await userEvent.type(form.getByLabelText(/^Title/), '{Backspace}');
    await save(form);
    await waitFor(() => expect(served.current.calls(createInvoice)).toHaveLength(4));
    // The first request may have succeeded. A retry must create the same invoice.
    expect(served.current.calls(createInvoice)[3]?.headers.get('idempotency-key')).toBe(keys[0]);
  });

  it('requires contact information to be sent without email and phone', async () => {
    const { form } = await openForm(served.current);
    await fill(form);
    await userEvent.click(form.getByRole('switch', { name: /^Send immediately/ }));
    const data = anInvoice(63, { email: null, phone: null });
    served.current.reply(createInvoice, {
      success: true,
      id: 63,
      data,
      invoice: data,
      contact_required: true,
    });
    await save(form, 'Create and Send Invoice');
    await screen.findByRole('dialog', { name: 'Contact Information Required' });
    expect(served.current.calls(createInvoice)[0]?.body).toMatchObject({ send_immediately: true });
  });

  it('reports when it was saved but not sent', async () => {
    const { form } = await openForm(served.current);
    await fill(form);
    await userEvent.click(form.getByRole('switch', { name: /^Send immediately/ }));
    const data = anInvoice(64);
    served.current.reply(createInvoice, {
      success: true,
      id: 64,
      data,
      invoice: data,
      contact_required: false,
    });
    await save(form, 'Create and Send Invoice');
    await screen.findByRole('dialog', { name: 'Failed to Send Invoice' });
  });

  it('previews upcoming dates and rejects an interval or count below 1', async () => {
    const { form } = await openForm(served.current);
    await fill(form);
    await userEvent.type(form.getByLabelText('Due date'), '01/31/2998');
    await userEvent.click(form.getByRole('switch', { name: /^Recurring invoice/ }));
    expect(form.getByLabelText('Frequency')).toHaveProperty('value', 'YEARLY');
    await userEvent.selectOptions(form.getByLabelText('Frequency'), 'MONTHLY');
    form.getByRole('button', { name: 'Create Invoice and Schedule' });
    expect(form.getByLabelText('Summary').textContent).toBe(
      '$100.00 due Jan 31, 2998, then every month until cancelled; next invoice on Feb 28, 2998',
    );
    const dates = () => within(form.getByLabelText('Upcoming invoices')).queryAllByRole('listitem');
    expect(dates().map((date) => date.textContent)).toEqual([
      '02/28/2998',
      '03/31/2998',
      '04/30/2998',
      '05/31/2998',
      '06/30/2998',
      'and so on',
    ]);
    await userEvent.type(form.getByLabelText('Total payments'), '3');
    expect(dates()).toHaveLength(2);
    await write(form.getByLabelText('Interval'), '0');
    await write(form.getByLabelText('Total payments'), '0');
    await userEvent.type(form.getByLabelText('End date'), '01/01/2998');
    await save(form, 'Create Invoice and Schedule');
    expect(form.getAllByText('must be at least 1')).toHaveLength(2);
    form.getByText('must be after the first payment date');
    expect(served.current.calls(createInvoice)).toHaveLength(0);
  });

  it('fills a blank line from a template first', async () => {
    const { form } = await openForm(served.current);
    const template = { id: 1, name: 'Hour', category: 'General', is_active: true, unit_price_cents: 15_000 };
    served.current.reply(listLineItemTemplates, {
      success: true,
      data: [{ ...template, description: 'One hour of advice' }],
    });
    for (const position of [1, 2]) {
      await userEvent.click(form.getByRole('button', { name: 'Line Item Templates' }));
      await userEvent.click(await screen.findByText('Hour'));
      const line = await form.findByLabelText(`Description of line ${position}`);
      expect(line).toHaveProperty('value', 'One hour of advice');
      expect(form.getByLabelText(`Unit price of line ${position}`)).toHaveProperty('value', '150.00');
    }
    await userEvent.click(form.getByRole('button', { name: 'Save line 2 as template' }));
    const saver = within(await screen.findByRole('dialog', { name: 'Save as Template' }));
    expect(saver.getByLabelText(/^Line description/)).toHaveProperty('value', 'One hour of advice');
    saver.getByText('Unit price $150.00');
  });

  it('warns before losing input, on close and on navigation', async () => {
    const { form, router } = await openForm(served.current);
    await userEvent.type(form.getByLabelText(/^Title/), 'x');
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
    await screen.findByRole('dialog', { name: 'Discard changes?' });
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    void router.navigate({ to: '/crm/clients' });
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    expect(form.getByLabelText(/^Title/)).toHaveProperty('value', 'x');
  });
});

describe('the full form', () => {
  it('starts with stored values and has its own messages for a missing title and amount', async () => {
    const { form } = await editForm(anInvoice(65, { description: 'For the year' }));
    expect(form.getByLabelText('Description')).toHaveProperty('value', 'For the year');
    await userEvent.clear(form.getByLabelText(/^Title/));
    await write(form.getByLabelText('Quantity of line 1'), '0.001');
    await write(form.getByLabelText('Unit price of line 1'), '0.01');
    await save(form, 'Save INV-1065');
    form.getByText('Please enter an invoice title');
    form.getByText('Please enter a valid amount');
    expect(served.current.calls(updateInvoice)).toHaveLength(0);
  });

  it('stores the changes', async () => {
    const { form } = await editForm(anInvoice(66));
    await write(form.getByLabelText('Phone'), '7865551000');
    const data = anInvoice(66);
    served.current.reply(updateInvoice, { success: true, data, invoice: data });
    await save(form, 'Save INV-1066');
    await screen.findByText('Invoice INV-1066 was saved.');
    const body = served.current.calls(updateInvoice)[0]?.body;
    expect(body).toMatchObject({ title: 'Annual plan', phone: '(786) 555-1000', is_tax_enabled: true });
    expect(body).not.toHaveProperty('send_immediately');
  });

  it('shows a save error and keeps the input', async () => {
    served.current.replyError(updateInvoice, 'wrong_state', 'It was paid meanwhile.');
    const { form } = await editForm(anInvoice(67));
    await userEvent.type(form.getByLabelText(/^Title/), ' 2027');
    await save(form, 'Save INV-1067');
    const dialog = within(await screen.findByRole('dialog', { name: 'Failed to Save Invoice' }));
    dialog.getByText('It was paid meanwhile.');
    expect(form.getByLabelText(/^Title/)).toHaveProperty('value', 'Annual plan 2027');
  });

  it('shows a load error', async () => {
    await openPayments(served.current, [anInvoice(68)]);
    served.current.replyError(getInvoice, 'not_found', 'Invoice not found.');
    await userEvent.click(screen.getByRole('button', { name: 'Edit INV-1068' }));
    await screen.findByText('Failed to Load Invoice');
    screen.getByText('Invoice not found.');
  });
});
