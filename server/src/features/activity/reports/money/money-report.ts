import { ACCOUNT_NAMES, addDays, monthlyValueCents, RECURRING_FREQUENCIES } from '@ledgerline/contract/rules';
import type { Filter } from '@ledgerline/contract/rules/filters';
import { monthsOf } from '@ledgerline/contract/rules/report-periods';
import { type CollectedSum, sumCollected } from '#features/billing/transactions/read-transactions.ts';
import type { ReportScope } from '../report-scope.ts';
import {
  agentRows,
  figure,
  type GroupColumn,
  inDays,
  monthRows,
  ofAgent,
  type ReportContent,
  rowsOf,
  sumBy,
  type TableRow,
  tableOf,
  where,
} from '../rules.ts';
import { groupActiveRecurring, groupOwed, type OwedGroup, type RecurringGroup } from './queries.ts';

/** The first day of each age. */
const AGES = [
  { from: 1, label: '1–30 days overdue' },
  { from: 31, label: '31–60 days overdue' },
  { from: 61, label: '61–90 days overdue' },
  { from: 91, label: 'Over 90 days overdue' },
] as const;
const OWED = where('status', 'is_any', 'sent', 'partially_paid');

const account = (name: string) => where('square_account', 'is_any', name);

/** What is owed, what was collected, and what recurs. */
export async function moneyReport(scope: ReportScope): Promise<ReportContent> {
  const { db, today, days } = scope;
  const [owed, collected, recurring] = await Promise.all([
    groupOwed(
      db,
      today,
      AGES.map(({ from }) => from),
    ),
    sumCollected(db, days),
    groupActiveRecurring(db),
  ]);
  const overdue = where('payment_due', 'before', today);
  const late = owed.filter(({ age }) => age > 0);
  return {
    highlights: [
      { label: 'Outstanding', unit: 'cents', figure: figure(balance(owed), rowsOf('invoices', OWED)) },
      { label: 'Overdue', unit: 'cents', figure: figure(balance(late), rowsOf('invoices', overdue)) },
      {
        label: 'Collected in the period',
        unit: 'cents',
        figure: figure(cents(collected), rowsOf('payments', inDays('paid_on', days))),
      },
      {
        label: 'Recurring per month',
        unit: 'cents',
        figure: figure(monthlyValue(recurring), rowsOf('recurring_payments', ACTIVE)),
      },
    ],
    tables: [
      ...owedTables(owed, scope),
      ...collectedTables(collected, scope),
      tableOf({
        name: 'recurring',
        title: 'Active recurring payments',
        note: 'Value per month. Each figure is rounded separately, so the rows may differ from the total by a few cents.',
        heading: 'Frequency',
        columns: RECURRING_COLUMNS,
        rows: RECURRING_FREQUENCIES.map((frequency) => ({
          label: `${frequency.slice(0, 1)}${frequency.slice(1).toLowerCase()}`,
          groups: recurring.filter((group) => group.frequency === frequency),
          conditions: [ACTIVE, where('frequency', 'is_any', frequency)],
        })),
        totalOf: [ACTIVE],
      }),
    ],
  };
}

const balance = sumBy<OwedGroup>((group) => group.cents);

const OWED_COLUMNS: readonly GroupColumn<OwedGroup>[] = [
  { label: 'Invoices', unit: 'count', list: 'invoices', value: sumBy(({ invoices }) => invoices) },
  { label: 'Balance due', unit: 'cents', list: 'invoices', value: balance, look: { isCharted: true } },
];

