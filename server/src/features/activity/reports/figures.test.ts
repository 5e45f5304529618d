import { listClients } from '@ledgerline/contract/clients/endpoints';
import { listInvoices } from '@ledgerline/contract/invoices/endpoints';
import { listPolicies } from '@ledgerline/contract/policies/endpoints';
import { listRecurringPayments } from '@ledgerline/contract/recurring-payments/endpoints';
import { getReport, listReportRows, type RowsLink } from '@ledgerline/contract/reports/endpoints';
import { monthlyValueCents } from '@ledgerline/contract/rules';
import { filterText } from '@ledgerline/contract/rules/filters';
import { REPORT_NAMES, type ReportName, type ReportPeriod } from '@ledgerline/contract/rules/report-periods';
import { listSubmissions } from '@ledgerline/contract/submissions/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { listToday } from '@ledgerline/contract/today/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { seedReports } from '#testing/reports.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';
import { storeStatusDay } from './clients/store-status-day.ts';

/** 10:00 on November 20, 2026 at the brokerage. */
const t = useTestApp({ TIME_ZONE: 'America/New_York' });
type Agent = Awaited<ReturnType<typeof signInAs>>;
let owner: Agent;
let restricted: Agent;

beforeAll(async () => {
  owner = await signInAs(t.current, { is_owner: true });
  restricted = await signInAs(t.current);
  await seedReports(t.current, [owner.agent.id, restricted.agent.id, null]);
  const now = t.current.clock.now();
  t.current.clock.set(new Date('2026-10-31T16:00:00Z'));
  await storeStatusDay(t.current.deps);
  t.current.clock.set(now);
  await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
});

const PERIODS: readonly ReportPeriod[] = ['last_12_months', 'last_month'];

interface Rows {
  count: number;
  /** Sums of the rows, by the label of the column that shows them. */
  sums: Record<string, number>;
}

const sum = <Row>(rows: readonly Row[], read: (row: Row) => number): number =>
  rows.reduce((total, row) => total + read(row), 0);

/** What the list behind a figure shows: never computed by the report. */
async function rowsBehind(agent: Caller, { list, filter: rules, owner: whose }: RowsLink): Promise<Rows> {
  const filter = filterText(rules);
  const paged = { filter, page: 1, page_size: 100 };
  if (list === 'invoices') {
    const { body } = await agent.call(listInvoices, { query: paged });
    const due = sum(body.data, (row) => Math.max(0, row.total_cents - (row.paid_amount_cents ?? 0)));
    return { count: body.total, sums: { 'Balance due': due, Overdue: due, Outstanding: due } };
  }
  if (list === 'clients') {
    const { body } = await agent.call(listClients, { query: paged });
    return { count: body.total, sums: {} };
  }
  if (list === 'recurring_payments') {
    const { body } = await agent.call(listRecurringPayments, { query: { filter } });
    const value = monthlyValueCents({ schedules: body.data });
    return { count: body.data.length, sums: { 'Value per month': value, 'Recurring per month': value } };
  }
  if (list === 'policies') {
    const { body } = await agent.call(listPolicies, { query: paged });
    const net = (premium: number | null, subsidy: number | null) =>
      premium === null ? 0 : Math.max(0, premium - (subsidy ?? 0));
    return {
      count: body.total,
      sums: {
        'Premium per month': sum(body.policies, ({ premium_cents }) => premium_cents ?? 0),
        'After subsidy': sum(body.policies, (row) => net(row.premium_cents, row.subsidy_cents)),
      },
    };
  }
  if (list === 'submissions') {
    const { body } = await agent.call(listSubmissions, { query: paged });
    return { count: body.total, sums: {} };
  }
  if (list === 'today') {
    const { body } = await agent.call(listToday, {
      query: { limit: 200, ...(whose ? { owner: whose } : {}) },
    });
    return { count: body.lines.length, sums: {} };
  }
  const { body } = await agent.call(listReportRows, { query: { list, filter, page_size: 200 } });
  const cents = sum(body.rows, ({ amount_cents }) => amount_cents ?? 0);
  expect(body.total_cents ?? 0).toBe(cents);
  return {
    count: body.total,
    sums: { Collected: cents, BFS: cents, BFA: cents, 'Collected in the period': cents },
  };
}

const load = async (agent: Caller, name: ReportName, period: ReportPeriod) =>
  (await agent.call(getReport, { params: { name }, query: { period } })).body.report;

/** Every number of a report with its unit. */
async function figuresOf(agent: Caller, name: ReportName, period: ReportPeriod) {
  const { highlights, tables } = await load(agent, name, period);
  return [
    ...highlights.map(({ label, unit, figure }) => ({ at: label, label, unit, ...figure })),
    ...tables.flatMap(({ title, columns, rows, total }) =>
      [...rows, ...(total ? [{ label: 'Total', cells: total }] : [])].flatMap((row) =>
        row.cells.map((cell, at) => {
          const { label = '', unit = 'count' } = columns[at] ?? {};
          return { at: `${title} / ${row.label} / ${label}`, label, unit, ...cell };
        }),
      ),
    ),
  ];
}

