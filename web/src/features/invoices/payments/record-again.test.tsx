import {
  listInvoiceTransactions,
  recordPayment,
  refundPayment,
} from '@ledgerline/contract/invoices/endpoints';
import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { useIdempotencyKeys } from '../../../lib/use-idempotency-key.ts';
import { openPayments } from '../../../testing/open-payments.ts';
import { renderPart } from '../../../testing/render-app.tsx';
import { invoiceServer } from '../testing/invoice-form.ts';
import { anInvoice, aTransaction } from '../testing/invoices.ts';
import { RecordFailure } from './money-form.tsx';
import { RepeatDialog } from './repeat-dialog.tsx';

const served = invoiceServer();

type Money = typeof recordPayment | typeof refundPayment;

/** Returns the keys of all attempts: the confirmed request loses its response and is then submitted and confirmed again. */
async function recordTwice(endpoint: Money, form: ReturnType<typeof within>, name: string) {
  const submit = () => userEvent.click(form.getByRole('button', { name }));
  const confirm = async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Record it again?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Record Again' }));
  };
  const server = served.current.replyError(endpoint, 'likely_repeat', 'Record it again?');
  await submit();
  server.respond(endpoint, () => Response.error());
  await confirm();
  const alert = await form.findByRole('alert', undefined, { timeout: 20_000 });
  const kind = endpoint === recordPayment ? 'payment' : 'refund';
  expect(alert.textContent).toBe(
    `We couldn’t confirm whether the ${kind} was recorded. Trying again is safe: unless you change something, it is recorded only once.`,
  );
  server.replyError(endpoint, 'likely_repeat', 'Record it again?');
  await submit();
  server.reply(endpoint, { success: true, data: aTransaction(3), invoice: anInvoice(41) });
  await confirm();
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  return server.calls(endpoint).map(({ headers }) => headers.get('idempotency-key'));
}

describe('retrying after a lost response', () => {
  it('records one payment', async () => {
    const invoice = anInvoice(41, { status: 'partially_paid', paid_amount_cents: 2500 });
    await openPayments(served.current, [invoice], { address: '/crm/payments?invoice=41' });
    await userEvent.click(await screen.findByRole('button', { name: 'Record Payment' }));
    const form = within(await screen.findByRole('form', { name: 'Record Payment' }));
    const keys = await recordTwice(recordPayment, form, 'Record Payment');
    expect(keys.length).toBeGreaterThan(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('records one refund', async () => {
    await openPayments(served.current, [anInvoice(41, { status: 'partially_paid' })]);
    served.current.reply(listInvoiceTransactions, {
      success: true,
      data: [aTransaction(7, { invoice_id: 41 })],
    });
    await userEvent.click(screen.getByRole('button', { name: 'View INV-1041' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Refund / }));
    const form = within(await screen.findByRole('form', { name: 'Refund' }));
    await userEvent.click(form.getByRole('radio', { name: /^Refund/ }));
    const keys = await recordTwice(refundPayment, form, 'Record Refund');
    expect(keys.length).toBeGreaterThan(3);
    expect(new Set(keys).size).toBe(1);
  });
});

describe('why money was not recorded', () => {
  const body = { message: 'Too many at once.' };
  it.each([
    [429, 'Too many at once. We couldn’t confirm whether the payment was recorded.'],
    [409, 'The payment was not recorded. Too many at once.'],
  ])('is certain after a rejection, but unknown after a rate limit: status %s', (status, message) => {
    renderPart(<RecordFailure kind="payment" error={new ApiError(new Error(), status, body)} />);
    expect(screen.getByRole('alert').textContent).toContain(message);
  });
});

describe('idempotency keys', () => {
  it('are kept until the request succeeds; the same request afterwards gets a new key', () => {
    const created: ReturnType<typeof useIdempotencyKeys>[] = [];
    function Part() {
      created.push(useIdempotencyKeys());
      return null;
    }
    renderPart(<Part />);
    const [keys] = created;
    const first = keys?.keyOf({ cents: 1 });
    expect(keys?.keyOf({ cents: 2 })).not.toBe(first);
    expect(keys?.keyOf({ cents: 1 })).toBe(first);
    keys?.forget();
    expect(keys?.keyOf({ cents: 1 })).not.toBe(first);
  });
});

describe('the repeat confirmation', () => {
  const confirmation = (opened: boolean, cents: number) => (
    <MantineProvider>
      <RepeatDialog
        kind="payment"
        cents={cents}
        opened={opened}
        onConfirm={() => undefined}
        onClose={() => undefined}
      />
    </MantineProvider>
  );

  it('still shows the amount while closing', async () => {
    const { rerender } = render(confirmation(true, 8200));
    await screen.findByText(/^A payment of \$82\.00 was recorded/);
    rerender(confirmation(false, 0));
    screen.getByText(/^A payment of \$82\.00 was recorded/);
    rerender(confirmation(true, 500));
    await screen.findByText(/^A payment of \$5\.00 was recorded/);
  });
});
