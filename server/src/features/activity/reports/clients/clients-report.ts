import { MARKETPLACE_FIELDS, MEDICARE_FIELDS } from '@ledgerline/contract/clients/fields/insurance';
import { CLIENT_STATUS_LABELS, CLIENT_STATUSES } from '@ledgerline/contract/clients/statuses';
import { monthsFrom, monthsOf } from '@ledgerline/contract/rules/report-periods';
import type { ReportScope } from '../report-scope.ts';
import {
  agentRows,
  figure,
  type GroupColumn,
  inDays,
  MAX_TEXT_ROWS,
  monthRows,
  ofAgent,
  type ReportContent,
  rowsOf,
  sumBy,
  tableOf,
  textRows,
  where,
} from '../rules.ts';
import {
  groupAdded,
  groupBorn,
  groupByPlan,
  groupByStatus,
  type MonthGroup,
  sumPremiums,
} from './queries.ts';
import { STATUS_COLUMNS, statusHistory } from './status-history.ts';

/** The premiums of carriers on the client record. */
const CARRIERS = [...MARKETPLACE_FIELDS, ...MEDICARE_FIELDS].filter((field) => field.kind === 'money');
const MEDICARE_AGE = 65;

const clientsOf = sumBy<{ clients: number }>(({ clients }) => clients);
const CLIENTS: GroupColumn<{ clients: number }> = {
  label: 'Clients',
  unit: 'count',
  list: 'clients',
  value: clientsOf,
  look: { isCharted: true },
};

/** Clients by status, month, plan, carrier and owner. */
export async function clientsReport(scope: ReportScope): Promise<ReportContent> {
  const { db, days, agents, timeZone } = scope;
  const statuses = await groupByStatus(db);
  const [history, added, plans, carriers, turning] = await Promise.all([
    statusHistory(scope, statuses),
    groupAdded(db, { ...days, timeZone }),
    groupByPlan(db),
    sumPremiums(
      db,
      CARRIERS.map(({ name }) => name),
    ),
    turning65(scope),
  ]);
  return {
    highlights: [
      { label: 'Clients', unit: 'count', figure: figure(clientsOf(statuses), rowsOf('clients')) },
      {
        label: 'Added in the period',
        unit: 'count',
        figure: figure(clientsOf(added), rowsOf('clients', inDays('created_at', days))),
      },
    ],
    tables: [
      tableOf({
        ...{ name: 'statuses', title: 'By status', heading: 'Status', chart: 'bars', columns: [CLIENTS] },
        note: 'As of today.',
        rows: CLIENT_STATUSES.map((status) => ({
          label: CLIENT_STATUS_LABELS[status],
          groups: statuses.filter((group) => group.status === status),
          conditions: [where('status', 'is_any', status)],
        })),
        totalOf: [],
      }),
      history,
      addedTable(added, scope),
      turning,
      tableOf({
        ...{ name: 'owners', title: 'By owner', heading: 'Owner', chart: 'bars', columns: [CLIENTS] },
        rows: agentRows(statuses, agents, (id) => [ofAgent('owner_agent_id', id)]),
        totalOf: [],
      }),
      planTable(plans),
      carrierTable(carriers),
    ],
  };
}

function addedTable(added: readonly MonthGroup[], { days }: ReportScope) {
  return tableOf({
    name: 'added',
    title: 'New clients by month',
    note: 'By the day they were added, and by their status today. Deleted and merged clients are not included.',
    heading: 'Month',
    chart: 'stacked',
    columns: STATUS_COLUMNS,
    rows: monthRows(monthsOf(days), added, (month) => [inDays('created_at', month)]),
    totalOf: [inDays('created_at', days)],
  });
}

/** Clients by the month of their 65th birthday: this month and the next eleven. */
async function turning65({ db, today }: ReportScope) {
  const months = monthsFrom(today, 12);
  const births = monthsFrom(`${Number(today.slice(0, 4)) - MEDICARE_AGE}${today.slice(4, 7)}-01`, 12);
  const born = { from: births[0]?.from ?? '', to: births.at(-1)?.to ?? '' };
  const groups = await groupBorn(db, born.from, born.to);
  const labeled = births.map((birth, at) => ({ ...birth, label: months[at]?.label ?? birth.label }));
  return tableOf({
    name: 'turning_65',
    title: 'Turning 65',
    note: 'This month and the next eleven.',
    heading: 'Month',
    chart: 'bars',
    columns: [CLIENTS],
    rows: monthRows(labeled, groups, (month) => [inDays('dob', month)]),
    totalOf: [inDays('dob', born)],
  });
}

function planTable(plans: readonly { text: string; clients: number }[]) {
  const rows = textRows(plans, ({ clients }) => clients, {
    ...{ field: 'current_health_plan_name', empty: 'No health plan', shared: [] },
  });
  return tableOf({
    ...{ name: 'plans', title: 'By health plan', heading: 'Health plan', columns: [CLIENTS] },
    rows,
    most: MAX_TEXT_ROWS,
  });
}

function carrierTable(sums: readonly { clients: number; cents: number }[]) {
  return tableOf<{ clients: number; cents: number }>({
    name: 'carriers',
    title: 'By carrier',
    note: 'Clients with a premium for the carrier on their record. A client can have several carriers.',
    heading: 'Carrier',
    columns: [
      CLIENTS,
      { label: 'Premium per month', unit: 'cents', list: 'clients', value: sumBy(({ cents }) => cents) },
    ],
    rows: CARRIERS.flatMap(({ name, label }, at) => {
      const sum = sums[at];
      return sum && sum.clients > 0 ? [{ label, groups: [sum], conditions: [where(name, 'is_filled')] }] : [];
    }),
  });
}
