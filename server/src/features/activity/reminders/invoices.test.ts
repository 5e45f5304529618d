import {
  recordPayment,
  refundPayment,
  sendInvoice,
  voidInvoice,
} from '@ledgerline/contract/invoices/endpoints';
import * as endpoints from '@ledgerline/contract/reminders/endpoints';
import { REMINDER_REASONS } from '@ledgerline/contract/rules';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobHandlers } from '#app';
import { useConnectedApp } from '#testing/connected-app.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildInvoice, buildPublishedInvoice } from '#testing/invoices.ts';
import { sendReminders } from './send-reminders.ts';

const { t, inbox } = useConnectedApp({ TIME_ZONE: 'America/New_York' });
const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);
const at = (text: string) => t.current.clock.set(new Date(text));
const run = () => sendReminders(t.current.deps);

let agent: Awaited<ReturnType<typeof signInAs>>;
// Every queue accepts jobs but runs none: a test runs what it needs when it needs it.
beforeAll(() =>
  t.current.deps.jobs.start(
    jobHandlers(t.current.deps).map(({ queue }) => ({ queue, work: async () => undefined })),
  ),
);
beforeEach(async () => {
  at('2026-11-02T15:00:00Z');
  agent = await signInAs(t.current);
});

async function deliver(): Promise<void> {
  const queued = await sql<{ id: number }>(
    `select id from mail_messages where status = 'queued' order by id`,
  );
  const handlers = jobHandlers(t.current.deps).filter(({ queue }) => queue === 'mail');
  for (const { id } of queued) for (const handler of handlers) await handler.work({ id });
}

/** Checks on each of several days, running the queued jobs. */
async function days(from: string, count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    t.current.clock.set(new Date(Date.parse(from) + day * 86_400_000));
    await run();
    await deliver();
  }
}

const emailsOf = (clientId: number) =>
  sql<{ subject: string; at: string }>(
    `select subject, to_char(created_at at time zone 'UTC', 'MM-DD') as at from mail_messages
      where client_id = $1 and kind = 'reminder' order by id`,
    [clientId],
  );

