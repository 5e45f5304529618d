import { getInvoice, listInvoiceTransactions, recordPayment } from '@ledgerline/contract/invoices/endpoints';
import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { getSession, getSessionPaymentData } from '@ledgerline/contract/sessions/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { announce } from '#platform/live.ts';
import { buildSession, signInAs } from '#testing/factories.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  agent = await signInAs(t.current);
});

const CASH = {
  amount_cents: 4000,
  payment_method: 'cash',
  paid_on: '2026-11-20',
  note: 'Paid by check at the office',
} as const;
const record = (id: number, body: object = {}, headers: Record<string, string> = {}) =>
  agent.call(recordPayment, { params: { id }, body: { ...CASH, ...body }, headers });

describe('recordPayment', () => {
  it('stores who recorded the payment and makes the draft partially paid', async () => {
    const { id } = await buildInvoice(t.current);
    const { status, body } = await record(id);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      invoice_id: id,
      kind: 'payment',
      payment_method: 'cash',
      amount: 4000,
      payment_status: 'completed',
      paid_on: '2026-11-20',
      note: 'Paid by check at the office',
      recorded_by: `${agent.agent.first_name} ${agent.agent.last_name}`,
    });
    expect(body.invoice).toMatchObject({
      id,
      status: 'partially_paid',
      paid_amount_cents: 4000,
      progress: 40,
      paid_at: null,
    });
  });

  it('makes the invoice paid when the balance is zero', async () => {
    const { id } = await buildInvoice(t.current);
    await record(id);
    const { body } = await record(id, { amount_cents: 6000, payment_method: 'check' });
    expect(body.invoice).toMatchObject({ status: 'paid', paid_amount_cents: 10_000, progress: 100 });
    expect(body.invoice.paid_at).not.toBeNull();
  });

  it('stores brand and last digits of a card', async () => {
    const { id } = await buildInvoice(t.current);
    const { body } = await record(id, { payment_method: 'card', card_brand: 'Visa', card_last4: '4242' });
    expect(body.data).toMatchObject({ card_brand: 'Visa', card_last4: '4242' });
  });

  it('rejects more than the balance due, naming it, and changes nothing', async () => {
    const { id } = await buildInvoice(t.current);
    await record(id);
    const { status, error } = await record(id, { amount_cents: 6001 });
    expect(status).toBe(400);
    expect(error.message).toBe('The payment can’t exceed the balance due: $60.00.');
    const { body } = await agent.call(listInvoiceTransactions, { params: { id } });
    expect(body.data).toHaveLength(1);
  });

  it('rejects a second payment of a paid invoice, and any payment of a void one', async () => {
    const { id } = await buildInvoice(t.current);
    await record(id, { amount_cents: 10_000 });
    expect((await record(id, { amount_cents: 1 })).error).toMatchObject({
      code: 'wrong_state',
      message: 'This invoice is already paid.',
    });
    const other = await buildInvoice(t.current);
    await t.current.deps.database.query(`update invoices set status = 'void' where id = $1`, [other.id]);
    const rejected = await record(other.id);
    expect(rejected.status).toBe(409);
    expect(rejected.error.message).toBe('This invoice is void. No payment can be recorded on it.');
  });

  it.each([
    [{ amount_cents: 0 }, 'amount_cents'],
    [{ amount_cents: -5 }, 'amount_cents'],
    [{ amount_cents: 10.5 }, 'amount_cents'],
    [{ amount_cents: 1e20 }, 'amount_cents'],
    [{ amount_cents: 'NaN' }, 'amount_cents'],
    [{ amount_cents: null }, 'amount_cents'],
    [{ payment_method: 'gold' }, 'payment_method'],
    [{ paid_on: '2026-11-21' }, 'paid_on'],
    [{ paid_on: '2026-02-30' }, 'paid_on'],
    [{ paid_on: 'yesterday' }, 'paid_on'],
    [{ card_last4: '4242' }, 'card_last4'],
    [{ card_brand: 'Visa' }, 'card_brand'],
    [{ payment_method: 'card', card_last4: '42' }, 'card_last4'],
    [{ note: 'x'.repeat(2001) }, 'note'],
    [{ square_account: 'BFA' }, 'square_account'],
  ])('rejects %j and changes nothing', async (body, path) => {
    const { id } = await buildInvoice(t.current);
    const { status, error } = await record(id, body);
    expect(status).toBe(400);
    expect(error.details?.fields?.map((field) => field.path)).toContain(path);
    const { body: after } = await agent.call(getInvoice, { params: { id } });
    expect(after.data).toMatchObject({ status: 'draft', paid_amount_cents: null });
  });

  it('rejects a date before the year of the invoice, naming the year', async () => {
    const { id } = await buildInvoice(t.current);
    const { status, error } = await record(id, { paid_on: '2025-12-31' });
    expect([status, error.message]).toEqual([
      400,
      'The payment date must be in 2026 or later: the invoice was created on Nov 20, 2026. Check the year.',
    ]);
    expect((await record(id, { paid_on: '2026-01-01' })).status).toBe(201);
  });

  it('returns 404 for an unknown invoice', async () => {
    expect((await record(987_654)).status).toBe(404);
    expect((await agent.call(listInvoiceTransactions, { params: { id: 987_654 } })).status).toBe(404);
  });

  it('records one payment for a repeated key', async () => {
    const { id } = await buildInvoice(t.current);
    const headers = { 'idempotency-key': `key-${id}` };
    const first = await record(id, {}, headers);
    const second = await record(id, {}, headers);
    expect(second.status).toBe(201);
    expect(second.body.data.id).toBe(first.body.data.id);
    const { body } = await agent.call(listInvoiceTransactions, { params: { id } });
    expect(body.data).toHaveLength(1);
  });

  it('accepts only one of many concurrent payments of the balance', async () => {
    const { id } = await buildInvoice(t.current);
    const all = await Promise.all(Array.from({ length: 6 }, () => record(id, { amount_cents: 10_000 })));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('publishes the invoice once to open screens, which refetch its session too', async () => {
    const session = await buildSession(t.current);
    const { id } = await buildInvoice(t.current, { session_id: session.id, customer_id: session.client_id });
    const received: LiveEvent[] = [];
    const stop = t.current.deps.live.subscribe((event) => received.push(event));
    await record(id);
    const last = { kind: 'imports', action: 'updated', agent_id: null } as const;
    await announce(t.current.deps.database, last);
    await expect.poll(() => received.at(-1)).toEqual(last);
    stop();
    const changes = received.filter(({ kind, action }) => kind !== 'imports' && action === 'updated');
    expect(changes).toMatchObject([{ kind: 'invoices', ids: [id] }]);
  });

  it('is in the audit log', async () => {
    const { id } = await buildInvoice(t.current);
    const { body } = await record(id);
    const rows = await t.current.deps.database.query<{ entity: string; action: string; actor_id: number }>(
      `select entity, action, actor_id from audit_events
        where (entity = 'transaction' and entity_id = $1) or (entity = 'invoice' and entity_id = $2 and field = 'status')
        order by id`,
      [body.data.id, id],
    );
    expect(rows).toEqual([
      { entity: 'transaction', action: 'created', actor_id: agent.agent.id },
      { entity: 'invoice', action: 'updated', actor_id: agent.agent.id },
    ]);
  });
});

