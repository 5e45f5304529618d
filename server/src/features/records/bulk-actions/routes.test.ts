import {
  createOperation,
  downloadOperation,
  getOperation,
  listOperationItems,
  listOperations,
  MAX_SELECTED,
  runOperation,
  undoOperation,
} from '@ledgerline/contract/bulk-actions/endpoints';
import { deleteClient, getClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import { UNDO_IS_OVER } from '@ledgerline/contract/rules';
import { listTasks, updateTask } from '@ledgerline/contract/tasks/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { mergedAs } from '#testing/merges.ts';
import { prepare, runBulk, settledOperation, undoBulk } from '#testing/operations.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
type Agent = Awaited<ReturnType<typeof signInAs>>;
let agent: Agent;
let owner: Agent;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
  owner = await signInAs(t.current, { is_owner: true });
});

const employer = (value: string | null) =>
  ({ kind: 'set_field', params: { field: 'name_of_employer', value } }) as const;
const status = (value: string) => ({ kind: 'set_field', params: { field: 'status', value } }) as const;
const clients = async (count: number, fields: Parameters<typeof buildClient>[1] = {}) => {
  const ids = await Promise.all(Array.from({ length: count }, () => buildClient(t.current, fields)));
  return ids.sort((a, b) => a - b);
};
const storedValue = async (id: number, field = 'name_of_employer', by = agent) =>
  (await by.call(getClient, { params: { id } })).body.data[field];
const change = (id: number, fields: object, by = agent) =>
  by.call(updateClient, { params: { id }, body: fields as never });
const items = async (id: number, show: 'all' | 'kept' = 'all', by = agent) =>
  (await by.call(listOperationItems, { params: { id }, query: { show } })).body.data;

