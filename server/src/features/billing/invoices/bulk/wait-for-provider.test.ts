import {
  getOperation,
  listOperationItems,
  runOperation,
  stopOperation,
} from '@ledgerline/contract/bulk-actions/endpoints';
import { serverError } from '@ledgerline/fakes/square/failures';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { jobHandlers } from '#app';
import { PaymentError } from '#platform/ports/payments.ts';
import { prepare } from '#testing/operations.ts';
import { newInvoice, readInvoice, useSquareOffice } from '#testing/square-office.ts';

const QUEUE = 'operation-emails';
const HOUR_MS = 3_600_000;
const w = useSquareOffice({ SMTP_URL: 'smtp://127.0.0.1:9' });
// The tables of the queue; the tests run its jobs themselves.
beforeAll(() => w.current.t.deps.jobs.start([]));
beforeEach(() => {
  vi.mocked(w.current.t.deps.jobs.send).mockClear();
});

/** A started action that sends new invoices. */
async function start(count: number) {
  const { agent } = w.current;
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await newInvoice(w.current)).id);
  const { body } = await prepare(agent, { kind: 'send_invoice', params: {} }, { ids });
  await agent.call(runOperation, { params: { id: body.id } });
  return { id: body.id, ids };
}

const runJob = (id: number) =>
  jobHandlers(w.current.t.deps)
    .find(({ queue }) => queue === QUEUE)
    ?.work({ id });
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
  // Invoices are published now, but without a response.
  repairSquare();
  w.current.fake.http.failNext('POST', /\/publish$/, { kind: 'cut', when: 'after' }, 9);
  clock.advance(600_000);
  await runJob(id);
  expect(delays()).toEqual([undefined, 15, 60, 300]);
  expect((await stateOf(id)).waiting?.since).toBe(since);
  expect(await emails(ids)).toEqual([]);
  clock.advance(300_000);
  await Promise.all([runJob(id), runJob(id)]);
  expect(await stateOf(id)).toMatchObject({ state: 'done', waiting: null, counts: { changed: 3 } });
  expect(await emails(ids)).toEqual(ids.map((one) => ({ id: one, count: 1 })));
  for (const one of ids) expect(await readInvoice(w.current, one)).toMatchObject({ status: 'sent' });
  const open = w.current.fake.merchant('BFS').invoices.filter(({ status }) => status === 'UNPAID');
  expect(open).toHaveLength(3);
});

it('sends the others while the provider fails for one invoice', async () => {
  const { id, ids } = await start(7);
  const { payments } = w.current.t.deps;
  const publish = payments.publishInvoice.bind(payments);
  const keys: string[] = [];
  const spy = vi.spyOn(payments, 'publishInvoice').mockImplementation((invoice, step) => {
    keys.push(invoice.idempotencyKey);
    if (invoice.idempotencyKey === keys[0]) throw new PaymentError('unavailable', 'not now');
    return publish(invoice, step);
  });
  await runJob(id);
  expect(await stateOf(id)).toMatchObject({ state: 'running', counts: { changed: 6, pending: 1 } });
  spy.mockRestore();
  await runJob(id);
  expect(await stateOf(id)).toMatchObject({ state: 'done', counts: { changed: 7 } });
  expect(await emails(ids)).toHaveLength(7);
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

it('rejects what is left after four hours', async () => {
  const { id, ids } = await start(6);
  breakSquare();
  await runJob(id);
  w.current.t.clock.advance(4 * HOUR_MS);
  await runJob(id);
  repairSquare();
  expect(await stateOf(id)).toMatchObject({ state: 'done', waiting: null, counts: { rejected: 6 } });
  const { data } = (await w.current.agent.call(listOperationItems, { params: { id }, query: {} })).body;
  expect(data[5]?.reason).toBe('The payment provider was unavailable for 4 hours. Nothing was sent');
  expect(await readInvoice(w.current, ids[5] ?? 0)).toMatchObject({ status: 'draft', sent_at: null });
});
