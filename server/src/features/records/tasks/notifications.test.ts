import { listNotices } from '@ledgerline/contract/notifications/endpoints';
import { createTask, deleteTask, updateTask } from '@ledgerline/contract/tasks/endpoints';
import { expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
type Agent = Awaited<ReturnType<typeof signInAs>>;

const told = async (agent: Agent) =>
  (await agent.call(listNotices, { query: {} })).body.data.map(
    ({ kind, about, client_name, task_id }) => `${kind} ${task_id}: ${about}, ${client_name}`,
  );

it('whoever is handed a task is told of it each time that it comes to him, and not of his own', async () => {
  const [me, other] = [await signInAs(t.current), await signInAs(t.current)];
  const client_id = await buildClient(t.current, { client_first_name: 'Ana', client_last_name: 'Gómez' });
  const make = async (fields: object) =>
    (await me.call(createTask, { body: { title: 'Call', due_day: '2026-11-21', ...fields } })).body.id;
  const id = await make({ client_id });
  const give = (from: Agent, owner_agent_id: number | null) =>
    from.call(updateTask, { params: { id }, body: { owner_agent_id } });
  expect(await told(me)).toEqual([]);
  const line = `task_handed ${id}: Call, Ana Gómez`;
  await give(me, other.agent.id);
  await give(me, other.agent.id);
  expect([await told(me), await told(other)]).toEqual([[], [line]]);
  t.current.clock.advance(1000);
  await give(other, me.agent.id);
  await give(other, null);
  expect([await told(me), await told(other)]).toEqual([[line], [line]]);
  await make({ owner_agent_id: other.agent.id });
  expect(await told(other)).toHaveLength(2);
  await me.call(deleteTask, { params: { id } });
  expect([await told(me), (await told(other)).length]).toEqual([[], 1]);
});
