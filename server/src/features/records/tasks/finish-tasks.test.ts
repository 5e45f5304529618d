import * as endpoints from '@ledgerline/contract/tasks/endpoints';
import { expect, it } from 'vitest';
import { calendarDay } from '#platform/clock.ts';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

it('a recurring task never ends and never piles up: only one is open, however often it was completed', async () => {
  const agent = await signInAs(t.current);
  const due_day = calendarDay(t.current.deps.clock.now(), t.current.deps.config.TIME_ZONE);
  const created = await agent.call(endpoints.createTask, {
    body: { title: 'Look into the mailbox', due_day, repeat: 'daily' },
  });
  const listed = async () =>
    (await agent.call(endpoints.listTasks, { query: {} })).body.tasks.map(({ id }) => id);
  let { id } = created.body;
  for (let times = 0; times < 20; times += 1) {
    const { body } = await agent.call(endpoints.finishTask, { params: { id } });
    id = body.next?.id ?? 0;
    expect(await listed()).toEqual([id]);
  }
  await agent.call(endpoints.deleteTask, { params: { id } });
  expect(await listed()).toEqual([]);
});
