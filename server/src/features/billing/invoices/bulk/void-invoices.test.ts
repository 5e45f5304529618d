import {
  createOperation,
  downloadOperation,
  listOperationItems,
  runOperation,
} from '@ledgerline/contract/bulk-actions/endpoints';
import * as invoices from '@ledgerline/contract/invoices/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { runBatch } from '#features/records/bulk-actions/run/run-batch.ts';
import { agentContext } from '#platform/context.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildInvoice, buildPublishedInvoice } from '#testing/invoices.ts';
import { prepare, runBulk, settledOperation } from '#testing/operations.ts';
import { useTestApp } from '#testing/test-app.ts';
import { voidInvoices } from './void-invoices.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const VOID = { kind: 'void_invoice', params: {} } as const;
const query = <Row extends object>(text: string, values: unknown[]) =>
  t.current.deps.database.query<Row>(text, values);
const set = (id: number, status: string, provider_status: string | null = null) =>
  query('update invoices set status = $2, provider_status = $3 where id = $1', [id, status, provider_status]);
const statusOf = async (id: number) =>
  (await agent.call(invoices.getInvoice, { params: { id } })).body.data.status;
const items = async (id: number) =>
  (await agent.call(listOperationItems, { params: { id }, query: {} })).body.data;
const voidsOf = (id: number) =>
  query(`select 1 from audit_events where entity = 'invoice' and entity_id = $1 and action = 'voided'`, [id]);

describe('voiding invoices', () => {
  it('previews by the rules of the single action with the balance, then voids', async () => {
    const [draft, published, paid, before, paying] = [
      await buildInvoice(t.current),
      await buildPublishedInvoice(t.current, { total_cents: 2500 }),
      await buildInvoice(t.current),
      await buildInvoice(t.current),
      await buildPublishedInvoice(t.current),
    ];
    await set(paid.id, 'paid');
    await set(before.id, 'void');
    await set(paying.id, 'sent', 'processing');
    const ids = [draft.id, published.id, paid.id, before.id, paying.id, 999_999];
    const { body } = await prepare(agent, VOID, { ids });
    expect(body.data.counts).toMatchObject({ total: 6, pending: 2, skipped: 1, rejected: 3 });
    expect(body.balance_cents).toBe(12_500);
    expect(body.sample).toContainEqual({
      ...{ record_id: published.id, label: `Invoice ${published.id} · Casey Client` },
      ...{ from: '$25.00', to: '$25.00' },
    });
    const reasons = new Map((await items(body.id)).map(({ record_id, reason }) => [record_id, reason]));
    expect(reasons.get(paid.id)).toBe('A paid invoice cannot be voided.');
    expect(reasons.get(before.id)).toBe('The invoice is already void');
    expect(reasons.get(paying.id)).toMatch('A payment of this invoice is being processed');
    expect(reasons.get(999_999)).toBe('The invoice no longer exists, or you have no access to it');
    expect(await statusOf(draft.id)).toBe('draft');

    await agent.call(runOperation, { params: { id: body.id } });
    const done = await settledOperation(agent, body.id);
    expect(done).toMatchObject({ state: 'done', undo_until: null, can_undo: false });
    expect(done.counts).toMatchObject({ changed: 2, skipped: 1, rejected: 3 });
    expect([await statusOf(draft.id), await statusOf(published.id)]).toEqual(['void', 'void']);
    expect(await statusOf(paying.id)).toBe('sent');
    const cancelled = () =>
      query('select status from invoice_publications where invoice_id = $1', [published.id]);
    await expect.poll(cancelled, { timeout: 20_000 }).toEqual([{ status: 'cancelled' }]);
    const { body: csv } = await agent.call(downloadOperation, { params: { id: body.id } });
    expect(csv).toContain('Id,Invoice,Outcome,Reason,Undo');
    expect(csv).toContain(`${draft.id},Invoice ${draft.id} · Casey Client,changed`);
  });

  it('needs recent re-authentication to start, not to preview', async () => {
    const { id } = await buildInvoice(t.current);
    const { body } = await prepare(agent, VOID, { ids: [id] });
    t.current.clock.advance(3_600_000);
    const stale = t.current.withToken(agent.token);
    expect((await stale.call(runOperation, { params: { id: body.id } })).body).toMatchObject({
      code: 'proof_needed',
    });
    expect(await statusOf(id)).toBe('draft');
  });

  it('decides again when it runs, and voids each once if a server stops before its transaction ends', async () => {
    const [one, paid] = [await buildPublishedInvoice(t.current), await buildInvoice(t.current)];
    const { body } = await prepare(agent, VOID, { ids: [one.id, paid.id] });
    await query(`update operations set state = 'running' where id = $1`, [body.id]);
    await set(paid.id, 'paid');
    const { deps } = t.current;
    const ctx = agentContext(deps, { id: agent.agent.id, name: 'Avery' }, 'test');
    const actions = { void_invoice: voidInvoices } as never;
    const stopped = deps.database.transaction(async (db) => {
      await runBatch({ ...ctx, db }, actions, body.id);
      throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect(await statusOf(one.id)).toBe('draft');
    await Promise.all(
      [1, 2].map(() => deps.database.transaction((db) => runBatch({ ...ctx, db }, actions, body.id))),
    );
    expect(await statusOf(one.id)).toBe('void');
    expect(await voidsOf(one.id)).toHaveLength(1);
    expect((await items(body.id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['changed', ''],
      ['rejected', 'A paid invoice cannot be voided.'],
    ]);
  });

  it('takes all that a list of invoices shows, and no list of clients', async () => {
    const customer_id = await buildClient(t.current);
    const title = 'Bulk only here';
    const made = [];
    for (const square_account of ['BFS', 'BFA', 'BFS'] as const)
      made.push(await buildInvoice(t.current, { customer_id, title, square_account }));
    const all_invoices = { q: title, account: 'BFS' } as never;
    const done = await runBulk(agent, VOID, { all_invoices });
    expect(done.counts).toMatchObject({ total: 2, changed: 2 });
    expect(await statusOf(made[1]?.id ?? 0)).toBe('draft');
    const wrong = await agent.call(createOperation, { body: { action: VOID, selection: { all: {} } } });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const none = await prepare(agent, VOID, { all_invoices: { q: 'no such invoice' } as never });
    expect(JSON.stringify(none.body)).toContain('no longer contains any invoices');
  });
});
