import { randomUUID } from 'node:crypto';
import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { getPayPage, payOnPage } from '@ledgerline/contract/pay-page/endpoints';
import { getReminders } from '@ledgerline/contract/reminders/endpoints';
import { listClientTimeline } from '@ledgerline/contract/timeline/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announce } from '#platform/live.ts';
import { useConnectedApp } from '#testing/connected-app.ts';
import { signInAs } from '#testing/factories.ts';
import { buildInvoice, buildPublishedInvoice } from '#testing/invoices.ts';
import { type Caller, TEST_NOW } from '#testing/test-app.ts';

const { t } = useConnectedApp();
let agent: Caller;
beforeAll(async () => {
  await t.current.startJobs();
});
beforeEach(async () => {
  t.current.clock.set(TEST_NOW);
  agent = await signInAs(t.current, { first_name: 'Ada', last_name: 'Byron' });
});

const TODAY = '2026-11-20';
const minutePasses = () => t.current.clock.advance(61_000);
const read = async (id: number) => (await agent.call(endpoints.getInvoice, { params: { id } })).body.data;
const reopen = (id: number, key: string = randomUUID()) =>
  agent.call(endpoints.reopenBalance, { params: { id }, headers: { 'idempotency-key': key } });
const record = (id: number, amount_cents: number) =>
  agent.call(endpoints.recordPayment, {
    params: { id },
    body: { amount_cents, payment_method: 'cash', paid_on: TODAY, note: '', confirm_repeat: true },
  });
const refund = (id: number, amount_cents: number) =>
  agent.call(endpoints.refundPayment, {
    params: { id },
    body: { kind: 'refund', amount_cents, refunded_on: TODAY, note: '', confirm_repeat: true },
  });
const transactionsOf = async (id: number) =>
  (await agent.call(endpoints.listInvoiceTransactions, { params: { id } })).body.data;
const auditOf = (id: number) =>
  t.current.deps.database.query(
    `select action, field, old_value, new_value, actor_name from audit_events
      where entity = 'invoice' and entity_id = $1 and (action = 'reopened' or field = 'status') order by id desc limit 2`,
    [id],
  );

/** An invoice of $100 that an agent recorded as paid, and the refund of a part of it. */
async function refunded(cents: number) {
  const invoice = await buildInvoice(t.current);
  const { body } = await record(invoice.id, 10_000);
  minutePasses();
  expect((await refund(body.data.id, cents)).body.invoice.status).toBe('paid');
  minutePasses();
  return { ...invoice, payment: body.data.id };
}

/**
 * The live events about an invoice that an operation publishes. An event about imports, published before and after it, marks
 * that all earlier events have arrived.
 */
async function liveEventsDuring(id: number, operation: () => Promise<unknown>): Promise<string[]> {
  const { live, database } = t.current.deps;
  let found: string[] = [];
  let atMark = () => undefined as unknown;
  const unsubscribe = live.subscribe(({ kind, action, ids }: LiveEvent) => {
    if (kind === 'imports') atMark();
    else if (ids?.includes(id)) found.push(`${kind} ${action}`);
  });
  const allArrived = async () => {
    const mark = Promise.withResolvers<void>();
    atMark = () => mark.resolve();
    await announce(database, { kind: 'imports', action: 'updated', agent_id: null });
    await mark.promise;
  };
  await allArrived();
  found = [];
  await operation();
  await allArrived();
  unsubscribe();
  return found;
}

