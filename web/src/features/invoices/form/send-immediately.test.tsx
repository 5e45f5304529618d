import { createInvoice, generateInvoiceLink } from '@ledgerline/contract/invoices/endpoints';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { it } from 'vitest';
import { somePublicSettings } from '../../../testing/settings.ts';
import { fill, invoiceServer, openForm } from '../testing/invoice-form.ts';
import { anInvoice } from '../testing/invoices.ts';

const served = invoiceServer();

it.each([
  ['is being emailed', true, 'The invoice is being sent to maria@example.com.', null],
  [
    'has a payment link to copy, because no mail server is connected',
    false,
    'The invoice is marked as sent. Email isn’t connected. Copy the link instead.',
    'Payment Link Ready',
  ],
])('reports that the invoice %s', async (_, isConnected, message, next) => {
  served.current
    .reply(getPublicSettings, {
      success: true,
      data: somePublicSettings({ is_email_connected: isConnected }),
    })
    .reply(generateInvoiceLink, {
      success: true,
      payment_url: 'http://portal.test/pay/x',
      message: 'Ready.',
    });
  const { form } = await openForm(served.current);
  await fill(form);
  await userEvent.click(form.getByRole('switch', { name: /^Send immediately/ }));
  const data = anInvoice(65, { status: 'sent', email: 'maria@example.com' });
  served.current.reply(createInvoice, {
    ...{ success: true, id: 65, data, invoice: data, contact_required: false, message },
  });
  await userEvent.click(form.getByRole('button', { name: 'Create and Send Invoice' }));
  await screen.findByText(`Invoice INV-1065 was created. ${message}`);
  if (next) await screen.findByRole('dialog', { name: next });
});
