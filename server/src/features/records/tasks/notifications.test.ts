import { listNotifications } from '@ledgerline/contract/notifications/endpoints';
import { createTask, deleteTask, updateTask } from '@ledgerline/contract/tasks/endpoints';
import { expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
type Agent = Awaited<ReturnType<typeof signInAs>>;

const notificationsOf = async (agent: Agent) =>
  (await agent.call(listNotifications, { query: {} })).body.data.map(
    ({ kind, about, client_name, task_id }) => `${kind} ${task_id}: ${about}, ${client_name}`,
  );

it('an agent who is assigned a task is notified each time, but not for their own assignments', async () => {
  const [me, other] = [await signInAs(t.current), await signInAs(t.current)];
  const client_id = await buildClient(t.current, { client_first_name: 'Ana', client_last_name: 'Gómez' });
  const create = async (fields: object) =>
    (await me.call(createTask, { body: { title: 'Call', due_day: '2026-11-21', ...fields } })).body.id;
  const id = await create({ client_id });
  const assign = (from: Agent, owner_agent_id: number | null) =>
    from.call(updateTask, { params: { id }, body: { owner_agent_id } });
  expect(await notificationsOf(me)).toEqual([]);
  const line = `task_handed ${id}: Call, Ana Gómez`;
  await assign(me, other.agent.id);
  await assign(me, other.agent.id);
  expect([await notificationsOf(me), await notificationsOf(other)]).toEqual([[], [line]]);
  t.current.clock.advance(1000);
  await assign(other, me.agent.id);
  await assign(other, null);
  expect([await notificationsOf(me), await notificationsOf(other)]).toEqual([[line], [line]]);
  await create({ owner_agent_id: other.agent.id });
  expect(await notificationsOf(other)).toHaveLength(2);
  await me.call(deleteTask, { params: { id } });
  expect([await notificationsOf(me), (await notificationsOf(other)).length]).toEqual([[], 1]);
});
