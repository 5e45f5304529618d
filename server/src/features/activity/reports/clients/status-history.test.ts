import { updateClient } from '@ledgerline/contract/clients/endpoints';
import { getReport } from '@ledgerline/contract/reports/endpoints';
import type { ReportPeriod } from '@ledgerline/contract/rules/report-periods';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';
import { storeStatusDay } from './store-status-day.ts';

/** TEST_NOW is 10:00 on November 20, 2026 at the brokerage. */
const t = useTestApp({ TIME_ZONE: 'America/New_York' });
let owner: Awaited<ReturnType<typeof signInAs>>;
let agent: typeof owner;
let now: Date;

beforeAll(async () => {
  owner = await signInAs(t.current, { is_owner: true });
  agent = await signInAs(t.current);
  now = t.current.clock.now();
});

const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);

beforeEach(async () => {
  t.current.clock.set(now);
  await sql('delete from client_status_days');
  await sql('delete from clients');
});

async function storeAt(instant: string): Promise<void> {
  t.current.clock.set(new Date(instant));
  // By two servers at once.
  await Promise.all([storeStatusDay(t.current.deps), storeStatusDay(t.current.deps)]);
  t.current.clock.set(now);
}

/** 'day status owner clients', without zeros. */
const storedRows = async () =>
  (
    await sql<{ row: string }>(
      `select concat_ws(' ', day, status, coalesce(owner_agent_id::text, '-'), clients) as row
         from client_status_days where clients > 0 order by 1`,
    )
  ).map(({ row }) => row);

async function history(caller: Caller, period: ReportPeriod) {
  const { body } = await caller.call(getReport, { params: { name: 'clients' }, query: { period } });
  const table = body.report.tables.find(({ name }) => name === 'status_history');
  return {
    note: table?.note,
    /** New, client, lead, inactive, all. */
    rows: table?.rows.map(({ label, cells }) => [label, ...cells.map(({ value }) => value)]),
    links: table?.rows.map(({ cells }) => cells.filter(({ rows }) => rows !== null).length),
  };
}

describe('the counts of a day', () => {
  it.each([
    ['the last second of a day', '2026-11-06T04:59:59Z', '2026-11-05'],
    ['midnight', '2026-11-06T05:00:00Z', '2026-11-06'],
    [
      'the last second before the day on which daylight saving time ends',
      '2026-11-01T03:59:59Z',
      '2026-10-31',
    ],
    ['its midnight', '2026-11-01T04:00:00Z', '2026-11-01'],
    ['its last second, 25 hours later', '2026-11-02T04:59:59Z', '2026-11-01'],
  ])('are those of the brokerage at %s', async (_, instant, day) => {
    await buildClient(t.current, { status: 'lead' });
    await storeAt(instant);
    expect(await storedRows()).toEqual([`${day} lead - 1`]);
  });

  it('are those of its last run, and stay when the day is over', async () => {
    const former = await signInAs(t.current);
    const id = await buildClient(t.current, { status: 'lead', owner_agent_id: former.agent.id });
    await storeAt('2026-11-05T15:00:00Z');
    await owner.call(updateClient, { params: { id }, body: { status: 'client' } });
    await storeAt('2026-11-05T20:00:00Z');
    const ended = [`2026-11-05 client ${former.agent.id} 1`];
    expect(await storedRows()).toEqual(ended);

    await owner.call(updateClient, { params: { id }, body: { owner_agent_id: null } });
    await sql('delete from agents where id = $1', [former.agent.id]);
    await storeAt('2026-11-07T15:00:00Z');
    await sql('delete from clients where id = $1', [id]);
    await storeAt('2026-11-08T15:00:00Z');
    // November 6 had no run.
    expect(await storedRows()).toEqual([...ended, '2026-11-07 client - 1']);
  });
});

describe('clients by status over time', () => {
  it('shows months from the first stored day, with their last counts, and the current counts', async () => {
    await buildClient(t.current, { status: '' });
    await storeAt('2026-08-10T15:00:00Z');
    await buildClient(t.current, { status: 'lead' });
    await storeAt('2026-08-30T15:00:00Z');
    await storeAt('2026-10-31T15:00:00Z');
    await storeAt('2026-11-19T15:00:00Z');
    await buildClient(t.current, { status: 'inactive' });
    const { note, rows, links } = await history(owner, 'last_12_months');
    expect(rows).toEqual([
      ['Aug 2026', 1, 0, 1, 0, 2],
      ['Oct 2026', 1, 0, 1, 0, 2],
      ['Nov 2026 (today)', 1, 0, 1, 1, 3],
    ]);
    expect(links).toEqual([0, 0, 5]);
    expect(note).toContain(
      'Counts have been stored since Aug 10, 2026. A month without a stored count is not shown.',
    );
    expect((await history(owner, 'last_year')).rows).toEqual([]);
  });

  it('shows the days of a single month, never one that has not come', async () => {
    await buildClient(t.current, { status: 'lead' });
    await storeAt('2026-10-31T15:00:00Z');
    await storeAt('2026-11-02T15:00:00Z');
    // Today’s stored count is not shown: the current one is.
    await storeAt('2026-11-20T15:00:00Z');
    await buildClient(t.current, { status: 'client' });
    const days = await history(owner, 'this_month');
    expect(days.rows).toEqual([
      ['Nov 2', 0, 0, 1, 0, 1],
      ['Nov 20 (today)', 0, 1, 1, 0, 2],
    ]);
    expect(days.note).not.toContain('since');
    const { rows, note } = await history(owner, 'last_month');
    expect(rows).toEqual([['Oct 31', 0, 0, 1, 0, 1]]);
    expect(note).toContain('since Oct 31');
    expect(note).not.toContain('not shown');
  });

  it('counts for a restricted agent the clients whose owner of that day they can see', async () => {
    const given = await buildClient(t.current, { status: 'lead', owner_agent_id: agent.agent.id });
    await buildClient(t.current, { status: 'lead', owner_agent_id: owner.agent.id });
    await storeAt('2026-10-31T15:00:00Z');
    await buildClient(t.current, { status: 'client' });
    await storeAt('2026-11-01T15:00:00Z');
    await sql('update clients set owner_agent_id = $1 where id = $2', [owner.agent.id, given]);
    await storeAt('2026-11-02T15:00:00Z');
    await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    const own = await history(agent, 'this_month');
    expect(own.rows).toEqual([
      ['Nov 1', 0, 1, 1, 0, 2],
      ['Nov 2', 0, 1, 0, 0, 1],
      ['Nov 20 (today)', 0, 1, 0, 0, 1],
    ]);
    expect(own.note).toContain('who were then unassigned or assigned to an agent whose clients you can see');
    expect((await history(owner, 'this_month')).rows?.at(0)).toEqual(['Nov 1', 0, 1, 2, 0, 3]);
    await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
  });
});