describe('setting a field', () => {
  it('previews without a change, then changes, reports and undoes', async () => {
    const [one = 0, other = 0, same = 0] = await clients(3, { client_first_name: 'Ana' });
    await change(one, { name_of_employer: 'Old Inc.' });
    await change(same, { name_of_employer: 'Acme' });
    const { body, status: created } = await prepare(agent, employer('Acme'), {
      ids: [same, one, other, one],
    });
    expect(created).toBe(201);
    expect(body.data).toMatchObject({
      state: 'draft',
      counts: { total: 3, pending: 2, changed: 0, skipped: 1, rejected: 0 },
      undo_until: null,
    });
    expect(body.sample).toMatchObject([
      { record_id: one, from: 'Old Inc.', to: 'Acme' },
      { record_id: other, from: null, to: 'Acme' },
    ]);
    expect(await storedValue(other)).toBeNull();

    await agent.call(runOperation, { params: { id: body.id } });
    const done = await settledOperation(agent, body.id);
    expect(done).toMatchObject({
      state: 'done',
      can_undo: true,
      counts: { pending: 0, changed: 2, skipped: 1 },
    });
    expect([await storedValue(one), await storedValue(other)]).toEqual(['Acme', 'Acme']);
    const { body: csv } = await agent.call(downloadOperation, { params: { id: body.id } });
    expect(csv).toContain(`${same},Ana`);
    expect(csv).toContain('skipped,The client already has this value');

    const undone = await undoBulk(agent, body.id);
    expect(undone).toMatchObject({ state: 'undone', can_undo: false, counts: { undone: 2, kept: 0 } });
    expect([await storedValue(one), await storedValue(other), await storedValue(same)]).toEqual([
      'Old Inc.',
      null,
      'Acme',
    ]);
  });

  it('keeps and names what was changed since, and what was deleted or merged', async () => {
    const [edited = 0, deleted = 0, merged = 0, survivor = 0, rest = 0] = await clients(5);
    const done = await runBulk(agent, employer('Acme'), { ids: [edited, deleted, merged, rest] });
    await change(edited, { name_of_employer: 'Newer Inc.' });
    await owner.call(deleteClient, { params: { id: deleted } });
    await mergedAs(agent, survivor, [merged]);
    expect(await undoBulk(agent, done.id)).toMatchObject({ counts: { undone: 1, kept: 3 } });
    const kept = await items(done.id, 'kept');
    expect(kept.map(({ record_id, reason }) => [record_id, reason])).toEqual([
      [edited, 'Employer was changed afterwards and was not restored'],
      [deleted, 'The client no longer exists, or you have no access to it'],
      [merged, 'The client was later merged with another one and was not changed'],
    ]);
    expect(await storedValue(edited)).toBe('Newer Inc.');
    expect(await storedValue(rest)).toBeNull();
  });

  it('decides about each client when it is changed, not when it was previewed', async () => {
    const [changed = 0, deleted = 0, merged = 0, survivor = 0] = await clients(4);
    const { body } = await prepare(agent, employer('Acme'), { ids: [changed, deleted, merged] });
    await change(changed, { name_of_employer: 'Acme' });
    await owner.call(deleteClient, { params: { id: deleted } });
    await mergedAs(agent, survivor, [merged]);
    await agent.call(runOperation, { params: { id: body.id } });
    expect(await settledOperation(agent, body.id)).toMatchObject({
      counts: { changed: 0, skipped: 1, rejected: 2 },
    });
    expect((await items(body.id)).map(({ reason }) => reason)).toEqual([
      'The client already has this value',
      'The client no longer exists, or you have no access to it',
      'The client was merged with another one',
    ]);
    expect(await storedValue(survivor)).toBeNull();
  });

  it.each([
    ['ssn', '123-45-6789', 'field'],
    ['medicarenumber', '1EG4-TE5-MK73', 'field'],
    ['primary_email', 'no address', 'value'],
    ['owner_agent_id', 987_654, 'value'],
    ['status', 'best', 'value'],
    ['next_f_u_date', '1201-01-01', 'value'],
  ])('rejects %s = %s', async (field, value, path) => {
    const [id = 0] = await clients(1);
    const action = { kind: 'set_field', params: { field, value } } as never;
    const { status: code, error } = await prepare(agent, action, { ids: [id] });
    expect(code).toBe(400);
    expect(JSON.stringify(error.details)).toContain(path);
  });

  it('previews an empty status as new, which it becomes', async () => {
    const [fresh = 0, lead = 0] = [
      await buildClient(t.current),
      await buildClient(t.current, { status: 'lead' }),
    ];
    const empty = { kind: 'set_field', params: { field: 'status', value: null } } as const;
    const { body } = await prepare(agent, empty, { ids: [fresh, lead] });
    expect(body.data.counts).toMatchObject({ pending: 1, skipped: 1 });
    expect(body.sample).toMatchObject([{ record_id: lead, from: 'lead', to: 'new' }]);
  });

  it('takes all clients of a list, with its status, owner, search and filter', async () => {
    const name = 'Sandoval';
    const [lead = 0] = await clients(1, { client_last_name: name, status: 'lead' });
    await clients(1, { client_last_name: name, status: 'client' });
    const all = { status: 'lead', q: name } as const;
    const done = await runBulk(agent, status('inactive'), { all });
    expect(done.counts).toMatchObject({ total: 1, changed: 1 });
    expect(await storedValue(lead, 'status')).toBe('inactive');
    expect((await prepare(agent, status('new'), { all })).status).toBe(400);
  });

  it(`rejects more than ${MAX_SELECTED} clients`, async () => {
    const ids = Array.from({ length: MAX_SELECTED + 1 }, (_, n) => n + 1);
    const { status: code, error } = await prepare(agent, status('new'), { ids });
    expect([code, error.message]).toEqual([400, expect.stringContaining('must name at most 50000 records')]);
  });

  it('belongs to its agent; owners see and undo it, other agents see nothing', async () => {
    const [id = 0] = await clients(1);
    const other = await signInAs(t.current);
    const { body } = await prepare(agent, employer('Acme'), { ids: [id] });
    const params = { id: body.id };
    expect((await owner.call(runOperation, { params })).status).toBe(403);
    await agent.call(runOperation, { params });
    await settledOperation(agent, body.id);
    expect((await other.call(getOperation, { params })).status).toBe(404);
    expect((await other.call(undoOperation, { params })).status).toBe(404);
    expect((await other.call(listOperations)).body.data).toEqual([]);
    expect(await undoBulk(owner, body.id)).toMatchObject({
      state: 'undone',
      undone_by: `${owner.agent.first_name} ${owner.agent.last_name}`,
    });
    expect(await storedValue(id)).toBeNull();
    expect((await agent.call(undoOperation, { params })).error.message).toBe('This has already been undone.');
  });

  it('changes nothing of the clients of others for an agent with restricted access', async () => {
    const mine = await buildClient(t.current, { owner_agent_id: agent.agent.id });
    const theirs = await buildClient(t.current, {
      owner_agent_id: owner.agent.id,
      client_first_name: 'Hidden',
    });
    await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    const done = await runBulk(agent, employer('Acme'), { ids: [mine, theirs] });
    const listed = await items(done.id);
    const all = await runBulk(agent, status('inactive'), { all: { status: 'all' } });
    await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
    expect(done.counts).toMatchObject({ changed: 1, rejected: 1 });
    expect(JSON.stringify(listed)).not.toContain('Hidden');
    expect(await storedValue(theirs)).toBeNull();
    expect(await storedValue(theirs, 'status')).toBe('new');
    expect(all.counts.rejected).toBe(0);
    await undoBulk(agent, all.id);
  });

  it('cannot be undone after exactly 30 days', async () => {
    const [id = 0] = await clients(1);
    const done = await runBulk(agent, employer('Acme'), { ids: [id] });
    expect(done.undo_until?.slice(0, 10)).toBe('2026-12-20');
    const { database, clock } = t.current.deps;
    const endAt = (end: Date) =>
      database.query('update operations set undo_until = $2 where id = $1', [done.id, end]);
    await endAt(clock.now());
    const { status: code, error } = await agent.call(undoOperation, { params: { id: done.id } });
    expect([code, error.message]).toEqual([409, UNDO_IS_OVER]);
    await endAt(new Date(clock.now().getTime() + 1));
    expect((await undoBulk(agent, done.id)).state).toBe('undone');
  });
});

