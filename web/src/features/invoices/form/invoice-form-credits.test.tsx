import { createInvoice, updateInvoice } from '@ledgerline/contract/invoices/endpoints';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openPayments } from '../../../testing/open-payments.ts';
import { type Form, fill, invoiceServer, openForm, write } from '../testing/invoice-form.ts';
import { anInvoice } from '../testing/invoices.ts';

const served = invoiceServer();

const save = (form: Form) => userEvent.click(form.getByRole('button', { name: 'Create Invoice' }));

describe('the invoice form', () => {
  it('accepts credits down to a total of zero, except for a recurring invoice', async () => {
    const { form } = await openForm(served.current);
    await fill(form);
    await userEvent.click(form.getByRole('button', { name: 'Add Line' }));
    await userEvent.type(form.getByLabelText('Description of line 2'), 'Loyalty discount');
    await userEvent.type(form.getByLabelText('Unit price of line 2'), '-1.2.3a-00');
    expect(form.getByLabelText('Unit price of line 2')).toHaveProperty('value', '-1.2300');
    await write(form.getByLabelText('Unit price of line 2'), '-100.01');
    expect(form.getByLabelText('Total of line 2').textContent).toBe('-$100.01');
    await save(form);
    form.getByText(/the total would be -\$0\.01, and it must not be below zero\./);
    expect(served.current.calls(createInvoice)).toHaveLength(0);
    expect(form.queryByText(/^Nothing to pay/)).toBeNull();
    await write(form.getByLabelText('Unit price of line 2'), '-100');
    form.getByText('Nothing to pay. Once it is sent, the invoice is paid and can’t be changed.');
    await userEvent.click(form.getByRole('switch', { name: /recurring/i }));
    await userEvent.click(form.getByRole('button', { name: 'Create Invoice and Schedule' }));
    form.getByText(/^A recurring invoice must have a total above zero\./);
    await userEvent.click(form.getByRole('switch', { name: /recurring/i }));
    expect(served.current.calls(createInvoice)).toHaveLength(0);
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
    expect(served.current.calls(createInvoice)[0]?.body).toMatchObject({
      line_items: [
        { unit_price_cents: 10_000 },
        { description: 'Loyalty discount', quantity: 1, unit_price_cents: -10_000 },
      ],
    });
  });

  it('accepts a total of zero for one invoice of a schedule, which goes on unchanged', async () => {
    const invoice = anInvoice(61, { is_recurring: true, recurring_payment_id: 9 });
    await openPayments(served.current, [invoice]);
    await userEvent.click(screen.getByRole('button', { name: 'Edit INV-1061' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Invoice' }));
    await userEvent.click(await form.findByRole('button', { name: 'Add Line' }));
    await userEvent.type(form.getByLabelText('Description of line 2'), 'One month free');
    await userEvent.type(form.getByLabelText('Unit price of line 2'), '-100');
    served.current.reply(updateInvoice, { success: true, data: invoice, invoice });
    await userEvent.click(form.getByRole('button', { name: 'Save INV-1061' }));
    await screen.findByText('Invoice INV-1061 was saved.');
    expect(served.current.calls(updateInvoice)[0]?.body).toMatchObject({
      line_items: [{ unit_price_cents: 5000 }, { unit_price_cents: -10_000 }],
    });
  });

  it('joins a pasted multi-line title into one line', async () => {
    const { form } = await openForm(served.current);
    const title = form.getByLabelText<HTMLInputElement>(/^Title/);
    await write(title, 'Plan for');
    title.setSelectionRange(5, 8);
    await userEvent.paste('Annual\r\n review');
    expect(title.value).toBe('Plan Annual review');
    title.select();
    await userEvent.paste('One line');
    expect(title.value).toBe('One line');
  });
});
