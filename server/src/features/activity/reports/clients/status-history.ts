import { CLIENT_STATUS_LABELS, CLIENT_STATUSES } from '@ledgerline/contract/clients/statuses';
import type { ReportTable } from '@ledgerline/contract/reports/endpoints';
import { dateShort } from '@ledgerline/contract/rules';
import { daysOf, monthsOf, type ReportSpan } from '@ledgerline/contract/rules/report-periods';
import { currentAccessScope } from '#platform/database/work.ts';
import type { ReportScope } from '../report-scope.ts';
import { type GroupColumn, sumBy, type TableRow, tableOf, type UnlistedRow, where } from '../rules.ts';
import { findFirstDay, findLastCounts, type StatusCount, type StatusGroup } from './queries.ts';

const count = sumBy<StatusCount>(({ clients }) => clients);

/** One for each status, and their sum. */
export const STATUS_COLUMNS: readonly GroupColumn<StatusCount>[] = [
  ...CLIENT_STATUSES.map(
    (status): GroupColumn<StatusCount> => ({
      ...{ label: CLIENT_STATUS_LABELS[status], unit: 'count', list: 'clients', look: { isCharted: true } },
      value: (groups) => count(groups.filter((group) => group.status === status)),
      conditions: [where('status', 'is_any', status)],
    }),
  ),
  { label: 'All', unit: 'count', list: 'clients', value: count },
];

/**
 * Clients by status at the end of each month, or of each day if the period is one month: the stored counts of the past (decision
 * 137), and the present ones, which alone lead to clients.
 */
export async function statusHistory(
  { db, today, days }: ReportScope,
  current: readonly StatusGroup[],
): Promise<ReportTable> {
  const months = monthsOf(days);
  const spans = months.length > 1 ? months : daysOf(days);
  const past = spans.filter(({ to }) => to < today);
  const [first, stored] = await Promise.all([findFirstDay(db), findLastCounts(db, past)]);
  const rowOf = ({ from, to, label }: ReportSpan): (TableRow<StatusCount> | UnlistedRow<StatusCount>)[] => {
    if (from > today) return [];
    if (to >= today) return [{ label: `${label} (today)`, groups: current, conditions: [] }];
    const groups = stored.filter((group) => group.from === from);
    return groups.length > 0 ? [{ label, groups, conditions: null }] : [];
  };
  return tableOf({
    ...{ name: 'status_history', title: 'By status over time', columns: STATUS_COLUMNS, chart: 'stacked' },
    heading: months.length > 1 ? 'Month' : 'Day',
    note: noteOf(months.length > 1 ? 'month' : 'day', {
      first: first !== null && first <= days.from ? undefined : first,
      hasGap: past.some(
        ({ from, to }) => first !== null && to >= first && !stored.some((group) => group.from === from),
      ),
    }),
    rows: spans.flatMap(rowOf),
  });
}

/** `first`: the first stored day, if it is after the first day of the period; null without any. */
function noteOf(
  unit: 'month' | 'day',
  { first, hasGap }: { first: string | null | undefined; hasGap: boolean },
): string {
  return [
    `The last stored count of each ${unit}.`,
    ...(first === null ? ['No past counts are stored yet.'] : []),
    ...(first ? [`Counts have been stored since ${dateShort(first)}.`] : []),
    ...(hasGap ? [`A ${unit} without a stored count is not shown.`] : []),
    'Only today’s numbers lead to a list of clients, because lists contain current statuses only.',
    ...(currentAccessScope()
      ? [
          'Past numbers include only clients who were then unassigned or assigned to an agent whose clients you can see.',
        ]
      : []),
  ].join(' ');
}
