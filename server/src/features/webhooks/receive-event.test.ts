import { randomUUID } from 'node:crypto';
import { listInvoiceTransactions } from '@ledgerline/contract/invoices/endpoints';
import type { Account } from '@ledgerline/contract/rules';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventHandlers } from '#app';
import { dueOfTotal, type PayAttempt } from '#platform/ports/built-in-pay-page.ts';
import { PaymentError } from '#platform/ports/payments.ts';
import { signInAs } from '#testing/factories.ts';
import { buildPublishedInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';
import { MAX_ATTEMPTS, processEvent, requeueStale, retryWaiting } from './receive-event.ts';

const t = useTestApp();
const builtin = () => {
  const { payments } = t.current.deps;
  if (!payments.hasOwnPage) throw new Error('the test is about the built-in provider');
  return payments;
};
const attempt = (values: Partial<PayAttempt> = {}): PayAttempt => ({
  key: randomUUID(),
  outcome: 'paid',
  method: 'card',
  amount_cents: null,
  dueOf: dueOfTotal(10_000),
  ...values,
});

beforeEach(() => {
  t.current.clock.advance(60_000);
  vi.spyOn(t.current.deps.jobs, 'send').mockResolvedValue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await t.current.deps.database.query('update pay_events set delivered_at = now()');
  await t.current.deps.database.query('delete from provider_events');
});

async function paidEvent(account: Account = 'BFS') {
  const invoice = await buildPublishedInvoice(t.current, { square_account: account });
  const { token } = await builtin().pageOf(account, invoice.providerInvoiceId);
  await builtin().pay(token, attempt());
  const events = await builtin().undelivered(100);
  const event = events.find(({ rawBody }) => rawBody.includes('payment.created'));
  if (!event) throw new Error('the provider sent no event');
  return { invoice, ...event };
}

const post = (account: string, payload: Buffer | string, headers: Record<string, string>) =>
  t.current.app.inject({ method: 'POST', url: `/api/webhooks/payments/${account}`, payload, headers });

interface Row {
  id: number;
  raw: string | null;
  note: string | null;
  status: string;
  attempts: number;
  error: string | null;
  event_id: string;
}
const stored = () => t.current.deps.database.query<Row>('select * from provider_events order by id');

const work = (id: number) => processEvent(t.current.deps, eventHandlers, id);

async function transactionsOf(id: number) {
  const agent = await signInAs(t.current);
  return (await agent.call(listInvoiceTransactions, { params: { id } })).body.data;
}

describe('the webhook endpoint of payment providers', () => {
  it('stores an event with a valid signature and responds immediately', async () => {
    const { rawBody, headers } = await paidEvent();
    const response = await post('BFS', rawBody, { 'content-type': 'application/json', ...headers });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true });
    expect(await stored()).toMatchObject([{ status: 'new', attempts: 0 }]);
    expect(t.current.deps.jobs.send).toHaveBeenCalledOnce();
  });

  it.each(['application/octet-stream', 'text/plain', 'application/json; charset=utf-8'])(
    'reads the raw bytes, also as %s',
    async (type) => {
      const { rawBody, headers } = await paidEvent('BFA');
      expect((await post('BFA', rawBody, { 'content-type': type, ...headers })).statusCode).toBe(200);
    },
  );

  it('stores an event once, however often it arrives', async () => {
    const { rawBody, headers } = await paidEvent();
    const all = await Promise.all(Array.from({ length: 5 }, () => post('BFS', rawBody, headers)));
    expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(await stored()).toHaveLength(1);
    expect(t.current.deps.jobs.send).toHaveBeenCalledOnce();
  });

  it('rejects invalid signatures, stores nothing, and logs no body', async () => {
    const { rawBody, headers } = await paidEvent();
    const warn = vi.spyOn(t.current.deps.log, 'warn');
    const forged = Buffer.from(rawBody.toString().replace('10000', '99999'));
    expect((await post('BFS', forged, headers)).statusCode).toBe(401);
    expect((await post('BFS', Buffer.concat([rawBody, Buffer.from(' ')]), headers)).statusCode).toBe(401);
    expect((await post('BFS', rawBody, {})).statusCode).toBe(401);
    expect((await post('BFS', rawBody, { 'x-ledgerline-signature': 'sha256=' })).statusCode).toBe(401);
    expect((await post('BFS', Buffer.alloc(0), headers)).statusCode).toBe(401);
    expect(await stored()).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(5);
    expect(JSON.stringify(warn.mock.calls)).not.toContain('99999');
  });

  it('separates the accounts: an event of one is invalid for the other', async () => {
    const { rawBody, headers } = await paidEvent('BFS');
    expect((await post('BFA', rawBody, headers)).statusCode).toBe(401);
    expect((await post('XYZ', rawBody, headers)).statusCode).toBe(404);
  });

  it('accepts at most 256 KB', async () => {
    const { headers } = await paidEvent();
    const warn = vi.spyOn(t.current.deps.log, 'warn');
    expect((await post('BFS', Buffer.alloc(256 * 1024 + 1, 'x'), headers)).statusCode).toBe(413);
    expect(warn.mock.calls).toEqual([
      [expect.objectContaining({ bytes: 256 * 1024 + 1 }), 'webhook call rejected'],
    ]);
  });

  it('does not affect the JSON of other calls', async () => {
    const response = await t.current.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: 'no json',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.statusCode).toBe(400);
  });
});

