import { listOperationItems } from '@ledgerline/contract/bulk-actions/endpoints';
import { beforeAll, expect, it, vi } from 'vitest';
import { newPass, prepareBatch } from '#features/records/bulk-actions/run/prepare-batch.ts';
import { runBatch } from '#features/records/bulk-actions/run/run-batch.ts';
import { agentContext } from '#platform/context.ts';
import { PaymentError } from '#platform/ports/payments.ts';
import { useConnectedApp } from '#testing/connected-app.ts';
import { signInAs } from '#testing/factories.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { prepare, runBulk } from '#testing/operations.ts';
import { sendInvoices } from './send-invoices.ts';

const { t } = useConnectedApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const SEND = { kind: 'send_invoice', params: {} } as const;
const query = <Row extends object>(text: string, id: number) =>
  t.current.deps.database.query<Row>(text, [id]);
const stateOf = async (id: number) => {
  const [row] = await query<{ status: string; number: string; emails: number; pages: number }>(
    `select status, external_ref as number,
            (select count(*)::int from mail_messages where invoice_id = i.id and kind = 'invoice') as emails,
            (select count(*)::int from invoice_publications where invoice_id = i.id) as pages
       from invoices i where id = $1`,
    id,
  );
  return row;
};
const reasons = async (id: number) =>
  (await agent.call(listOperationItems, { params: { id }, query: {} })).body.data.map(({ reason }) => reason);

it('sends drafts once, and says what cannot be sent', async () => {
  const [one, other, sent, paid, none] = [
    await buildInvoice(t.current),
    await buildInvoice(t.current, { square_account: 'BFA' }),
    await buildInvoice(t.current),
    await buildInvoice(t.current),
    await buildInvoice(t.current),
  ];
  await query(`update invoices set status = 'sent', sent_at = now() where id = $1`, sent.id);
  await query(`update invoices set status = 'paid' where id = $1`, paid.id);
  await query(`update invoices set email = null where id = $1`, none.id);
  const ids = [one.id, other.id, sent.id, paid.id, none.id];
  const { body } = await prepare(agent, SEND, { ids });
  expect(body.data.counts).toMatchObject({ pending: 2, skipped: 1, rejected: 2 });
  expect(body.balance_cents).toBe(20_000);
  expect(body.sample[0]).toMatchObject({ from: '$100.00', to: 'casey@example.test' });
  expect(await reasons(body.id)).toEqual([
    ...['', '', 'The invoice was already sent', 'A paid invoice cannot be sent.'],
    'The invoice has no email address',
  ]);
  const done = await runBulk(agent, SEND, { ids });
  expect(done).toMatchObject({ state: 'done', can_undo: false });
  expect(done.counts).toMatchObject({ changed: 2, skipped: 1, rejected: 2 });
  const again = await runBulk(agent, SEND, { ids });
  expect(again.counts).toMatchObject({ changed: 0, skipped: 3 });
  for (const id of [one.id, other.id])
    expect(await stateOf(id)).toMatchObject({ status: 'sent', emails: 1, pages: 1 });
});

it('resumes after a crash between the provider and the database, and with two jobs: one page, one email', async () => {
  const { deps } = t.current;
  const { id } = await buildInvoice(t.current);
  const failing = await buildInvoice(t.current, { title: 'Failing' });
  const { body } = await prepare(agent, SEND, { ids: [id, failing.id] });
  await query(`update operations set state = 'running' where id = $1`, body.id);
  const ctx = agentContext(deps, { id: agent.agent.id, name: 'Avery' }, 'test');
  const actions = { send_invoice: sendInvoices } as never;
  const publish = deps.payments.publishInvoice.bind(deps.payments);
  const keys: string[] = [];
  let isLost = true;
  vi.spyOn(deps.payments, 'publishInvoice').mockImplementation(async (invoice, step) => {
    if (invoice.title === 'Failing') throw new PaymentError('invalid', 'no');
    keys.push(invoice.idempotencyKey);
    const published = await publish(invoice, step);
    // The provider published it, and this server never learns of it.
    if (isLost) throw Object.assign(new Error('terminated'), { code: '57P01' });
    return published;
  });
  await prepareBatch(ctx, actions, body.id, newPass()).catch(() => undefined);
  expect(await stateOf(id)).toMatchObject({ status: 'draft', emails: 0, pages: 1 });
  isLost = false;
  const prepared = await prepareBatch(ctx, actions, body.id, newPass());
  const stopped = deps.database.transaction(async (db) => {
    await runBatch({ ...ctx, db }, actions, body.id, prepared);
    throw new Error('stopped');
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(await stateOf(id)).toMatchObject({ status: 'draft', emails: 0 });
  await Promise.all(
    [1, 2].map(async () => {
      const some = await prepareBatch(ctx, actions, body.id, newPass());
      await deps.database.transaction((db) => runBatch({ ...ctx, db }, actions, body.id, some));
    }),
  );
  expect(await stateOf(id)).toMatchObject({ status: 'sent', emails: 1, pages: 1 });
  expect(new Set(keys).size).toBe(1);
  expect(await stateOf(failing.id)).toMatchObject({ status: 'draft', emails: 0 });
  expect(await reasons(body.id)).toEqual(['', 'Failed to generate payment link']);
});
