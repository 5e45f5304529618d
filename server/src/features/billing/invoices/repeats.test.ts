import {
  listInvoiceTransactions,
  recordPayment,
  refundPayment,
} from '@ledgerline/contract/invoices/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  agent = await signInAs(t.current);
});
beforeEach(() => t.current.clock.set(TEST_NOW));

const CASH = { amount_cents: 4000, payment_method: 'cash', paid_on: '2026-11-20', note: '' } as const;
const record = (id: number, body: object = {}, headers: Record<string, string> = {}) =>
  agent.call(recordPayment, { params: { id }, body: { ...CASH, ...body }, headers });
const refund = (id: number, body: object = {}, headers: Record<string, string> = {}) =>
  agent.call(refundPayment, {
    params: { id },
    body: { amount_cents: 1000, refunded_on: '2026-11-20', note: '', ...body },
    headers,
  });
const LATER_MS = 11 * 60_000;

describe('the same amount again', () => {
  it('asks for confirmation before the same amount is recorded again within ten minutes', async () => {
    const { id } = await buildInvoice(t.current);
    const first = await record(id, { amount_cents: 1500 });
    const prompted = await record(id, { amount_cents: 1500, payment_method: 'check', note: 'Other words' });
    expect([prompted.status, prompted.error.code, prompted.error.message]).toEqual([
      409,
      'likely_repeat',
      'A payment of $15.00 was recorded on this invoice within the last ten minutes. Record it again?',
    ]);
    expect(prompted.error.details).toMatchObject({ transaction_id: first.body.data.id });
    expect((await record(id, { amount_cents: 1500, confirm_repeat: false })).status).toBe(409);
    expect((await record(id, { amount_cents: 1501 })).status).toBe(201);
    expect((await record(id, { amount_cents: 1500, confirm_repeat: true })).status).toBe(201);
    t.current.clock.advance(10 * 60_000);
    expect((await record(id, { amount_cents: 1500 })).status).toBe(201);
    const other = await buildInvoice(t.current);
    expect((await record(other.id, { amount_cents: 1500 })).status).toBe(201);
  });

  it('records one of many concurrent equal payments, and a repeated key gets its response', async () => {
    const { id } = await buildInvoice(t.current);
    const keys = Array.from({ length: 6 }, (_, index) => `equal-${id}-${index}`);
    const send = (key: string) => record(id, { amount_cents: 100 }, { 'idempotency-key': key });
    const all = await Promise.all(keys.map(send));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const again = await send(keys[all.findIndex(({ status }) => status === 201)] ?? '');
    expect(again.status).toBe(201);
    const { body } = await agent.call(listInvoiceTransactions, { params: { id } });
    expect(body.data).toHaveLength(1);
  });

  it('asks for confirmation before the same amount is refunded again within ten minutes, even of another payment', async () => {
    const { id } = await buildInvoice(t.current);
    const { body: one } = await record(id);
    const { body: two } = await record(id, { amount_cents: 2000 });
    expect((await refund(one.data.id)).status).toBe(201);
    for (const { data } of [one, two]) {
      const { status, error } = await refund(data.id);
      expect([status, error.code, error.message]).toEqual([
        409,
        'likely_repeat',
        'A refund of $10.00 was recorded on this invoice within the last ten minutes. Record it again?',
      ]);
    }
    expect((await refund(two.data.id, { confirm_repeat: true })).status).toBe(201);
    t.current.clock.advance(10 * 60_000);
    expect((await refund(one.data.id)).status).toBe(201);
  });

  it('is recorded once under one key, confirmed or not, even after the confirmation window', async () => {
    const { id } = await buildInvoice(t.current);
    await record(id, { amount_cents: 300 });
    const headers = { 'idempotency-key': `once ${id}` };
    expect((await record(id, { amount_cents: 300 }, headers)).status).toBe(409);
    const done = await record(id, { amount_cents: 300, confirm_repeat: true }, headers);
    t.current.clock.advance(LATER_MS);
    const again = await record(id, { amount_cents: 300 }, headers);
    expect([done.status, again.status, again.body.data.id]).toEqual([201, 201, done.body.data.id]);
    const other = await record(id, { amount_cents: 301, confirm_repeat: true }, headers);
    expect(other.error.code).toBe('idempotency_mismatch');
    const { body } = await agent.call(listInvoiceTransactions, { params: { id } });
    expect(body.data).toHaveLength(2);
  });

  it('is refunded once under one key, confirmed or not', async () => {
    const { id } = await buildInvoice(t.current);
    const { body: paid } = await record(id);
    await refund(paid.data.id);
    const headers = { 'idempotency-key': `refunded once ${id}` };
    const done = await refund(paid.data.id, { confirm_repeat: true }, headers);
    t.current.clock.advance(LATER_MS);
    const again = await refund(paid.data.id, {}, headers);
    expect([done.status, again.status, again.body.data.id]).toEqual([201, 201, done.body.data.id]);
  });
});
