import { searchClients } from '@ledgerline/contract/clients/endpoints';
import { createInvoice, updateInvoice } from '@ledgerline/contract/invoices/endpoints';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openPayments } from '../../../testing/open-payments.ts';
import { fill, invoiceServer, openForm, write } from '../testing/invoice-form.ts';
import { anInvoice } from '../testing/invoices.ts';

const served = invoiceServer();

describe('a new invoice', () => {
  it('starts with BFS, and Enter in its last box saves it', async () => {
    const { form } = await openForm(served.current);
    await userEvent.type(form.getByLabelText(/^Title/), 'Annual plan');
    await userEvent.type(form.getByPlaceholderText('Name, email or phone'), 'mar');
    await userEvent.click(await form.findByRole('button', { name: /Maria Alvarez/ }));
    await userEvent.type(form.getByLabelText('Description of line 1'), 'Advice');
    const data = anInvoice(62);
    const answer = { success: true, id: 62, data, invoice: data, contact_required: false } as const;
    served.current.reply(createInvoice, answer);
    await userEvent.type(form.getByLabelText('Unit price of line 1'), '100{Enter}');
    await waitFor(() => expect(served.current.calls(createInvoice)).toHaveLength(1));
    expect(served.current.calls(createInvoice)[0]?.body).toMatchObject({ square_account: 'BFS' });
  });

  it('can be filled by keyboard alone; focus follows the work', async () => {
    const { form } = await openForm(served.current);
    const isFocused = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()));
    await userEvent.type(form.getByPlaceholderText('Name, email or phone'), 'mar');
    await form.findByRole('button', { name: /Maria Alvarez/ });
    await userEvent.keyboard('{Enter}');
    await isFocused(() => form.getByRole('button', { name: 'Change' }));
    await userEvent.keyboard('{Enter}');
    await isFocused(() => form.getByPlaceholderText('Name, email or phone'));
    form.getByRole('button', { name: 'Add Line' }).focus();
    await userEvent.keyboard('{Enter}');
    await isFocused(() => form.getByLabelText('Description of line 2'));
    form.getByRole('button', { name: 'Remove line 2' }).focus();
    await userEvent.keyboard('{Enter}');
    await isFocused(() => form.getByRole('button', { name: 'Remove line 1' }));
    form.getByRole('button', { name: 'Line Item Templates' }).focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Line Item Templates' });
    await isFocused(() => screen.getByLabelText('Search templates'));
    await userEvent.keyboard('{Escape}');
    await isFocused(() => form.getByRole('button', { name: 'Line Item Templates' }));
  });

  it('selects no client from a stale search or during IME composition', async () => {
    const { form } = await openForm(served.current);
    const box = form.getByPlaceholderText('Name, email or phone');
    await userEvent.type(box, 'mar');
    await form.findByRole('button', { name: /Maria Alvarez/ });
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    expect(document.activeElement).toBe(box);
    served.current.reply(searchClients, { success: true, data: [] });
    fireEvent.change(box, { target: { value: 'marta' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(document.activeElement).toBe(box);
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(box);
    await form.findByText('No clients found');
  });

  it('rejects a schedule without further payments and counts that are too large', async () => {
    const { form } = await openForm(served.current);
    await fill(form);
    await userEvent.click(form.getByRole('switch', { name: /^Recurring invoice/ }));
    await write(form.getByLabelText('Interval'), '1001');
    await write(form.getByLabelText('Total payments'), '1.5');
    await userEvent.type(form.getByLabelText('End date'), '01/01/2020');
    await userEvent.click(form.getByRole('button', { name: 'Create Invoice and Schedule' }));
    form.getByText('must be at most 1000');
    form.getByText('must be a whole number');
    form.getByText('must be after the first payment date');
    await userEvent.type(form.getByLabelText('Due date'), '01/31/2998');
    await write(form.getByLabelText('End date'), '01/31/2998');
    await userEvent.click(form.getByRole('button', { name: 'Create Invoice and Schedule' }));
    form.getByText('must be after the first payment date');
    expect(served.current.calls(createInvoice)).toHaveLength(0);
  });
});

describe('an invoice whose response was lost', () => {
  const findMessage = async () =>
    within(await screen.findByRole('dialog', { name: 'Couldn’t Confirm the Result' }, { timeout: 20_000 }));

  it('may exist, and is created once even when resubmitted from a new form', async () => {
    const { form } = await openForm(served.current);
    await fill(form);
    served.current.respond(createInvoice, () => Response.error());
    await userEvent.click(form.getByRole('button', { name: 'Create Invoice' }));
    const message = await findMessage();
    message.getByText(
      'We couldn’t confirm whether the invoice was created. Trying again is safe: unless you change something, it is created only once.',
    );
    expect(screen.queryByText(/^Failed/)).toBeNull();
    await userEvent.click(message.getByRole('button', { name: 'OK' }));
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await userEvent.click(await screen.findByRole('button', { name: 'New Invoice' }));
    const again = within(await screen.findByRole('dialog', { name: 'New Invoice' }));
    await fill(again);
    const data = anInvoice(62);
    const answer = { success: true, id: 62, data, invoice: data, contact_required: false } as const;
    served.current.reply(createInvoice, answer);
    await userEvent.click(again.getByRole('button', { name: 'Create Invoice' }));
    await screen.findByText('Invoice INV-1062 was created.');
    const keys = served.current.calls(createInvoice).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });

  it('may be edited, and the server’s message is announced', async () => {
    await openPayments(served.current, [anInvoice(61)]);
    await userEvent.click(screen.getByRole('button', { name: 'Edit INV-1061' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Invoice' }));
    await userEvent.type(await form.findByLabelText(/^Title/), '!');
    served.current.replyError(updateInvoice, 'disk_full', 'There is no room left.');
    await userEvent.click(form.getByRole('button', { name: 'Save INV-1061' }));
    const message = await findMessage();
    message.getByText('We couldn’t confirm whether the changes were saved. Trying again is safe.');
    message.getByText('There is no room left.');
  });
});
