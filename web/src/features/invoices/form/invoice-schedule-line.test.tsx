import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openPayments } from '../../../testing/open-payments.ts';
import { invoiceServer, openForm } from '../testing/invoice-form.ts';
import { anInvoice } from '../testing/invoices.ts';

const served = invoiceServer();

async function editForm(fields: Parameters<typeof anInvoice>[1]) {
  await openPayments(served.current, [anInvoice(71, fields)]);
  await userEvent.click(screen.getByRole('button', { name: 'Edit INV-1071' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Invoice' }));
  await form.findByLabelText(/^Title/);
  return form;
}

const SCHEDULED = {
  is_recurring: true,
  recurring_frequency: 'YEARLY',
  recurring_frequency_interval: 1,
  recurring_payment_id: 7,
} as const;

it('the schedule summary is written into an existing empty live region', async () => {
  const { form } = await openForm(served.current);
  const line = form.getByRole('status', { name: 'Summary' });
  expect(line.textContent).toBe('');
  await userEvent.click(form.getByRole('switch', { name: /^Recurring invoice/ }));
  expect(line.textContent).toMatch(/^\$0\.00 now, then every year until cancelled; next invoice on /);
  await userEvent.click(form.getByRole('switch', { name: /^Recurring invoice/ }));
  expect(line.textContent).toBe('');
  expect(line.isConnected).toBe(true);
});

it('an invoice with a schedule shows no summary', async () => {
  const form = await editForm(SCHEDULED);
  expect(form.getByLabelText('Frequency')).toHaveProperty('value', 'YEARLY');
  expect(form.getByLabelText('Summary').textContent).toBe('');
  form.getByRole('button', { name: 'Save INV-1071' });
});

it('an existing invoice starts a schedule but is not charged now', async () => {
  const form = await editForm({});
  form.getByRole('button', { name: 'Save INV-1071' });
  await userEvent.click(form.getByRole('switch', { name: /^Recurring invoice/ }));
  expect(form.getByLabelText('Summary').textContent).toMatch(
    /^\$107\.00, then every year until cancelled; next invoice on [A-Z][a-z]{2} \d{1,2}, \d{4}$/,
  );
  form.getByRole('button', { name: 'Save INV-1071 and Schedule' });
});

it('upcoming charges are announced once: by the summary, or by the dates if the summary is empty', async () => {
  const { form } = await openForm(served.current);
  await userEvent.click(form.getByRole('switch', { name: /^Recurring invoice/ }));
  form.getByRole('group', { name: 'Upcoming invoices' });
  const readOut = form.getAllByRole('status').map((region) => region.getAttribute('aria-label'));
  expect(readOut).toContain('Summary');
  expect(readOut).not.toContain('Upcoming invoices');
});

it('dates of an existing schedule are announced when they change', async () => {
  const form = await editForm(SCHEDULED);
  form.getByRole('status', { name: 'Upcoming invoices' });
});