describe('adding a task', () => {
  const call = { title: 'Call about renewal', due_day: '2026-12-01', due_time: null };
  const tasksOf = async (client_id: number) =>
    (await agent.call(listTasks, { query: { client_id } })).body.tasks;

  it('adds one for each client and its owner, and removes those that no one changed', async () => {
    const [one = 0, other = 0] = await clients(2, { owner_agent_id: owner.agent.id });
    const action = { kind: 'add_task', params: { ...call, owner_agent_id: 'client_owner' } } as const;
    const done = await runBulk(agent, action, { ids: [one, other] });
    expect(done.counts.changed).toBe(2);
    const [task] = await tasksOf(one);
    expect(task).toMatchObject({ title: call.title, owner_agent_id: owner.agent.id, due_day: call.due_day });
    expect(await tasksOf(other)).toHaveLength(1);
    const notices = await t.current.deps.database.query(
      `select 1 from agent_notices where kind = 'task_handed'`,
    );
    expect(notices).toHaveLength(1);
    t.current.clock.advance(1000);
    await agent.call(updateTask, { params: { id: task?.id ?? 0 }, body: { title: 'Call today' } });
    expect(await undoBulk(owner, done.id)).toMatchObject({ counts: { undone: 1, kept: 1 } });
    expect((await items(done.id, 'kept')).map(({ reason }) => reason)).toEqual([
      'The task was changed afterwards and was not removed',
    ]);
    expect([(await tasksOf(one)).length, (await tasksOf(other)).length]).toEqual([1, 0]);
  });

  it('reports what the undo did not remove, and why', async () => {
    const mine = await buildClient(t.current, { owner_agent_id: agent.agent.id });
    const theirs = await buildClient(t.current, { owner_agent_id: owner.agent.id });
    const action = { kind: 'add_task', params: { ...call, owner_agent_id: null } } as const;
    const done = await runBulk(agent, action, { ids: [mine, theirs] });
    await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    const undone = await undoBulk(agent, done.id);
    await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
    expect(undone.counts).toMatchObject({ undone: 1, kept: 1 });
    expect((await items(done.id, 'kept')).map(({ reason }) => reason)).toEqual([
      'The client no longer exists, or you have no access to it',
    ]);
    expect([(await tasksOf(mine)).length, (await tasksOf(theirs)).length]).toEqual([0, 1]);
  });

  it('rejects a past date and an agent who does not exist', async () => {
    const [id = 0] = await clients(1);
    const past = {
      kind: 'add_task',
      params: { ...call, due_day: '2026-11-01', owner_agent_id: null },
    } as const;
    const unknown = { kind: 'add_task', params: { ...call, owner_agent_id: 987_654 } } as const;
    expect((await prepare(agent, past, { ids: [id] })).status).toBe(400);
    expect((await prepare(agent, unknown, { ids: [id] })).status).toBe(400);
    expect((await agent.call(createOperation, { body: {} as never })).status).toBe(400);
  });
});
