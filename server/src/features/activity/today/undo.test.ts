import { updateClient } from '@ledgerline/contract/clients/endpoints';
import { createTask, finishTask, listTasks } from '@ledgerline/contract/tasks/endpoints';
import * as endpoints from '@ledgerline/contract/today/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { itemsOf, noEnrollmentPeriods, seenOf, startEmpty } from '#testing/today-causes.ts';

const t = useTestApp();
const CHANGED = [409, 'It has been changed since then. Nothing was undone.'];
type Agent = Awaited<ReturnType<typeof signInAs>>;
type Item = endpoints.TodayItem;

beforeEach(async () => {
  await startEmpty(t.current);
  await noEnrollmentPeriods(t.current);
});

const first = async (agent: Agent, query = {}): Promise<Item> => {
  const [item] = await itemsOf(agent, query);
  if (!item) throw new Error('an item was expected');
  return item;
};
const snooze = (agent: Agent, item: Item, until: string | null = '2026-11-25') =>
  agent.call(endpoints.snoozeItem, { body: { ...seenOf(item), until } });
const wake = async (agent: Agent, item: Item, until = '2026-11-25') => {
  const { status, error } = await agent.call(endpoints.wakeItem, { body: { ...seenOf(item), until } });
  return [status, status === 200 ? 'OK' : error.message];
};
/** The request of a page opened before an update: without the day. */
const wakeAny = async (agent: Agent, item: Item) => {
  const { status, error } = await agent.call(endpoints.wakeItem, { body: seenOf(item) });
  return [status, status === 200 ? 'OK' : error.message];
};
const assign = async (agent: Agent, item: Item, to: number | null) => {
  const body = { ...seenOf(item), owner_agent_id: to };
  return (await agent.call(endpoints.reassignItem, { body })).body.previous;
};
const undoAssign = async (
  agent: Agent,
  item: Item,
  to: number | null,
  previous: { owner_agent_id: number | null } | null,
) => {
  const body = { ...seenOf(item), owner_agent_id: to, previous };
  const { status, error } = await agent.call(endpoints.undoReassignItem, { body });
  return [status, status === 200 ? 'OK' : error.message];
};

describe('Undo on Today', () => {
  it('reverts a reassignment and then a snooze of the same item, step by step', async () => {
    const [agent, bo] = [await signInAs(t.current), await signInAs(t.current)];
    const id = await buildClient(t.current, { next_f_u_date: '2026-11-18', owner_agent_id: agent.agent.id });
    const item = await first(agent);
    await snooze(agent, item);
    const previous = await assign(agent, item, bo.agent.id);
    expect(previous).toBeNull();
    expect(await undoAssign(agent, item, bo.agent.id, previous)).toEqual([200, 'OK']);
    expect(await itemsOf(agent)).toEqual([]);
    expect(await wake(agent, item)).toEqual([200, 'OK']);
    expect(await itemsOf(agent)).toEqual([item]);
    // Without an assignment of its own the item follows its client again.
    await agent.call(updateClient, { params: { id }, body: { owner_agent_id: bo.agent.id } });
    expect((await first(agent)).owner_agent_id).toBe(bo.agent.id);
  });

  it('restores the assignment before, to an agent or to no one', async () => {
    const [agent, bo] = [await signInAs(t.current), await signInAs(t.current)];
    await buildClient(t.current, { next_f_u_date: '2026-11-18', owner_agent_id: agent.agent.id });
    const item = await first(agent);
    await assign(agent, item, null);
    const previous = await assign(agent, item, bo.agent.id);
    expect(previous).toEqual({ owner_agent_id: null });
    await undoAssign(agent, item, bo.agent.id, previous);
    expect((await first(agent, { owner: 'nobody' })).id).toBe(item.id);
    await agent.call(createTask, { body: { title: 'Call', due_day: '2026-11-20' } });
    const [task] = (await itemsOf(agent, { owner: 'me' })).filter(({ kind }) => kind === 'task');
    if (!task) throw new Error('a task was expected');
    const owner = await assign(agent, task, bo.agent.id);
    expect(await undoAssign(agent, task, bo.agent.id, owner)).toEqual([200, 'OK']);
    const { body } = await agent.call(listTasks, { query: { owner: 'me' } });
    expect(body.tasks.map(({ id }) => id)).toEqual([task.id]);
  });

  it('reverts nothing of an item that a colleague has changed since', async () => {
    const [agent, bo] = [await signInAs(t.current), await signInAs(t.current)];
    await buildClient(t.current, { next_f_u_date: '2026-11-18', owner_agent_id: agent.agent.id });
    const item = await first(agent);
    await snooze(agent, item);
    await snooze(bo, item, '2026-11-26');
    expect(await wake(agent, item)).toEqual(CHANGED);
    expect(await itemsOf(agent)).toEqual([]);
    await wake(bo, item, '2026-11-26');
    // To the same day: the colleague decided that.
    await snooze(agent, item);
    await snooze(bo, item);
    expect(await wake(agent, item)).toEqual(CHANGED);
    await wake(bo, item);
    const previous = await assign(agent, item, bo.agent.id);
    await assign(bo, item, null);
    expect(await undoAssign(agent, item, bo.agent.id, previous)).toEqual(CHANGED);
    expect((await first(agent)).owner_agent_id).toBeNull();
    // Also another part of the item: the colleague snoozed what was assigned to them.
    const again = await assign(agent, item, bo.agent.id);
    await snooze(bo, item);
    expect(await undoAssign(agent, item, bo.agent.id, again)).toEqual(CHANGED);
  });

  it('reverts the caller’s own snooze without its day, and no other', async () => {
    const [agent, bo] = [await signInAs(t.current), await signInAs(t.current)];
    await buildClient(t.current, { next_f_u_date: '2026-11-18', owner_agent_id: agent.agent.id });
    const item = await first(agent);
    for (const until of ['2026-11-25', '2026-11-27']) {
      await snooze(agent, item, until);
      expect(await wakeAny(bo, item)).toEqual(CHANGED);
      expect(await itemsOf(agent)).toEqual([]);
      expect(await wakeAny(agent, item)).toEqual([200, 'OK']);
      expect(await itemsOf(agent)).toEqual([item]);
    }
    expect(await wakeAny(agent, item)).toEqual(CHANGED);
  });

  it('reverts nothing of a task that a colleague has reassigned or completed since', async () => {
    const [agent, bo] = [await signInAs(t.current), await signInAs(t.current)];
    await agent.call(createTask, { body: { title: 'Call', due_day: '2026-11-20' } });
    const task = await first(agent);
    const previous = await assign(agent, task, bo.agent.id);
    await assign(bo, task, null);
    expect(await undoAssign(agent, task, bo.agent.id, previous)).toEqual(CHANGED);
    const again = await assign(agent, task, bo.agent.id);
    await bo.call(finishTask, { params: { id: task.id } });
    expect(await undoAssign(agent, task, bo.agent.id, again)).toEqual([
      409,
      'This item has already been resolved.',
    ]);
  });

  it('rejects an assignment to restore that names no agent', async () => {
    const agent = await signInAs(t.current);
    await buildClient(t.current, { next_f_u_date: '2026-11-18' });
    const item = await first(agent);
    await assign(agent, item, agent.agent.id);
    expect(await undoAssign(agent, item, agent.agent.id, { owner_agent_id: 987_654 })).toEqual([
      400,
      'owner_agent_id must be an existing agent',
    ]);
  });
});