describe('reopening the balance of a refunded invoice', () => {
  it('makes due what was refunded, which the payment page then accepts', async () => {
    const { id, token } = await buildPublishedInvoice(t.current);
    const page = async () => (await t.current.call(getPayPage, { params: { token } })).body.data;
    const pay = (due_cents: number) =>
      t.current.call(payOnPage, {
        params: { token },
        body: { key: randomUUID(), outcome: 'paid', due_cents },
        headers: { 'x-forwarded-for': randomUUID() },
      });
    await pay(10_000);
    await expect.poll(async () => (await read(id)).status).toBe('paid');
    const [payment] = await transactionsOf(id);
    minutePasses();
    await refund(payment?.id ?? 0, 4000);
    expect(await page()).toMatchObject({ state: 'refunded', due_cents: 0 });
    minutePasses();
    const { status, body } = await reopen(id);
    expect(status).toBe(200);
    expect(body.data).toEqual(await read(id));
    expect(body.data).toMatchObject({
      status: 'partially_paid',
      payment_state: 'partially_paid',
      paid_amount_cents: 6000,
      refunded_cents: 4000,
      paid_at: null,
    });
    expect(await page()).toMatchObject({ state: 'open', paid_cents: 10_000, due_cents: 4000 });
    minutePasses();
    expect((await pay(10_000)).status).toBe(409);
    expect((await pay(4000)).body.state).toBe('paid');
    await expect.poll(async () => (await read(id)).status).toBe('paid');
    expect(await page()).toMatchObject({ state: 'paid', due_cents: 0 });
  });

  it('makes the total due after a full refund, and stays paid after a refund of the new payment', async () => {
    const { id } = await refunded(10_000);
    expect((await reopen(id)).body.data).toMatchObject({ status: 'draft', paid_amount_cents: 0 });
    minutePasses();
    const { body: again } = await record(id, 10_000);
    expect(again.invoice).toMatchObject({ status: 'paid', paid_amount_cents: 10_000 });
    minutePasses();
    const { body } = await refund(again.data.id, 2500);
    expect(body.invoice).toMatchObject({ status: 'paid', payment_state: 'partially_refunded' });
    minutePasses();
    expect((await reopen(id)).body.data).toMatchObject({ status: 'partially_paid', paid_amount_cents: 7500 });
  });

  it('writes the audit log and the timeline of the client, and updates open screens once', async () => {
    const { id, customer_id } = await refunded(4000);
    expect(await liveEventsDuring(id, () => reopen(id))).toEqual(['invoices updated']);
    const by = { actor_name: 'Ada Byron' };
    expect(await auditOf(id)).toMatchObject([
      { ...by, action: 'reopened', field: 'balance', new_value: { due_cents: 4000 } },
      { ...by, action: 'updated', field: 'status', old_value: 'paid', new_value: 'partially_paid' },
    ]);
    const { body } = await agent.call(listClientTimeline, { params: { id: customer_id } });
    expect(body.lines.find(({ event }) => event === 'invoice_reopened')).toMatchObject({
      title: 'Policy review',
      actor: 'Ada Byron',
      amount_cents: 4000,
      invoice_id: id,
    });
  });

  it('sends no reminder until the invoice is sent again', async () => {
    const { id } = await buildPublishedInvoice(t.current);
    const reminders = async () =>
      (await agent.call(getReminders, { params: { of: 'invoice', id } })).body.data;
    expect((await agent.call(endpoints.sendInvoice, { params: { id } })).status).toBe(200);
    const { body } = await record(id, 10_000);
    minutePasses();
    await refund(body.data.id, 4000);
    minutePasses();
    await reopen(id);
    expect(await reminders()).toMatchObject({ next_at: null });
    expect((await agent.call(endpoints.sendInvoice, { params: { id } })).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'partially_paid' });
    await expect.poll(async () => (await reminders()).reason).toBeNull();
    expect(await reminders()).toMatchObject({ state: 'active', next_at: expect.any(String) });
  });
});

describe('exactly once', () => {
  it('reopens once under concurrent requests', async () => {
    const { id } = await refunded(4000);
    const all = await Promise.all(Array.from({ length: 5 }, () => reopen(id)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const rejected = all.find(({ status }) => status === 409);
    expect(rejected?.error).toMatchObject({
      code: 'wrong_state',
      message: 'The balance of this invoice is already due.',
    });
    expect(await auditOf(id)).toMatchObject([{ action: 'reopened' }, { old_value: 'paid' }]);
  });

  it('changes nothing on a retry with the same key, even after the balance was paid and refunded', async () => {
    const { id, payment } = await refunded(4000);
    const key = randomUUID();
    expect((await reopen(id, key)).status).toBe(200);
    minutePasses();
    await record(id, 4000);
    minutePasses();
    await refund(payment, 1000);
    const before = await read(id);
    expect(before).toMatchObject({ status: 'paid', refunded_cents: 5000 });
    expect((await reopen(id, key)).status).toBe(200);
    expect(await read(id)).toEqual(before);
    expect(await auditOf(id)).toMatchObject([{ new_value: 'paid' }, { action: 'reopened' }]);
  });
});

describe('an invoice that cannot be reopened', () => {
  async function expectRejected(id: number, message: string) {
    const before = await read(id);
    const { status, error } = await reopen(id);
    expect([status, error.code, error.message]).toEqual([409, 'wrong_state', message]);
    expect(await read(id)).toEqual(before);
  }

  it('is open, paid without a refund, paid in full beside a refund, or void', async () => {
    const { id: open } = await buildInvoice(t.current);
    await expectRejected(open, 'The balance of this invoice is already due.');
    await record(open, 10_000);
    await expectRejected(open, 'No payment of this invoice was refunded. There is no balance to reopen.');
    const { id: overpaid } = await refunded(4000);
    // As after two payments of one balance at the same moment.
    await t.current.deps.database.query('update invoices set paid_amount_cents = 10000 where id = $1', [
      overpaid,
    ]);
    await expectRejected(
      overpaid,
      'The payments still cover the full total after the refund. There is no balance to reopen.',
    );
    const { id: voided } = await buildInvoice(t.current);
    await agent.call(endpoints.voidInvoice, { params: { id: voided } });
    await expectRejected(voided, 'This invoice is void. Create a new one to request the amount again.');
  });

  it('does not exist', async () => {
    expect((await reopen(987_654)).status).toBe(404);
  });
});