describe('processing an event', () => {
  async function received() {
    const event = await paidEvent();
    await post('BFS', event.rawBody, event.headers);
    const [row] = await stored();
    if (!row) throw new Error('the event was not stored');
    return { ...event, row };
  }

  it('creates one transaction, however often it runs', async () => {
    const { invoice, row } = await received();
    await Promise.all([1, 2, 3].map(() => work(row.id)));
    expect(await transactionsOf(invoice.id)).toMatchObject([
      { kind: 'payment', payment_status: 'completed', amount: 10_000, card_last4: '1111', recorded_by: null },
    ]);
    expect(await stored()).toMatchObject([{ status: 'processed', error: null, note: null, raw: null }]);
  });

  it('marks an invoice that is not ours as ignored', async () => {
    const { invoice, row } = await received();
    vi.spyOn(t.current.deps.payments, 'readEvent').mockResolvedValue(null);
    await work(row.id);
    expect(await stored()).toMatchObject([{ status: 'processed', note: 'ignored', raw: null }]);
    expect(await transactionsOf(invoice.id)).toEqual([]);
  });

  it('never records an event of one account in the other', async () => {
    const { invoice, row, rawBody } = await received();
    const update = await t.current.deps.payments.readEvent('BFS', rawBody);
    if (!update) throw new Error('the event has no subject');
    vi.spyOn(t.current.deps.payments, 'readEvent').mockResolvedValue({ ...update, account: 'BFA' });
    await expect(work(row.id)).rejects.toThrow('an event of BFS is about BFA');
    expect(await transactionsOf(invoice.id)).toEqual([]);
  });

  it('retries failures, and parks the event with the reason after the last attempt', async () => {
    const { invoice, row } = await received();
    await t.current.deps.database.query('delete from invoice_publications where invoice_id = $1', [
      invoice.id,
    ]);
    await t.current.deps.database.query('update invoices set square_invoice_id = null where id = $1', [
      invoice.id,
    ]);
    for (let n = 1; n < MAX_ATTEMPTS; n += 1) {
      await expect(work(row.id)).rejects.toThrow('no invoice is published as');
      expect(await stored()).toMatchObject([{ status: 'new', attempts: n }]);
    }
    await work(row.id);
    const [parked] = await stored();
    expect(parked).toMatchObject({ status: 'parked', attempts: MAX_ATTEMPTS });
    expect(parked?.error).toContain(invoice.providerInvoiceId);
    await work(row.id);
    expect(await transactionsOf(invoice.id)).toEqual([]);
  });

  it('retries a parked event when its invoice is known by then', async () => {
    const { invoice, row } = await received();
    const { database } = t.current.deps;
    await database.query(
      `update provider_events set status = 'parked', attempts = 6, is_waiting = true, subject = $1`,
      ['inv_that_never_came'],
    );
    vi.mocked(t.current.deps.jobs.send).mockClear();
    await retryWaiting(t.current.deps, eventHandlers);
    expect(t.current.deps.jobs.send).not.toHaveBeenCalled();
    await database.query('update provider_events set subject = $1', [invoice.providerInvoiceId]);
    await retryWaiting(t.current.deps, eventHandlers);
    expect(t.current.deps.jobs.send).toHaveBeenLastCalledWith(expect.anything(), 'provider-events-payments', {
      id: row.id,
    });
    await work(row.id);
    expect(await transactionsOf(invoice.id)).toHaveLength(1);
  });

  it('requeues an event whose job was lost', async () => {
    const { row } = await received();
    await requeueStale(t.current.deps);
    expect(t.current.deps.jobs.send).toHaveBeenCalledTimes(1);
    t.current.clock.advance(11 * 60_000);
    await requeueStale(t.current.deps);
    expect(t.current.deps.jobs.send).toHaveBeenLastCalledWith(expect.anything(), 'provider-events-payments', {
      id: row.id,
    });
    await requeueStale(t.current.deps);
    expect(t.current.deps.jobs.send).toHaveBeenCalledTimes(2);
  });

  it('waits for an unavailable provider, and leaves a malformed event to a developer', async () => {
    const { invoice, row } = await received();
    const read = vi.spyOn(t.current.deps.payments, 'readEvent');
    const fail = async (error: Error) => {
      read.mockRejectedValue(error);
      await t.current.deps.database.query(
        `update provider_events set status = 'new', attempts = ${MAX_ATTEMPTS - 1}`,
      );
      await work(row.id);
      await retryWaiting(t.current.deps, eventHandlers);
      return (await stored())[0]?.status;
    };
    expect(await fail(new SyntaxError('no JSON'))).toBe('parked');
    expect(await stored()).toMatchObject([{ error: 'no JSON' }]);
    expect(await fail(new PaymentError('unavailable', 'no response'))).toBe('new');
    read.mockRestore();
    await work(row.id);
    expect(await transactionsOf(invoice.id)).toHaveLength(1);
  });

  it('retains an event of a provider that is no longer connected', async () => {
    const { row } = await received();
    await t.current.deps.database.query(`update provider_events set provider = 'square'`);
    await expect(work(row.id)).rejects.toThrow('square is no longer connected, builtin is');
    expect((await stored())[0]?.raw).not.toBeNull();
  });

  it('leaves a void invoice void, records the payment and audits it', async () => {
    const { invoice, row } = await received();
    const { database } = t.current.deps;
    await database.query(`update invoices set status = 'void', voided_at = now() where id = $1`, [
      invoice.id,
    ]);
    await work(row.id);
    expect(await transactionsOf(invoice.id)).toHaveLength(1);
    const [after] = await database.query('select status, paid_amount_cents from invoices where id = $1', [
      invoice.id,
    ]);
    expect(after).toEqual({ status: 'void', paid_amount_cents: 10_000 });
    const notes = await database.query<{ new_value: { amount_cents: number } }>(
      `select new_value from audit_events where entity = 'invoice' and entity_id = $1 and field = 'payment_on_void'`,
      [invoice.id],
    );
    expect(notes.map(({ new_value }) => new_value.amount_cents)).toEqual([10_000]);
  });
});
