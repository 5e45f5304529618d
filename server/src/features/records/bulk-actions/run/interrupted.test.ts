import {
  getOperation,
  listOperationItems,
  listOperations,
} from '@ledgerline/contract/bulk-actions/endpoints';
import { getClient } from '@ledgerline/contract/clients/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { jobHandlers } from '#app';
import { agentContext } from '#platform/context.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { prepare, runBulk, settledOperation, undoBulk } from '#testing/operations.ts';
import { useTestApp } from '#testing/test-app.ts';
import { clientActions } from '../actions/client-actions.ts';
import { actionOf } from '../bulk-action.ts';
import { encryptParams } from '../presenter.ts';
import { runBatch } from './run-batch.ts';
import { undoBatch } from './undo-batch.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
let owner: typeof agent;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
  owner = await signInAs(t.current, { is_owner: true });
});

const employer = (value: string | null) =>
  ({ kind: 'set_field', params: { field: 'name_of_employer', value } }) as const;
const clients = async (count: number) => {
  const ids = await Promise.all(Array.from({ length: count }, () => buildClient(t.current)));
  return ids.sort((a, b) => a - b);
};
const storedValue = async (id: number) =>
  (await agent.call(getClient, { params: { id } })).body.data.name_of_employer;
const items = async (id: number) =>
  (await agent.call(listOperationItems, { params: { id }, query: {} })).body.data;

describe('a crash', () => {
  it('changes each client exactly once', async () => {
    const ids = await clients(30);
    const { deps } = t.current;
    const { body } = await prepare(agent, employer('Acme'), { ids });
    await deps.database.query(`update operations set state = 'running' where id = $1`, [body.id]);
    const by = agentContext(deps, { id: agent.agent.id, name: 'Agent' }, 'test');
    const bound = actionOf({ ...clientActions } as never, employer('Acme') as never);
    const small = { ...clientActions, set_field: () => ({ ...bound, batchSize: 10 }) };
    const batch = () => deps.database.transaction((db) => runBatch({ ...by, db }, small as never, body.id));
    await batch();
    // The second batch ends with its server, before the commit.
    const crash = deps.database.transaction(async (db) => {
      await runBatch({ ...by, db }, small as never, body.id);
      throw new Error('crashed');
    });
    await expect(crash).rejects.toThrow('crashed');
    expect((await agent.call(getOperation, { params: { id: body.id } })).body.data.counts).toMatchObject({
      changed: 10,
      pending: 20,
    });
    // Two servers resume it at the same time.
    const resume = async () => {
      while ((await batch()) === 'more');
    };
    await Promise.all([resume(), resume()]);
    const [row] = await deps.database.query<{ n: number; clients: number }>(
      `select count(*)::int as n, count(distinct entity_id)::int as clients from audit_events
        where operation = $1 and action = 'updated'`,
      [`bulk:${body.id}`],
    );
    expect(row).toEqual({ n: 30, clients: 30 });
    expect(await settledOperation(agent, body.id)).toMatchObject({ state: 'done', counts: { changed: 30 } });
  });
});

describe('an action without progress', () => {
  it('is queued again if it has no job, and otherwise keeps the moment of its last progress', async () => {
    const { deps } = t.current;
    const { body } = await prepare(agent, employer('Acme'), { ids: await clients(1) });
    const progressed_at = new Date(deps.clock.now().getTime() - 120_000);
    await deps.database.query(`update operations set state = 'running', progressed_at = $2 where id = $1`, [
      ...[body.id, progressed_at],
    ]);
    const tend = () =>
      jobHandlers(deps)
        .find(({ queue }) => queue === 'operations-tending')
        ?.work({});
    const forget = () =>
      deps.database.query(`delete from pgboss.job where name = 'operations' and data->>'id' = $1`, [
        String(body.id),
      ]);
    await deps.database.transaction((db) =>
      deps.jobs.send(db, 'operations', { id: body.id }, { afterSeconds: 300 }),
    );
    await tend();
    const rows = await deps.database.query('select state, progressed_at from operations where id = $1', [
      body.id,
    ]);
    expect(rows).toEqual([{ state: 'running', progressed_at }]);
    await forget();
    await tend();
    expect(await settledOperation(agent, body.id)).toMatchObject({ state: 'done', counts: { changed: 1 } });
  });
});

