import {
  getOperation,
  listOperationItems,
  runOperation,
  stopOperation,
} from '@ledgerline/contract/bulk-actions/endpoints';
import { updateGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { serverError } from '@ledgerline/fakes/square/failures';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { jobHandlers } from '#app';
import { type Account, PaymentError } from '#platform/ports/payments.ts';
import { prepare } from '#testing/operations.ts';
import { newInvoice, readInvoice, useSquareOffice } from '#testing/square-office.ts';

const QUEUE = 'operation-emails';
const HOUR_MS = 3_600_000;
const w = useSquareOffice({ SMTP_URL: 'smtp://127.0.0.1:9' });
// The tables of the queue; the tests run its jobs themselves.
beforeAll(() => w.current.t.deps.jobs.start([]));
let handlers: ReturnType<typeof jobHandlers>;
beforeEach(() => {
  vi.mocked(w.current.t.deps.jobs.send).mockClear();
  // A server that was just started.
  handlers = jobHandlers(w.current.t.deps);
});
afterEach(() => {
  w.current.fake.http.clear();
  w.current.fake.setToken('BFA', 'active');
});

/** A started action that sends new invoices, each of one of these accounts. */
async function start(count: number, accounts: readonly Account[] = []) {
  const { agent } = w.current;
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await newInvoice(w.current, accounts[n])).id);
  const { body } = await prepare(agent, { kind: 'send_invoice', params: {} }, { ids });
  await agent.call(runOperation, { params: { id: body.id } });
  return { id: body.id, ids };
}

const runJob = (id: number) => handlers.find(({ queue }) => queue === QUEUE)?.work({ id });
const stateOf = async (id: number) =>
  (await w.current.agent.call(getOperation, { params: { id } })).body.data;
/** In how many seconds the next jobs run; undefined: at once. */
const delays = () =>
  vi
    .mocked(w.current.t.deps.jobs.send)
    .mock.calls.flatMap(([, queue, , options]) => (queue === QUEUE ? [options?.afterSeconds] : []));
const emails = (ids: readonly number[]) =>
  w.current.t.deps.database.query(
    `select invoice_id as id, count(*)::int as count from mail_messages
      where invoice_id = any($1::bigint[]) and kind = 'invoice' group by 1 order by 1`,
    [ids],
  );
