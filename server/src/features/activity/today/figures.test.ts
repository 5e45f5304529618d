import { logCall } from '@ledgerline/contract/calls/endpoints';
import { finishTask, reopenTask } from '@ledgerline/contract/tasks/endpoints';
import * as endpoints from '@ledgerline/contract/today/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { itemsOf, noEnrollmentPeriods, oneOfEach, seenOf, startEmpty } from '#testing/today-causes.ts';

const t = useTestApp();
beforeEach(() => startEmpty(t.current));

describe('the figures of Today', () => {
  it('count by kind what it lists, for each owner', async () => {
    const agent = await signInAs(t.current);
    const colleague = await signInAs(t.current);
    await oneOfEach(t.current, agent);
    await oneOfEach(t.current, colleague);
    await oneOfEach(t.current, colleague);
    for (const owner of [undefined, 'me', 'nobody'] as const) {
      const query = owner ? { owner } : {};
      const items = await itemsOf(agent, query);
      const { body } = await agent.call(endpoints.countToday, { query });
      for (const { group, kind, count } of body.kinds)
        expect(items.filter((item) => item.group === group && item.kind === kind)).toHaveLength(count);
      const only = await itemsOf(agent, { ...query, kind: 'sign' });
      expect(only.map(({ id }) => id)).toEqual(items.flatMap(({ kind, id }) => (kind === 'sign' ? id : [])));
      expect(body.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(items.length);
      const overdue = items.filter(({ kind }) => kind === 'invoice_overdue');
      expect(body.overdue_cents).toBe(
        overdue.reduce((sum, { amount_cents }) => sum + (amount_cents ?? 0), 0),
      );
    }
  });

  it('count what was done today, by agent', async () => {
    const [agent, colleague] = [await signInAs(t.current), await signInAs(t.current)];
    await noEnrollmentPeriods(t.current);
    const ids = await oneOfEach(t.current, agent);
    const done = async (by: typeof agent, query = {}) =>
      (await by.call(endpoints.countToday, { query })).body.done_today;
    const before = await done(agent);
    await agent.call(finishTask, { params: { id: ids.task ?? 0 } });
    const client = { params: { id: ids.follow_up ?? 0 } };
    await agent.call(logCall, { ...client, body: { kind: 'call', outcome: 'reached' } });
    const [chance] = (await itemsOf(agent)).filter(({ kind }) => kind === 'turns_65');
    if (!chance) throw new Error('an opportunity was expected');
    await agent.call(endpoints.snoozeItem, { body: { ...seenOf(chance), until: null } });
    expect([
      await done(agent, { owner: 'me' }),
      await done(agent),
      await done(agent, { owner: 'nobody' }),
    ]).toEqual([3, before + 3, 0]);
    expect(await done(colleague, { owner: 'me' })).toBe(0);
    // Not counted: a completion that was undone, and what was done yesterday.
    await agent.call(reopenTask, { params: { id: ids.task ?? 0 } });
    expect(await done(agent, { owner: 'me' })).toBe(2);
    t.current.clock.set(new Date('2026-11-21T15:00:00Z'));
    expect(await done(await signInAs(t.current), { owner: agent.agent.id })).toBe(0);
  });
});
