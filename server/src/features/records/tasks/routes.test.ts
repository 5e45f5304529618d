import { deleteAgent } from '@ledgerline/contract/agents/endpoints';
import { deleteClient, getClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { TASK_DAY_PAST } from '@ledgerline/contract/rules';
import * as endpoints from '@ledgerline/contract/tasks/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { calendarDay } from '#platform/clock.ts';
import { buildAgent, buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);
beforeEach(() => sql('delete from tasks'));

type Agent = Awaited<ReturnType<typeof signInAs>>;
type Fields = Partial<BodyInput<typeof endpoints.createTask>>;

/** The date this many days from today, at the brokerage. */
function dayIn(days: number): string {
  const { clock, config } = t.current.deps;
  return calendarDay(new Date(clock.now().getTime() + days * 86_400_000), config.TIME_ZONE);
}
const send = (agent: Agent, fields: Fields = {}) =>
  agent.call(endpoints.createTask, { body: { title: 'Call Ana', due_day: dayIn(1), ...fields } });
const create = async (agent: Agent, fields: Fields = {}) => (await send(agent, fields)).body.task;
const finish = (agent: Agent, id: number) => agent.call(endpoints.finishTask, { params: { id } });
const reopen = (agent: Agent, id: number) => agent.call(endpoints.reopenTask, { params: { id } });
const change = (agent: Agent, id: number, body: BodyInput<typeof endpoints.updateTask>) =>
  agent.call(endpoints.updateTask, { params: { id }, body });
const remove = (agent: Agent, id: number) => agent.call(endpoints.deleteTask, { params: { id } });
const listed = async (agent: Agent, query: object = {}) =>
  (await agent.call(endpoints.listTasks, { query })).body.tasks;
const followUp = async (agent: Agent, id: number) =>
  (await agent.call(getClient, { params: { id } })).body.data.next_f_u_date;
const auditLog = async (id: number) =>
  (
    await sql<{ action: string; field: string | null }>(
      `select action, field from audit_events where entity = 'task' and entity_id = $1 order by id`,
      [id],
    )
  ).map(({ action, field }) => (field ? `${action} ${field}` : action));

describe('a task', () => {
  it('belongs to its creator unless another agent or no one is chosen, and is visible to all', async () => {
    const [me, other] = [await signInAs(t.current), await signInAs(t.current)];
    const client_id = await buildClient(t.current, { client_first_name: 'Ana', client_last_name: 'Diaz' });
    const { status, body } = await send(me, { title: '  Call Ana ', client_id, due_time: '15:00' });
    expect([status, body.task]).toEqual([
      201,
      {
        ...{ id: body.id, title: 'Call Ana', client_id, client_name: 'Ana Diaz' },
        owner_agent_id: me.agent.id,
        ...{ due_day: dayIn(1), due_time: '15:00', repeat: null, sets_follow_up: false },
        ...{ done_at: null, done_by: null },
      },
    ]);
    const theirs = await create(me, { owner_agent_id: other.agent.id });
    const unowned = await create(me, { owner_agent_id: null });
    expect(theirs.owner_agent_id).toBe(other.agent.id);
    expect((await listed(other)).map(({ id }) => id)).toEqual([theirs.id, unowned.id, body.id]);
    expect(await auditLog(body.id)).toEqual(['created']);
  });

  it('is rejected without a title, with a past date, and for an unknown client or agent', async () => {
    const agent = await signInAs(t.current);
    const cases: [Fields, number, string][] = [
      [{ title: '  ' }, 400, 'Please enter a task'],
      [{ title: 'x'.repeat(201) }, 400, 'title must be at most 200 characters'],
      [{ due_day: dayIn(-1) }, 400, TASK_DAY_PAST],
      [{ due_day: '2026-02-30' }, 400, ''],
      [{ due_day: '9999-12-31' }, 400, 'due_day must be between the years 2000 and 2199'],
      [{ due_time: '25:00' }, 400, 'due_time must be a time such as 15:00'],
      [{ owner_agent_id: 987_654 }, 400, 'owner_agent_id must be an existing agent'],
      [{ client_id: 987_654 }, 404, 'Client not found.'],
    ];
    for (const [fields, status, message] of cases) {
      const answer = await send(agent, fields);
      expect(answer.status).toBe(status);
      expect(answer.error.message).toContain(message);
    }
    expect(await listed(agent)).toEqual([]);
  });

  it('can be changed, even to a past date, and assigned to a colleague', async () => {
    const [me, other] = [await signInAs(t.current), await signInAs(t.current)];
    const { id } = await create(me, { due_time: '09:00' });
    const { body } = await change(me, id, { due_day: dayIn(-3), due_time: null });
    expect(body.task).toMatchObject({ due_day: dayIn(-3), due_time: null, title: 'Call Ana' });
    expect((await change(me, id, { owner_agent_id: other.agent.id })).body.task.owner_agent_id).toBe(
      other.agent.id,
    );
    expect((await change(me, id, { owner_agent_id: 987_654 })).status).toBe(400);
    expect((await change(me, id, { title: ' ' })).error.message).toBe('Please enter a task');
    expect((await change(me, 987_654, { title: 'A' })).error.message).toBe('Task not found.');
    expect((await change(me, id, {})).status).toBe(200);
    expect((await auditLog(id)).sort()).toEqual([
      'created',
      'updated due_day',
      'updated due_time',
      'updated owner_agent_id',
    ]);
  });

  it('is deleted by any agent, once', async () => {
    const [me, other] = [await signInAs(t.current), await signInAs(t.current)];
    const { id } = await create(me);
    expect((await remove(other, id)).status).toBe(200);
    expect((await remove(me, id)).error.message).toBe('Task not found.');
    expect(await auditLog(id)).toEqual(['created', 'deleted']);
  });
});

describe('a completed task', () => {
  it('records who completed it and when, cannot be changed, and can be reopened', async () => {
    const agent = await signInAs(t.current);
    const { id } = await create(agent);
    const { body } = await finish(agent, id);
    expect(body).toMatchObject({ next: null, task: { done_by: agent.agent.id } });
    expect(body.task.done_at).toBe(t.current.deps.clock.now().toISOString());
    expect((await change(agent, id, { title: 'Other' })).error.message).toBe(
      'This task is done. Reopen it before you change it.',
    );
    expect(await listed(agent)).toEqual([]);
    expect((await listed(agent, { state: 'done' })).map((task) => task.id)).toEqual([id]);
    expect((await reopen(agent, id)).body.task).toMatchObject({ done_at: null, done_by: null });
    expect((await reopen(agent, id)).error.message).toBe('This task is already open.');
    expect(await auditLog(id)).toEqual(['created', 'done', 'reopened']);
  });

  it('is completed by one of two concurrent agents, and creates only one next task', async () => {
    const first = await signInAs(t.current, { first_name: 'Ana', last_name: 'First' });
    const second = await signInAs(t.current, { first_name: 'Ben', last_name: 'Second' });
    const { id } = await create(first, { repeat: 'weekly' });
    const answers = await Promise.all([finish(first, id), finish(second, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const rejected = answers.find(({ status }) => status === 409)?.error;
    expect(rejected?.message).toMatch(/^(Ana First|Ben Second).* has already marked this task as done\.$/);
    expect((await auditLog(id)).filter((action) => action === 'done')).toHaveLength(1);
    expect(await listed(first)).toHaveLength(1);
    expect((await finish(first, id)).status).toBe(409);
    expect(await listed(first)).toHaveLength(1);
  });
});

describe('a recurring task', () => {
  it('creates the next one when completed, and reopening removes it if unchanged', async () => {
    const agent = await signInAs(t.current);
    const task = await create(agent, { repeat: 'weekly', due_time: '10:00' });
    const { body } = await finish(agent, task.id);
    expect(body.next).toMatchObject({
      ...{ title: 'Call Ana', due_day: dayIn(8), due_time: '10:00', repeat: 'weekly', done_at: null },
      owner_agent_id: agent.agent.id,
    });
    expect((await reopen(agent, task.id)).status).toBe(200);
    expect((await listed(agent)).map(({ id }) => id)).toEqual([task.id]);
    const again = (await finish(agent, task.id)).body.next;
    t.current.clock.advance(1000);
    await change(agent, again?.id ?? 0, { title: 'Call Ana and Leo' });
    expect((await reopen(agent, task.id)).error.message).toContain('has been changed');
    await finish(agent, again?.id ?? 0);
    expect((await reopen(agent, task.id)).error.message).toBe(
      'The next occurrence of this task has already been completed.',
    );
  });

  it('skips missed occurrences, and counts from the date that was chosen last', async () => {
    const agent = await signInAs(t.current);
    const { id } = await create(agent, { repeat: 'weekly' });
    await change(agent, id, { due_day: dayIn(-15) });
    const { body } = await finish(agent, id);
    expect(body.next?.due_day).toBe(dayIn(6));
    await change(agent, body.next?.id ?? 0, { repeat: null });
    expect((await finish(agent, body.next?.id ?? 0)).body.next).toBeNull();
    expect(await listed(agent)).toEqual([]);
  });
});

describe('the follow-up of a client', () => {
  it('is set by a task with that option, moves with it, and passes to the next such task or to none', async () => {
    const agent = await signInAs(t.current);
    const client_id = await buildClient(t.current);
    const fields = { client_id, sets_follow_up: true };
    await create(agent, { client_id, due_day: dayIn(1) });
    expect(await followUp(agent, client_id)).toBeNull();
    const later = await create(agent, { ...fields, due_day: dayIn(20) });
    const sooner = await create(agent, { ...fields, due_day: dayIn(5) });
    expect(await followUp(agent, client_id)).toBe(dayIn(5));
    await change(agent, sooner.id, { due_day: dayIn(6) });
    expect(await followUp(agent, client_id)).toBe(dayIn(6));
    await finish(agent, sooner.id);
    expect(await followUp(agent, client_id)).toBe(dayIn(20));
    await reopen(agent, sooner.id);
    expect(await followUp(agent, client_id)).toBe(dayIn(6));
    await change(agent, sooner.id, { sets_follow_up: false });
    expect(await followUp(agent, client_id)).toBe(dayIn(20));
    await remove(agent, later.id);
    expect(await followUp(agent, client_id)).toBeNull();
    const [line] = await sql<{ n: number }>(
      `select count(*)::int as n from audit_events
        where entity = 'client' and entity_id = $1 and field = 'next_f_u_date'`,
      [client_id],
    );
    expect(line?.n).toBe(7);
  });

  it('moves to the next occurrence, and stays if another date was set', async () => {
    const agent = await signInAs(t.current);
    const client_id = await buildClient(t.current);
    const task = await create(agent, { client_id, sets_follow_up: true, repeat: 'weekly' });
    const { body } = await finish(agent, task.id);
    expect(await followUp(agent, client_id)).toBe(dayIn(8));
    await agent.call(updateClient, { params: { id: client_id }, body: { next_f_u_date: '2027-05-05' } });
    await finish(agent, body.next?.id ?? 0);
    expect(await followUp(agent, client_id)).toBe('2027-05-05');
  });

  it('moves with a task that is changed to another client', async () => {
    const agent = await signInAs(t.current);
    const [one, other] = [await buildClient(t.current), await buildClient(t.current)];
    const { id } = await create(agent, { client_id: one, sets_follow_up: true });
    await change(agent, id, { client_id: other });
    expect([await followUp(agent, one), await followUp(agent, other)]).toEqual([null, dayIn(1)]);
  });
});

describe('the list of tasks', () => {
  it('is filtered by owner, unassigned, client or due date', async () => {
    const [me, other] = [await signInAs(t.current), await signInAs(t.current)];
    const client_id = await buildClient(t.current);
    await create(me, { title: 'Mine', due_day: dayIn(2) });
    await create(me, { title: 'Theirs', owner_agent_id: other.agent.id, client_id });
    await create(me, { title: 'Nobody’s', owner_agent_id: null, due_day: dayIn(3) });
    const titles = async (query: object) => (await listed(me, query)).map(({ title }) => title);
    expect(await titles({})).toEqual(['Theirs', 'Mine', 'Nobody’s']);
    expect(await titles({ owner: 'me' })).toEqual(['Mine']);
    expect(await titles({ owner: 'nobody' })).toEqual(['Nobody’s']);
    expect(await titles({ owner: other.agent.id })).toEqual(['Theirs']);
    expect(await titles({ client_id })).toEqual(['Theirs']);
    expect(await titles({ due_from: dayIn(2), due_to: dayIn(2) })).toEqual(['Mine']);
  });

  it.each(['open', 'done'] as const)('is paginated, with each %s task once', async (state) => {
    const agent = await signInAs(t.current);
    for (let n = 0; n < 7; n++) {
      const { id } = await create(agent, { due_day: dayIn(n % 3), due_time: n % 2 ? '09:00' : null });
      if (state === 'done') {
        t.current.clock.advance(n % 2 ? 1000 : 0);
        await finish(agent, id);
      }
    }
    const all = (await listed(agent, { state })).map(({ id }) => id);
    const seen: number[] = [];
    for (let after: string | undefined, more = true; more; ) {
      const query = { state, limit: 2, ...(after ? { after } : {}) };
      const { body } = await agent.call(endpoints.listTasks, { query });
      seen.push(...body.tasks.map(({ id }) => id));
      after = body.next ?? undefined;
      more = body.next !== null;
    }
    expect(seen).toEqual(all);
    expect(new Set(seen).size).toBe(7);
    const { status, error } = await agent.call(endpoints.listTasks, { query: { after: 'x' } });
    expect([status, error.details?.fields?.[0]?.path]).toEqual([400, 'after']);
  });
});

describe('deletion', () => {
  it('of an agent reassigns the open tasks to the successor of the clients, or to no one', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    for (const to of ['heir', 'nobody'] as const) {
      const gone = await signInAs(t.current);
      const heir = await buildAgent(t.current);
      const open = await create(gone, { owner_agent_id: gone.agent.id });
      const done = await create(gone);
      await finish(gone, done.id);
      const query = to === 'heir' ? { clients_to: heir.id } : {};
      expect((await owner.call(deleteAgent, { params: { id: gone.agent.id }, query })).status).toBe(200);
      const [task] = await listed(owner, { due_from: open.due_day });
      expect(task).toMatchObject({ id: open.id, owner_agent_id: to === 'heir' ? heir.id : null });
      expect(await auditLog(open.id)).toEqual(['created', 'updated owner_agent_id']);
      const [theirs] = await listed(owner, { state: 'done' });
      expect(theirs).toMatchObject({ id: done.id, owner_agent_id: null, done_by: null });
      await sql('delete from tasks');
    }
  });

  it("of a client deletes the client's tasks, each with an audit log entry", async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const client_id = await buildClient(t.current);
    const { id } = await create(owner, { client_id });
    expect((await owner.call(deleteClient, { params: { id: client_id } })).status).toBe(200);
    expect(await listed(owner)).toEqual([]);
    expect(await auditLog(id)).toEqual(['created', 'deleted']);
    expect((await finish(owner, id)).error.message).toBe('Task not found.');
  });
});