describe('an agent who is deleted', () => {
  it('leaves the finished part to be undone by an owner', async () => {
    const ids = await clients(2);
    const gone = await signInAs(t.current);
    const done = await runBulk(gone, employer('Acme'), { ids });
    const { deps } = t.current;
    const { database } = deps;
    await database.query(
      `with open as (update operation_items set state = 'pending' where operation_id = $1 and record_id = $2)
       update operations set state = 'running', agent_id = null, changed = 1, undo_until = null, finished_at = null
        where id = $1`,
      [done.id, ids[1]],
    );
    await database.transaction((db) => deps.jobs.send(db, 'operations', { id: done.id }));
    expect(await settledOperation(owner, done.id)).toMatchObject({
      ...{ state: 'done', can_undo: true, counts: { changed: 1, skipped: 1, pending: 0 } },
    });
    const rows = await database.query(
      `select actor_kind, new_value->'skipped' as skipped from audit_events
        where entity = 'operation' and entity_id = $1 and action = 'bulk_changed' order by id desc limit 1`,
      [done.id],
    );
    expect(rows).toEqual([{ actor_kind: 'system', skipped: 1 }]);
  });
});

describe('an undo', () => {
  it('can be repeated for what it did not reach', async () => {
    const mine = await buildClient(t.current, { owner_agent_id: agent.agent.id });
    const theirs = await buildClient(t.current, { owner_agent_id: owner.agent.id });
    const done = await runBulk(agent, employer('Acme'), { ids: [mine, theirs] });
    await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    const first = await undoBulk(agent, done.id);
    await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
    expect(first).toMatchObject({ state: 'undone', can_undo: true, counts: { undone: 1, kept: 1 } });
    expect(await storedValue(theirs)).toBe('Acme');
    expect(await undoBulk(owner, done.id)).toMatchObject({
      ...{ state: 'undone', can_undo: false, counts: { undone: 2, kept: 0 } },
    });
    expect([await storedValue(mine), await storedValue(theirs)]).toEqual([null, null]);
    expect((await items(done.id)).map(({ reason }) => reason)).toEqual(['', '']);
  });

  it('that fails for one client is done for the others', async () => {
    const ids = await clients(2);
    const done = await runBulk(agent, employer('Acme'), { ids });
    const { deps } = t.current;
    await deps.database.query(`update operations set state = 'undoing', undone_by = agent_id where id = $1`, [
      done.id,
    ]);
    const by = agentContext(deps, { id: agent.agent.id, name: 'Agent' }, 'test');
    const bound = actionOf({ ...clientActions } as never, employer('Acme') as never);
    const failing: typeof bound.undo = async (ctx, some, operations) => {
      if (some.some(({ record_id }) => record_id === ids[0])) throw new Error('broken');
      return (await bound.undo?.(ctx, some, operations)) ?? new Map();
    };
    const actions = { ...clientActions, set_field: () => ({ ...bound, undo: failing }) } as never;
    const batch = () => deps.database.transaction((db) => undoBatch({ ...by, db }, actions, done.id));
    while ((await batch()) === 'more');
    expect((await agent.call(getOperation, { params: { id: done.id } })).body.data).toMatchObject({
      ...{ state: 'undone', counts: { undone: 1, kept: 1 } },
    });
    expect(await storedValue(ids[1] ?? 0)).toBeNull();
  });
});

describe('the list of operations', () => {
  it('keeps every bulk action, even after many edits', async () => {
    const [id = 0] = await clients(1);
    const done = await runBulk(owner, employer('Acme'), { ids: [id] });
    const { cipher, database } = t.current.deps;
    await database.query(
      `insert into operations (agent_id, agent_name, kind, state, created_at, progressed_at)
       select agent_id, agent_name, 'edit_cells', 'done', created_at, progressed_at
         from operations, generate_series(1, 1001) where id = $1`,
      [done.id],
    );
    const edits = await database.query<{ id: number }>(`select id from operations where kind = 'edit_cells'`);
    for (const one of edits) {
      const params = { operation: 'cells:x', values: 2 };
      const encrypted = encryptParams({ cipher }, one.id, { params });
      await database.query('update operations set params = $2 where id = $1', [one.id, encrypted]);
    }
    const { data } = (await owner.call(listOperations)).body;
    expect(data.filter(({ action }) => action.kind === 'edit_cells')).toHaveLength(1000);
    expect(data.map((one) => one.id)).toContain(done.id);
  });
});
