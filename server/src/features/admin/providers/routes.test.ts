import {
  listParkedEvents,
  listProviders,
  replayAllEvents,
  replayEvent,
} from '@ledgerline/contract/providers/endpoints';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { buildPublishedInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

afterEach(async () => {
  vi.restoreAllMocks();
  await t.current.deps.database.query('delete from provider_events');
  await t.current.deps.database.query('delete from provider_health');
});

/** A parked webhook event by default. */
async function buildEvent(
  values: { port?: string; account?: string; status?: string } = {},
): Promise<number> {
  const { port = 'payments', account = 'BFS', status = 'parked' } = values;
  const [row] = await t.current.deps.database.query<{ id: number }>(
    `insert into provider_events (port, provider, square_account, event_id, type, raw, status, attempts, error, received_at)
     values ($1, 'square', $2, gen_random_uuid()::text, 'payment.updated', 'sealed', $3, 6, 'no invoice here is inv_1', $4)
     returning id`,
    [port, account, status, t.current.clock.now()],
  );
  if (!row) throw new Error('the event was not stored');
  return row.id;
}

const statusOf = async (id: number) => {
  const [row] = await t.current.deps.database.query<{ status: string; attempts: number }>(
    'select status, attempts from provider_events where id = $1',
    [id],
  );
  return row;
};
const developer = () => signInAs(t.current, { is_developer: true });

describe('the providers', () => {
  it('are listed with their provider, how their calls went, and what is queued', async () => {
    await buildEvent({ account: 'BFA' });
    await buildEvent({ account: 'BFA', status: 'new' });
    await buildEvent({ account: 'BFA', status: 'processed' });
    await buildEvent({ port: 'esign', account: '' });
    await buildPublishedInvoice(t.current, { square_account: 'BFA' });
    const agent = await developer();
    await vi.waitFor(async () => {
      const { data } = (await agent.call(listProviders)).body;
      expect(data.find(({ part }) => part === 'payments_bfa')?.last_success_at).toEqual(expect.any(String));
    }, 30_000);
    const { status, body } = await agent.call(listProviders);
    expect(status).toBe(200);
    const unused = { last_success_at: null, last_error_at: null, last_error: null };
    expect(body.data).toEqual([
      { part: 'esign', name: 'builtin', ...unused, events_waiting: 0, events_parked: 1 },
      { part: 'payments_bfs', name: 'builtin', ...unused, events_waiting: 0, events_parked: 0 },
      {
        part: 'payments_bfa',
        name: 'builtin',
        ...unused,
        last_success_at: expect.any(String),
        events_waiting: 1,
        events_parked: 1,
      },
      { part: 'storage', name: 'disk', ...unused, events_waiting: null, events_parked: null },
      { part: 'mail', name: 'outbox', ...unused, events_waiting: null, events_parked: null },
    ]);
  });

  it('ignore what another adapter did before', async () => {
    await t.current.deps.database.query(
      `insert into provider_health values ('esign', 'docusign', now(), now(), 'no answer'), ('mail', 'outbox', null, now(), 'disk full')`,
    );
    const { body } = await (await developer()).call(listProviders);
    const of = (part: string) => body.data.find((state) => state.part === part);
    expect(of('esign')).toMatchObject({ name: 'builtin', last_success_at: null, last_error: null });
    expect(of('mail')).toMatchObject({ last_success_at: null, last_error: 'disk full' });
  });
});

describe('parked events', () => {
  it('are listed newest first, with the reason and without their bodies', async () => {
    const first = await buildEvent();
    const second = await buildEvent({ port: 'esign', account: '' });
    await buildEvent({ status: 'new' });
    const { body } = await (await signInAs(t.current, { is_owner: true })).call(listParkedEvents);
    expect(body).toMatchObject({
      total: 2,
      data: [
        { id: second, part: 'esign', error: 'no invoice here is inv_1', attempts: 6 },
        { id: first, part: 'payments_bfs', type: 'payment.updated' },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('sealed');
  });

  it('get another round, one by one, on the record', async () => {
    const send = vi.spyOn(t.current.deps.jobs, 'send').mockResolvedValue();
    const id = await buildEvent();
    const other = await buildEvent();
    const agent = await developer();
    const { status, body } = await agent.call(replayEvent, { params: { id } });
    expect([status, body.message]).toEqual([200, 'The event is being tried again.']);
    expect([await statusOf(id), await statusOf(other)]).toEqual([
      { status: 'new', attempts: 0 },
      { status: 'parked', attempts: 6 },
    ]);
    expect(send).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'provider-events-payments', { id });
    const audit = await t.current.deps.database.query(
      `select action, actor_kind from audit_events where entity = 'provider_event' and entity_id = $1`,
      [id],
    );
    expect(audit).toEqual([{ action: 'replayed', actor_kind: 'agent' }]);
    const again = await agent.call(replayEvent, { params: { id } });
    expect([again.status, again.error.message]).toEqual([409, 'Only parked events can be replayed.']);
    expect((await agent.call(replayEvent, { params: { id: 987654 } })).status).toBe(404);
  });

  it('get another round all at once', async () => {
    vi.spyOn(t.current.deps.jobs, 'send').mockResolvedValue();
    const ids = [await buildEvent(), await buildEvent({ port: 'esign', account: '' })];
    const agent = await developer();
    const { body } = await agent.call(replayAllEvents);
    expect(body).toMatchObject({ count: 2, message: '2 events are being tried again.' });
    for (const id of ids) expect(await statusOf(id)).toMatchObject({ status: 'new' });
    expect((await agent.call(replayAllEvents)).body).toMatchObject({
      count: 0,
      message: 'There are no parked events.',
    });
  });
});

describe('access', () => {
  it('owners and developers can view, only developers replay', async () => {
    const id = await buildEvent();
    const owner = await signInAs(t.current, { is_owner: true });
    expect((await owner.call(listProviders)).status).toBe(200);
    expect((await owner.call(listParkedEvents)).status).toBe(200);
    expect((await owner.call(replayEvent, { params: { id } })).status).toBe(403);
    expect((await owner.call(replayAllEvents)).status).toBe(403);
    const others = [
      await signInAs(t.current, { is_advisor: true }),
      await signInAs(t.current, { has_all_staff_access: true }),
    ];
    for (const agent of others) {
      expect((await agent.call(listProviders)).status).toBe(403);
      expect((await agent.call(listParkedEvents)).status).toBe(403);
      expect((await agent.call(replayEvent, { params: { id } })).status).toBe(403);
    }
    expect((await t.current.call(listProviders)).status).toBe(401);
    expect(await statusOf(id)).toMatchObject({ status: 'parked' });
  });
});