const breakSquare = (path = /^\/v2\//) =>
  w.current.fake.http.failNext('POST', path, serverError(503), Number.MAX_SAFE_INTEGER);
const repairSquare = () => w.current.fake.http.clear();

it('waits while the provider is unavailable, and then sends each invoice once', async () => {
  const { clock } = w.current.t;
  const { id, ids } = await start(3);
  breakSquare();
  await runJob(id);
  const since = clock.now().toISOString();
  expect(await stateOf(id)).toMatchObject({
    ...{ state: 'running', counts: { pending: 3, changed: 0, rejected: 0 } },
    waiting: { since, until: new Date(clock.now().getTime() + 4 * HOUR_MS).toISOString() },
  });
  clock.advance(60_000);
  await runJob(id);
  // The first invoice is published now, but without a response to any of three calls.
  repairSquare();
  w.current.fake.http.failNext('POST', /\/publish$/, { kind: 'cut', when: 'after' }, 3);
  clock.advance(600_000);
  await runJob(id);
  expect(delays()).toEqual([undefined, 15, 60, 300]);
  expect((await stateOf(id)).waiting?.since).toBe(since);
  expect(await emails(ids)).toEqual([]);
  clock.advance(300_000);
  const onOther = jobHandlers(w.current.t.deps).find(({ queue }) => queue === QUEUE);
  await Promise.all([runJob(id), onOther?.work({ id })]);
  expect(await stateOf(id)).toMatchObject({ state: 'done', waiting: null, counts: { changed: 3 } });
  expect(await emails(ids)).toEqual(ids.map((one) => ({ id: one, count: 1 })));
  for (const one of ids) expect(await readInvoice(w.current, one)).toMatchObject({ status: 'sent' });
  const open = w.current.fake.merchant('BFS').invoices.filter(({ status }) => status === 'UNPAID');
  expect(open).toHaveLength(3);
});

it('sends the others while the provider fails for some invoices', async () => {
  const { id, ids } = await start(8);
  const { payments } = w.current.t.deps;
  const publish = payments.publishInvoice.bind(payments);
  const keys: string[] = [];
  const spy = vi.spyOn(payments, 'publishInvoice').mockImplementation((invoice, step) => {
    if (keys.length < 6 && !keys.includes(invoice.idempotencyKey)) keys.push(invoice.idempotencyKey);
    if (keys.includes(invoice.idempotencyKey)) throw new PaymentError('unavailable', 'not now');
    return publish(invoice, step);
  });
  // Each attempt starts with those that the provider did not fail for.
  for (let attempt = 0; attempt < 7; attempt += 1) {
    await runJob(id);
    expect(spy).toHaveBeenCalledTimes(attempt < 6 ? attempt + 1 : 9);
    w.current.t.clock.advance(300_000);
  }
  expect(await stateOf(id)).toMatchObject({ state: 'running', counts: { changed: 2, pending: 6 } });
  spy.mockRestore();
  await runJob(id);
  expect(await stateOf(id)).toMatchObject({ state: 'done', counts: { changed: 8 } });
  expect(await emails(ids)).toHaveLength(8);
});

it('sends the invoices of one account while the other is not accepted, which is tried once', async () => {
  const { fake, t } = w.current;
  const { id } = await start(8, ['BFA', 'BFA', 'BFA', 'BFA', 'BFA', 'BFA', 'BFS', 'BFS']);
  fake.setToken('BFA', 'revoked');
  const calls = vi.spyOn(t.deps.payments, 'ensureCustomer');
  await runJob(id);
  expect(calls.mock.calls.map(([account]) => account)).toEqual(['BFA', 'BFS', 'BFS']);
  calls.mockRestore();
  expect(await stateOf(id)).toMatchObject({ state: 'running', counts: { changed: 2, pending: 6 } });
  fake.setToken('BFA', 'active');
  await runJob(id);
  expect(await stateOf(id)).toMatchObject({ state: 'done', waiting: null, counts: { changed: 8 } });
});

it('uses the pace for the invoices that the provider accepts', async () => {
  const { agent, fake, t } = w.current;
  const pace = (bulk_emails_per_minute: number) =>
    agent.call(updateGlobalSettings, { body: { bulk_emails_per_minute } });
  const { id } = await start(3, ['BFA', 'BFS', 'BFS']);
  fake.setToken('BFA', 'revoked');
  t.clock.advance(61_000);
  await pace(1);
  const calls = vi.spyOn(t.deps.payments, 'ensureCustomer');
  await runJob(id);
  expect(await stateOf(id)).toMatchObject({ waiting: null, counts: { changed: 1, pending: 2 } });
  t.clock.advance(61_000);
  await runJob(id);
  expect(await stateOf(id)).toMatchObject({ counts: { changed: 2, pending: 1 } });
  // The account that is unavailable was not called again after the pause.
  expect(calls.mock.calls.map(([account]) => account)).toEqual(['BFA', 'BFS', 'BFS']);
  expect((await stateOf(id)).waiting?.since).toBe(t.clock.now().toISOString());
  calls.mockRestore();
  await pace(30);
});

it('can be stopped while it waits', async () => {
  const { id, ids } = await start(2);
  breakSquare();
  await runJob(id);
  const { body } = await w.current.agent.call(stopOperation, { params: { id } });
  expect(body.data).toMatchObject({ waiting: null, counts: { pending: 0, skipped: 2 } });
  // The job that waits would end it only minutes later.
  expect(delays()).toEqual([undefined, 15, undefined]);
  await runJob(id);
  repairSquare();
  expect(await stateOf(id)).toMatchObject({ state: 'done', waiting: null });
  await runJob(id);
  expect(await emails(ids)).toEqual([]);
});

it('rejects what is left after four hours, in which the portal was running', async () => {
  const { clock } = w.current.t;
  const { id, ids } = await start(6);
  breakSquare();
  await runJob(id);
  clock.advance(5 * HOUR_MS);
  await runJob(id);
  expect((await stateOf(id)).waiting?.since).toBe(clock.now().toISOString());
  for (let minutes = 0; minutes < 240; minutes += 5) {
    expect(await stateOf(id)).toMatchObject({ state: 'running', counts: { pending: 6 } });
    clock.advance(300_000);
    await runJob(id);
  }
  expect(await stateOf(id)).toMatchObject({ state: 'done', waiting: null, counts: { rejected: 6 } });
  const { data } = (await w.current.agent.call(listOperationItems, { params: { id }, query: {} })).body;
  expect(data[5]?.reason).toBe('The payment provider accepted no invoice for 4 hours. This one was not sent');
  expect(await readInvoice(w.current, ids[5] ?? 0)).toMatchObject({ status: 'draft', sent_at: null });
});