describe('an invoice that was emailed', () => {
  async function sent() {
    const clientId = await buildClient(t.current);
    const { id } = await buildPublishedInvoice(t.current, { customer_id: clientId });
    expect((await agent.call(sendInvoice, { params: { id } })).status).toBe(200);
    await deliver();
    return { clientId, id };
  }

  it('sends reminders 3 days before the due date, on it, 3 and 10 days after', async () => {
    const { clientId, id } = await sent();
    const { body } = await agent.call(endpoints.getReminders, { params: { of: 'invoice', id } });
    expect(body.data).toMatchObject({ state: 'active', next_at: '2026-12-28T14:00:00.000Z', most: 4 });
    await days('2026-12-20T16:00:00Z', 40);
    const emails = await emailsOf(clientId);
    expect(emails.map((email) => email.at)).toEqual(['12-28', '12-31', '01-03', '01-10']);
    expect(emails[0]?.subject).toMatch(/^Reminder: invoice INV-/);
  });

  it.each(['paid', 'void'])('is not reminded of once it is %s', async (status) => {
    const { clientId, id } = await sent();
    await days('2026-12-28T16:00:00Z', 1);
    agent = await signInAs(t.current);
    if (status === 'void') expect((await agent.call(voidInvoice, { params: { id } })).status).toBe(200);
    else
      await sql(`update invoices set status = 'paid', paid_amount_cents = total_cents where id = $1`, [id]);
    await days('2026-12-29T16:00:00Z', 30);
    expect(await emailsOf(clientId)).toHaveLength(1);
    agent = await signInAs(t.current);
    const { body } = await agent.call(endpoints.getReminders, { params: { of: 'invoice', id } });
    expect(body.data).toMatchObject({ state: 'stopped', reason: status === 'void' ? 'voided' : 'paid' });
  });

  it('waits while a payment is in progress, and for a due date', async () => {
    const { clientId, id } = await sent();
    await sql('update invoices set due_date = null where id = $1', [id]);
    const read = async () =>
      (await agent.call(endpoints.getReminders, { params: { of: 'invoice', id } })).body.data;
    expect(await read()).toMatchObject({ state: 'active', reason: 'no_due_date', next_at: null });
    await sql(`update invoices set due_date = '2026-11-05', provider_status = 'processing' where id = $1`, [
      id,
    ]);
    expect(await read()).toMatchObject({ state: 'active', reason: 'payment_pending', next_at: null });
    await days('2026-11-05T16:00:00Z', 2);
    expect(await emailsOf(clientId)).toEqual([]);
  });

  it('waits, also for an agent, while a partial payment is being processed', async () => {
    const { clientId, id } = await sent();
    await sql(`update invoices set status = 'partially_paid', paid_amount_cents = 100 where id = $1`, [id]);
    await sql(
      `insert into transactions (invoice_id, square_account, kind, payment_method, amount, payment_status, paid_on, created_at)
       select id, square_account, 'payment', 'ach', 100, 'pending', '2026-11-02', $2 from invoices where id = $1`,
      [id, t.current.clock.now()],
    );
    const params = { of: 'invoice' as const, id };
    const { body } = await agent.call(endpoints.getReminders, { params });
    expect(body.data).toMatchObject({ state: 'active', reason: 'payment_pending', can: { send: false } });
    const rejected = await agent.call(endpoints.sendReminder, { params });
    expect([rejected.status, rejected.error.message]).toEqual([409, 'A payment is being processed.']);
    await days('2026-12-28T16:00:00Z', 2);
    expect(await emailsOf(clientId)).toEqual([]);
    await sql(`update transactions set payment_status = 'failed' where invoice_id = $1`, [id]);
    await days('2026-12-30T16:00:00Z', 1);
    expect(await emailsOf(clientId)).toHaveLength(1);
  });

  const CHANGED = 'The invoice has changed since it was sent. Please send it again.';
  const REFUNDED = 'A payment was refunded since the invoice was sent. Please send it again.';
  it.each([
    [`due_date = '2026-12-30'`, CHANGED],
    [`title = 'Another'`, CHANGED],
    ['total_cents = total_cents + 1', CHANGED],
    ['refunded_cents = 1', REFUNDED],
    [`refunded_cents = 1, title = 'Another'`, CHANGED],
    ['square_public_url = null', 'The invoice has no payment page at the moment.'],
  ])('waits after a change (%s), also for an agent, until it is sent again', async (change, message) => {
    const { clientId, id } = await sent();
    const params = { of: 'invoice' as const, id };
    const errorMessage = async () => (await agent.call(endpoints.sendReminder, { params })).error.message;
    await sql(`update invoices set ${change}, updated_at = $2 where id = $1`, [id, '2026-11-02T16:00:00Z']);
    expect(await errorMessage()).toBe(message);
    await days('2026-12-28T16:00:00Z', 1);
    expect(await emailsOf(clientId)).toEqual([]);
    agent = await signInAs(t.current);
    expect((await agent.call(sendInvoice, { params: { id } })).status).toBe(200);
    await deliver();
    const { body } = await agent.call(endpoints.getReminders, { params });
    expect(body.data).toMatchObject({ state: 'active', reason: null });
  });

  it('waits for the agent after a refund, and states that as the reason', async () => {
    const { clientId, id } = await sent();
    const params = { of: 'invoice' as const, id };
    const paid = await agent.call(recordPayment, {
      params: { id },
      body: { amount_cents: 5000, payment_method: 'cash', paid_on: '2026-11-02', note: '' },
    });
    const refund = await agent.call(refundPayment, {
      params: { id: paid.body.data.id },
      body: { kind: 'refund', amount_cents: 5000, refunded_on: '2026-11-02', note: '' },
    });
    expect(refund.status).toBe(201);
    const { body } = await agent.call(endpoints.getReminders, { params });
    expect(body.data).toMatchObject({ state: 'active', reason: 'refunded', next_at: null });
    expect(REMINDER_REASONS.refunded).toBe(REFUNDED);
    await days('2026-12-28T16:00:00Z', 2);
    expect(await emailsOf(clientId)).toEqual([]);
  });

  it('waits while the client is inactive, and skips what is a week late', async () => {
    const { clientId, id } = await sent();
    await sql(`update clients set status = 'inactive' where id = $1`, [clientId]);
    const { body } = await agent.call(endpoints.getReminders, { params: { of: 'invoice', id } });
    expect(body.data).toMatchObject({ state: 'active', reason: 'inactive', next_at: null });
    await days('2026-12-28T16:00:00Z', 2);
    await sql(`update clients set status = 'client' where id = $1`, [clientId]);
    await days('2027-01-18T16:00:00Z', 2);
    expect(await emailsOf(clientId)).toEqual([]);
    agent = await signInAs(t.current);
    const after = await agent.call(endpoints.getReminders, { params: { of: 'invoice', id } });
    expect(after.body.data).toMatchObject({ state: 'stopped', reason: 'used_up' });
  });

  /** A colleague records a partial payment, so that a receipt is sent. */
  async function paid(id: number): Promise<void> {
    const colleague = await signInAs(t.current, { first_name: 'Robin', last_name: 'Colleague' });
    const recorded = await colleague.call(recordPayment, {
      params: { id },
      body: { amount_cents: 4000, payment_method: 'cash', paid_on: '2026-11-02', note: '' },
    });
    expect(recorded.status).toBe(201);
    await deliver();
    const receipts = await sql(`select from mail_messages where invoice_id = $1 and kind = 'receipt'`, [id]);
    expect(receipts).toHaveLength(1);
  }

  it('is still reminded of by its sender, at its address, after the receipt of a colleague bounced', async () => {
    agent = await signInAs(t.current, { first_name: 'Sasha', last_name: 'Sender' });
    const { clientId, id } = await sent();
    inbox.recipientAnswers.push(550);
    await paid(id);
    expect(
      await sql(`select failure from mail_messages where kind = 'receipt' and invoice_id = $1`, [id]),
    ).toEqual([{ failure: 'refused' }]);
    const { body } = await agent.call(endpoints.getReminders, { params: { of: 'invoice', id } });
    expect(body.data).toMatchObject({ state: 'active', reason: null });
    inbox.received.length = 0;
    await days('2026-12-28T16:00:00Z', 1);
    expect(await emailsOf(clientId)).toHaveLength(1);
    expect(inbox.received[0]).toContain('Sasha Sender');
    expect(inbox.received[0]).not.toContain('Robin Colleague');
  });

  it('still waits after a receipt went to the new address of the invoice', async () => {
    const { clientId, id } = await sent();
    await sql(`update invoices set email = 'new@example.test' where id = $1`, [id]);
    await paid(id);
    const { body } = await agent.call(endpoints.getReminders, { params: { of: 'invoice', id } });
    expect(body.data).toMatchObject({ state: 'active', reason: 'address_changed', next_at: null });
    await days('2026-12-28T16:00:00Z', 1);
    expect(await emailsOf(clientId)).toEqual([]);
  });

  it('has no reminders if it was never emailed', async () => {
    const { id } = await buildInvoice(t.current);
    const { body } = await agent.call(endpoints.getReminders, { params: { of: 'invoice', id } });
    expect(body.data).toMatchObject({ state: 'none', reason: 'not_mailed' });
  });
});
