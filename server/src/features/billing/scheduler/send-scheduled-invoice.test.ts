import * as invoiceEndpoints from '@ledgerline/contract/invoices/endpoints';
import { listRecurringPayments } from '@ledgerline/contract/recurring-payments/endpoints';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { PaymentError } from '#platform/ports/payments.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { runDueSchedules } from './run-due-schedules.ts';
import { sendScheduledInvoice } from './send-scheduled-invoice.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });
const NEXT_MONTH = new Date('2026-12-20T15:00:00Z');

beforeAll(() => t.current.startJobs());

/** A recurring invoice that an agent created and sent on November 20. */
async function sentInvoice(contact: object = { primary_email: 'ana@example.test' }) {
  t.current.clock.set(TEST_NOW);
  const agent = await signInAs(t.current);
  const customer_id = await buildClient(t.current, contact);
  const { body, status } = await agent.call(invoiceEndpoints.createInvoice, {
    body: {
      title: 'Advice',
      customer_id,
      square_account: 'BFS',
      line_items: [{ description: 'Advice', quantity: 1, unit_price_cents: 10_000 }],
      is_recurring: true,
      recurring_frequency: 'MONTHLY',
    },
  });
  expect(status).toBe(201);
  await agent.call(invoiceEndpoints.sendInvoice, { params: { id: body.id } });
  const listed = await agent.call(listRecurringPayments, { query: { customer_id } });
  return { id: body.id, customer_id, schedule: listed.body.data[0] };
}

async function createdOf(customer_id: number) {
  return t.current.deps.database.query<{
    id: number;
    status: string;
    sent_at: Date | null;
    url: string | null;
  }>(
    `select id, status, sent_at, square_public_url as url from invoices
      where customer_id = $1 and recurring_period = '2026-12-20'`,
    [customer_id],
  );
}

async function emailsTo(customer_id: number): Promise<number> {
  const [row] = await t.current.deps.database.query<{ count: number }>(
    `select count(*) as count from mail_messages where client_id = $1 and kind = 'invoice'`,
    [customer_id],
  );
  return row?.count ?? 0;
}

describe('an invoice that the scheduler created', () => {
  it('is sent with its own payment link when the first one was, once however often the job runs', async () => {
    const { id, customer_id, schedule } = await sentInvoice();
    expect(schedule).toMatchObject({
      source_invoice_id: id,
      status: 'ACTIVE',
      next_payment_date: '2026-12-20',
      invoices_made: 1,
    });
    t.current.clock.set(NEXT_MONTH);
    await Promise.all([runDueSchedules(t.current.deps), runDueSchedules(t.current.deps)]);
    await vi.waitFor(async () => expect((await createdOf(customer_id))[0]?.sent_at).not.toBeNull(), 20_000);
    const [created] = await createdOf(customer_id);
    expect(created).toMatchObject({ status: 'sent', sent_at: NEXT_MONTH });
    expect(created?.url).toMatch(/^\/pay\/[\w-]{43}$/);
    t.current.clock.advance(3_600_000);
    await Promise.all([1, 2, 3].map(() => sendScheduledInvoice(t.current.deps, created?.id ?? 0)));
    expect(await emailsTo(customer_id)).toBe(2);
    expect(await createdOf(customer_id)).toEqual([created]);
  });

  it('stays a draft when it was voided or deleted before its job ran, or has no valid address', async () => {
    const { customer_id, schedule } = await sentInvoice();
    await t.current.deps.database.query(
      'update invoices set sent_at = null where recurring_payment_id = $1',
      [schedule?.id],
    );
    t.current.clock.set(NEXT_MONTH);
    await runDueSchedules(t.current.deps);
    const [created] = await createdOf(customer_id);
    const id = created?.id ?? 0;
    const set = (column: string, value: string | null) =>
      t.current.deps.database.query(`update invoices set ${column} = $2 where id = $1`, [id, value]);
    for (const [column, value, back] of [
      ['status', 'void', 'draft'],
      ['email', null, 'no address at all'],
    ] as const) {
      await set(column, value);
      await sendScheduledInvoice(t.current.deps, id);
      await set(column, back);
    }
    await sendScheduledInvoice(t.current.deps, id);
    await sendScheduledInvoice(t.current.deps, 987_654);
    expect(await createdOf(customer_id)).toMatchObject([{ status: 'draft', sent_at: null }]);
  });

  it('is retried while the payment provider is unavailable', async () => {
    const { customer_id, schedule } = await sentInvoice();
    await t.current.deps.database.query(
      'update invoices set sent_at = null where recurring_payment_id = $1',
      [schedule?.id],
    );
    t.current.clock.set(NEXT_MONTH);
    await runDueSchedules(t.current.deps);
    const [created] = await createdOf(customer_id);
    const { payments } = t.current.deps;
    const away = vi
      .spyOn(payments, 'publishInvoice')
      .mockRejectedValue(new PaymentError('unavailable', 'away'));
    await expect(sendScheduledInvoice(t.current.deps, created?.id ?? 0)).rejects.toMatchObject({
      code: 'provider_unavailable',
    });
    away.mockRestore();
    await sendScheduledInvoice(t.current.deps, created?.id ?? 0);
    expect(await createdOf(customer_id)).toMatchObject([{ status: 'sent' }]);
  });
});