function owedTables(owed: readonly OwedGroup[], { today, agents }: ReportScope) {
  const late = (groups: readonly OwedGroup[]) => groups.filter(({ age }) => age > 0);
  const overdue = [where('payment_due', 'before', today)];
  const columns: readonly GroupColumn<OwedGroup>[] = [
    ...OWED_COLUMNS,
    {
      label: 'Overdue',
      unit: 'cents',
      list: 'invoices',
      value: (groups) => balance(late(groups)),
      conditions: overdue,
    },
  ];
  return [
    tableOf({
      name: 'ages',
      title: 'Outstanding by age',
      note: 'Balance due on sent and partially paid invoices. An invoice with a payment in progress is not overdue.',
      heading: 'Due',
      chart: 'bars',
      columns: OWED_COLUMNS,
      rows: ageRows(owed, today),
      totalOf: [OWED],
    }),
    tableOf({
      ...{ name: 'owed_by_account', title: 'Outstanding by account', heading: 'Account', columns },
      rows: ACCOUNT_NAMES.map((name) => ({
        label: name,
        groups: owed.filter((group) => group.account === name),
        conditions: [OWED, account(name)],
      })),
      totalOf: [OWED],
    }),
    tableOf({
      ...{ name: 'owed_by_agent', title: 'Outstanding by agent', heading: 'Client owner', columns },
      rows: agentRows(owed, agents, (id) => [OWED, ofAgent('owner_agent_id', id)]),
      totalOf: [OWED],
    }),
  ];
}

function ageRows(owed: readonly OwedGroup[], today: string): TableRow<OwedGroup>[] {
  const isNotOverdue = [where('payment_due', 'is_empty'), where('payment_due', 'after', addDays(today, -1))];
  const ages = AGES.map(({ from, label }, at) => {
    const next = AGES[at + 1];
    const last = addDays(today, -from);
    const due = next
      ? where('payment_due', 'between', addDays(today, 1 - next.from), last)
      : where('payment_due', 'before', addDays(last, 1));
    return { label, groups: owed.filter(({ age }) => age === at + 1), conditions: [due] };
  });
  const current = owed.filter(({ age }) => age === 0);
  return [{ label: 'Not overdue', groups: current, conditions: [OWED, isNotOverdue] }, ...ages];
}

const cents = sumBy<CollectedSum>((group) => group.cents);
const TRANSACTIONS: GroupColumn<CollectedSum> = {
  label: 'Payments and refunds',
  unit: 'count',
  list: 'payments',
  value: sumBy(({ transactions }) => transactions),
};
const COLLECTED: GroupColumn<CollectedSum> = {
  label: 'Collected',
  unit: 'cents',
  list: 'payments',
  value: cents,
};

function collectedTables(collected: readonly CollectedSum[], { days, agents }: ReportScope) {
  const inPeriod: Filter['rules'] = [inDays('paid_on', days)];
  const byAccount = ACCOUNT_NAMES.map(
    (name): GroupColumn<CollectedSum> => ({
      ...{ label: name, unit: 'cents', list: 'payments', look: { isCharted: true } },
      value: (groups) => cents(groups.filter((group) => group.account === name)),
      conditions: [account(name)],
    }),
  );
  return [
    tableOf({
      name: 'collected',
      title: 'Collected by month',
      note: 'By payment date, minus refunds and returned payments.',
      heading: 'Month',
      chart: 'stacked',
      columns: [...byAccount, TRANSACTIONS, COLLECTED],
      rows: monthRows(monthsOf(days), collected, (month) => [inDays('paid_on', month)]),
      totalOf: inPeriod,
    }),
    tableOf({
      ...{ name: 'collected_by_agent', title: 'Collected by agent', heading: 'Client owner' },
      columns: [TRANSACTIONS, COLLECTED],
      rows: agentRows(collected, agents, (id) => [...inPeriod, ofAgent('owner_agent_id', id)]),
      totalOf: inPeriod,
    }),
  ];
}

const ACTIVE = where('status', 'is_any', 'ACTIVE');

const monthlyValue = (groups: readonly RecurringGroup[]): number =>
  monthlyValueCents({
    schedules: groups.map(({ cents: amount_cents, frequency }) => ({
      status: 'ACTIVE',
      amount_cents,
      frequency,
    })),
  });

const RECURRING_COLUMNS: readonly GroupColumn<RecurringGroup>[] = [
  {
    label: 'Recurring payments',
    unit: 'count',
    list: 'recurring_payments',
    value: sumBy(({ payments }) => payments),
  },
  { label: 'Value per month', unit: 'cents', list: 'recurring_payments', value: monthlyValue },
];