describe('every figure', () => {
  it.each(['owner', 'restricted agent'])('equals the list it leads to, for the %s', async (who) => {
    const agent = who === 'owner' ? owner : restricted;
    const behind = new Map<string, Promise<Rows>>();
    const figures = await Promise.all(
      REPORT_NAMES.flatMap((name) =>
        (who === 'owner' ? PERIODS : PERIODS.slice(0, 1)).map((period) => figuresOf(agent, name, period)),
      ),
    );
    const wrong: unknown[] = [];
    await Promise.all(
      figures.flat().map(async ({ at, label, unit, value, rows: link }) => {
        if (link === null) {
          // Past statuses, which no list can show.
          if (at !== `By status over time / ${at.includes('Oct 31') ? 'Oct 31' : 'Oct 2026'} / ${label}`)
            wrong.push({ at, link });
          return;
        }
        const key = JSON.stringify(link);
        const rows = behind.get(key) ?? rowsBehind(agent, link);
        behind.set(key, rows);
        const { count, sums } = await rows;
        // Sums of premiums on the client record are shown in no list.
        const listed = unit === 'count' ? count : link.list === 'clients' ? value : sums[label];
        if (listed !== value) wrong.push({ at, value, listed });
      }),
    );
    expect(wrong).toEqual([]);
    expect(figures.flat().filter(({ rows }) => rows === null).length).toBe(
      (5 * figures.length) / REPORT_NAMES.length,
    );
    expect(figures.flat().length).toBeGreaterThan(200);
    expect(figures.flat().filter(({ value }) => value !== 0).length).toBeGreaterThan(100);
  });
});

const highlight = async (agent: Caller, name: ReportName, label: string) =>
  (await load(agent, name, 'last_12_months')).highlights.find((one) => one.label === label)?.figure.value;

describe('an agent with restricted access', () => {
  it('gets figures of the clients they can see, and the report says so', async () => {
    expect((await load(owner, 'money', 'this_month')).is_restricted).toBe(false);
    expect((await load(restricted, 'money', 'this_month')).is_restricted).toBe(true);
    const both = async (name: ReportName, label: string) => [
      await highlight(owner, name, label),
      await highlight(restricted, name, label),
    ];
    // A third of the clients belongs to the owner, and a third to no one.
    expect(await both('clients', 'Clients')).toEqual([12, 8]);
    expect(await both('policies', 'Active policies')).toEqual([3, 2]);
  });
});

/** The values of a table by the label of its rows, of all columns or one. */
async function valuesOf(name: ReportName, table: string, column?: number) {
  const { tables } = await load(owner, name, 'last_12_months');
  const found = tables.find((each) => each.name === table);
  const rows = [...(found?.rows ?? []), { label: 'Total', cells: found?.total ?? [] }];
  return Object.fromEntries(
    rows.map(({ label, cells }) => {
      const values = cells.map(({ value }) => value);
      return [label, column === undefined ? values : values[column]];
    }),
  );
}

describe('the figures of money', () => {
  it('divide what is outstanding at the limits of each age', async () => {
    expect(await valuesOf('money', 'ages', 0)).toEqual({
      'Not overdue': 4,
      '1–30 days overdue': 1,
      '31–60 days overdue': 2,
      '61–90 days overdue': 2,
      'Over 90 days overdue': 2,
      Total: 11,
    });
  });

  it('subtract refunds and returned payments, and are exact in cents', async () => {
    // Per client 100.01 paid, 10.10 refunded; of three clients each, a payment of 50.00 was returned.
    const net = 10_001 - 1010;
    expect((await valuesOf('money', 'collected'))['Nov 2026']).toEqual([6 * net, 6 * net, 30, 12 * net]);
  });
});

describe('months', () => {
  it('start and end at midnight of the brokerage', async () => {
    expect(await valuesOf('clients', 'added', 4)).toMatchObject({
      ...{ 'Dec 2025': 6, 'Jan 2026': 0, 'Oct 2026': 3, 'Nov 2026': 3, Total: 12 },
    });
    expect(await valuesOf('clients', 'turning_65', 0)).toMatchObject({
      ...{ 'Nov 2026': 0, 'Dec 2026': 1, 'Jan 2027': 1, 'Mar 2027': 1, 'Oct 2027': 0, Total: 6 },
    });
  });
});

describe('the steps of forms', () => {
  it('include the forms that went further, also by the page of their session', async () => {
    expect((await valuesOf('forms', 'steps')).Total).toEqual([60, 52, 36, 24, 12]);
    const stops = Object.entries(await valuesOf('forms', 'stops', 0));
    expect(stops.map(([label, count]) => [label.split(',')[0], count])).toEqual([
      ['Personal Information: step 1', 4],
      ['Personal Information: step 2', 4],
      ['Personal Information: step 3', 4],
      ['Total', 12],
    ]);
  });
});

describe('policies', () => {
  it('are grouped by the folded name of the carrier, and lost renewals by the folded reason', async () => {
    const labels = async (table: string) =>
      Object.keys(await valuesOf('policies', table)).map((label) => label.toLowerCase());
    expect(await labels('carriers')).toEqual(['florida blue', 'oscar', 'total']);
    expect(await labels('lost')).toEqual(['price', 'total']);
  });
});
