import { createTask, listTasks } from '@ledgerline/contract/tasks/endpoints';
import * as endpoints from '@ledgerline/contract/today/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { itemsOf, noEnrollmentPeriods, seenOf, startEmpty } from '#testing/today-causes.ts';

const t = useTestApp();
const sql = (text: string, values: unknown[]) => t.current.deps.database.query(text, values);

beforeEach(() => startEmpty(t.current));

describe('an item of Today', () => {
  it('changes the owner of a reassigned task', async () => {
    const agent = await signInAs(t.current);
    const colleague = await signInAs(t.current);
    await agent.call(createTask, { body: { title: 'Call', due_day: '2026-11-20' } });
    const [task] = await itemsOf(agent, { owner: 'me' });
    if (task?.kind !== 'task') throw new Error('the task was expected first');
    await agent.call(endpoints.reassignItem, {
      body: { ...seenOf(task), owner_agent_id: colleague.agent.id },
    });
    const { body } = await colleague.call(listTasks, { query: { owner: 'me' } });
    expect(body.tasks.map(({ id }) => id)).toEqual([task.id]);
  });

  it('snoozes an item until a day, and undoes that; with another day it is a new item', async () => {
    const agent = await signInAs(t.current);
    await noEnrollmentPeriods(t.current);
    const clientId = await buildClient(t.current, { next_f_u_date: '2026-11-18' });
    const [item] = await itemsOf(agent);
    if (!item) throw new Error('the follow-up was expected');
    const put = (until: string | null) =>
      agent.call(endpoints.snoozeItem, { body: { ...seenOf(item), until } });
    expect((await put('2026-11-25')).status).toBe(200);
    expect(await itemsOf(agent)).toEqual([]);
    expect((await agent.call(endpoints.countToday)).body.counts.overdue).toBe(0);
    await agent.call(endpoints.wakeItem, { body: { ...seenOf(item), until: '2026-11-25' } });
    expect(await itemsOf(agent)).toHaveLength(1);
    await put('2026-11-25');
    t.current.clock.set(new Date('2026-11-25T15:00:00Z'));
    expect(await itemsOf(await signInAs(t.current))).toHaveLength(1);
    t.current.clock.set(TEST_NOW);
    await sql(`update clients set next_f_u_date = '2026-11-19' where id = $1`, [clientId]);
    expect(await itemsOf(agent)).toHaveLength(1);
    const stale = await put('2026-11-26');
    expect([stale.status, stale.error.message]).toEqual([
      409,
      'This has changed in the meantime. Please review it again.',
    ]);
    await sql('update clients set next_f_u_date = null where id = $1', [clientId]);
    expect((await put('2026-11-26')).error.message).toBe('This item has already been resolved.');
  });

  it('rejects a day that is not later or too far away, and dismissing what must be done', async () => {
    const agent = await signInAs(t.current);
    await buildClient(t.current, { next_f_u_date: '2026-11-18' });
    const [item] = await itemsOf(agent);
    if (!item) throw new Error('the follow-up was expected');
    for (const [until, message] of [
      ['2026-11-20', 'until must be a date after today'],
      ['2028-11-21', 'until must be within 2 years'],
      [null, 'until must be a day: only opportunities can be dismissed permanently'],
    ] as const) {
      const { status, error } = await agent.call(endpoints.snoozeItem, { body: { ...seenOf(item), until } });
      expect([status, error.message]).toEqual([400, message]);
    }
  });

  it('dismisses opportunities permanently, each enrollment period only for this year', async () => {
    const agent = await signInAs(t.current);
    await buildClient(t.current, { dob: '1961-12-01' });
    const items = await itemsOf(agent);
    expect(items.map(({ kind }) => kind)).toEqual(['turns_65', 'enrolment', 'enrolment']);
    for (const item of items) {
      const { status } = await agent.call(endpoints.snoozeItem, { body: { ...seenOf(item), until: null } });
      expect(status).toBe(200);
    }
    expect(await itemsOf(agent)).toEqual([]);
    t.current.clock.set(new Date('2027-11-20T15:00:00Z'));
    const nextYear = await itemsOf(await signInAs(t.current));
    expect(nextYear.map(({ kind }) => kind)).toEqual(['enrolment', 'enrolment']);
  });
});
