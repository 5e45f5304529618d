import { getClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import * as endpoints from '@ledgerline/contract/tasks/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const CHANGED = [409, 'It has been changed since then. Nothing was undone.'];
type Agent = Awaited<ReturnType<typeof signInAs>>;

beforeEach(() => t.current.deps.database.query('delete from tasks'));

const create = async (agent: Agent, fields = {}) =>
  (await agent.call(endpoints.createTask, { body: { title: 'Call', due_day: '2026-11-25', ...fields } }))
    .body;
const undo = async (agent: Agent, { id, follow_up_was }: Awaited<ReturnType<typeof create>>) => {
  const answer = await agent.call(endpoints.undoCreateTask, { params: { id }, body: { follow_up_was } });
  return [answer.status, answer.status === 200 ? 'OK' : answer.error.message];
};
const followUp = async (agent: Agent, id: number) =>
  (await agent.call(getClient, { params: { id } })).body.data.next_f_u_date;
const openIds = async (agent: Agent) =>
  (await agent.call(endpoints.listTasks, { query: {} })).body.tasks.map(({ id }) => id);

describe('undoing a created task', () => {
  it('deletes it, and restores the follow-up that it replaced', async () => {
    const agent = await signInAs(t.current);
    const client_id = await buildClient(t.current, { next_f_u_date: '2026-12-24' });
    const task = await create(agent, { client_id, sets_follow_up: true });
    expect(await followUp(agent, client_id)).toBe('2026-11-25');
    expect(await undo(agent, task)).toEqual([200, 'OK']);
    expect([await followUp(agent, client_id), await openIds(agent)]).toEqual(['2026-12-24', []]);
    const plain = await create(agent, { client_id });
    expect(plain.follow_up_was).toBeNull();
    await undo(agent, plain);
    expect(await followUp(agent, client_id)).toBe('2026-12-24');
  });

  it('keeps a follow-up that was set since', async () => {
    const agent = await signInAs(t.current);
    const client_id = await buildClient(t.current, { next_f_u_date: '2026-12-24' });
    const task = await create(agent, { client_id, sets_follow_up: true });
    await agent.call(updateClient, { params: { id: client_id }, body: { next_f_u_date: '2027-01-05' } });
    await undo(agent, task);
    expect(await followUp(agent, client_id)).toBe('2027-01-05');
  });

  it.each([
    [
      'edited',
      (bo: Agent, id: number) => bo.call(endpoints.updateTask, { params: { id }, body: { title: 'x' } }),
    ],
    ['completed', (bo: Agent, id: number) => bo.call(endpoints.finishTask, { params: { id } })],
  ])('reverts nothing when a colleague has %s it', async (_, change) => {
    const [agent, bo] = [await signInAs(t.current), await signInAs(t.current)];
    const task = await create(agent);
    t.current.clock.advance(1);
    await change(bo, task.id);
    const before = await openIds(agent);
    expect(await undo(agent, task)).toEqual(CHANGED);
    expect(await openIds(agent)).toEqual(before);
  });

  it('is for its creator', async () => {
    const [agent, bo] = [await signInAs(t.current), await signInAs(t.current)];
    const task = await create(agent);
    expect(await undo(bo, task)).toEqual(CHANGED);
  });
});

it('undoing a completion leaves a later one of a colleague', async () => {
  const [agent, bo] = [await signInAs(t.current), await signInAs(t.current)];
  const { id } = await create(agent);
  const finish = async (by: Agent) => (await by.call(endpoints.finishTask, { params: { id } })).body.task;
  const reopen = async (by: Agent, done_at?: string) => {
    const answer = await by.call(endpoints.reopenTask, { params: { id }, query: { done_at } });
    return [answer.status, answer.status === 200 ? 'OK' : answer.error.message];
  };
  const mine = (await finish(agent)).done_at ?? '';
  expect(await reopen(bo)).toEqual([200, 'OK']);
  t.current.clock.advance(1000);
  const theirs = (await finish(bo)).done_at ?? '';
  expect(await reopen(agent, mine)).toEqual(CHANGED);
  expect(await openIds(agent)).toEqual([]);
  expect(await reopen(bo, theirs)).toEqual([200, 'OK']);
});