describe('the payments of a session', () => {
  it('show transactions and invoices, and the payment makes the session paid', async () => {
    const session = await buildSession(t.current);
    const invoice = await buildInvoice(t.current, { session_id: session.id, customer_id: session.client_id });
    await record(invoice.id, { payment_method: 'check' });
    const { body } = await agent.call(getSessionPaymentData, { params: { id: session.id } });
    expect(body.transactions).toEqual([
      {
        id: expect.any(Number),
        kind: 'payment',
        payment_method: 'check',
        card_brand: null,
        card_last4: null,
        amount: 4000,
        payment_status: 'completed',
        created_at: t.current.clock.now().toISOString(),
      },
    ]);
    expect(body.invoices).toEqual([
      {
        id: invoice.id,
        title: invoice.title,
        external_ref: expect.stringMatching(/^INV-\d+$/),
        status: 'partially_paid',
        payment_state: 'partially_paid',
        total_cents: 10_000,
        is_made_by_schedule: false,
      },
    ]);
    expect(body.recurringPayment).toBeNull();
    expect(body.data).toEqual({
      transactions: body.transactions,
      invoices: body.invoices,
      recurringPayment: null,
      paid_cents: 4000,
      settled_cents: 4000,
    });
    const { body: after } = await agent.call(getSession, { params: { id: session.id } });
    expect(after.data.payment_received_at).toEqual([t.current.clock.now().toISOString()]);
  });

  it('name the schedule of its recurring invoice, and the invoice that the schedule created', async () => {
    const session = await buildSession(t.current);
    const invoice = await buildInvoice(t.current, { session_id: session.id, customer_id: session.client_id });
    const { database, clock } = t.current.deps;
    const [schedule] = await database.query<{ id: number }>(
      `insert into recurring_payments (name, client_id, amount_cents, square_account, frequency, anchor_date,
                                       next_payment_date, content, created_at, updated_at)
       values ('Fee', $1, 100, 'BFS', 'MONTHLY', '2026-11-30', '2026-12-30', '{}', $2, $2) returning id`,
      [session.client_id, clock.now()],
    );
    await database.query('update invoices set recurring_payment_id = $2 where id = $1', [
      invoice.id,
      schedule?.id,
    ]);
    const { body } = await agent.call(getSessionPaymentData, { params: { id: session.id } });
    expect(body.recurringPayment).toEqual({ frequency: 'MONTHLY', next_payment_date: '2026-12-30' });
    expect(body.invoices).toMatchObject([{ id: invoice.id, is_made_by_schedule: true }]);
  });
});
