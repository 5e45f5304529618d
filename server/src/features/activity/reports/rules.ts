import type {
  Report,
  ReportColumn,
  ReportFigure,
  ReportTable,
  RowsLink,
} from '@ledgerline/contract/reports/endpoints';
import { foldText } from '@ledgerline/contract/rules';
import type { Filter, FilterCondition } from '@ledgerline/contract/rules/filters';
import type { DayRange, ReportSpan } from '@ledgerline/contract/rules/report-periods';

/** What a report consists of, besides its period. */
export type ReportContent = Pick<Report, 'highlights' | 'tables'>;

export const where = (field: string, op: string, ...values: string[]): FilterCondition => ({
  field,
  op,
  values,
});

export const inDays = (field: string, { from, to }: DayRange): FilterCondition =>
  where(field, 'between', from, to);

/** Records of an agent, or those without one. */
export const ofAgent = (field: string, id: number | null): FilterCondition =>
  id === null ? where(field, 'is_empty') : where(field, 'is_any', String(id));

/** Records whose text is equal to this one; lists compare folded texts (decision 088). */
const withText = (field: string, text: string): FilterCondition =>
  foldText(text) === '' ? where(field, 'is_empty') : where(field, 'is', text);

/** The rows of a list that match all conditions. */
export const rowsOf = (list: RowsLink['list'], ...rules: Filter['rules']): RowsLink => ({
  list,
  filter: { match: 'all', rules },
});

export const figure = (value: number, rows: ReportFigure['rows']): ReportFigure => ({ value, rows });

interface ColumnLook {
  isCharted?: boolean;
  shareOf?: number;
}

/** A column of a table over groups: what it counts or sums of the groups of a row, and the rows behind it. */
export interface GroupColumn<Group> {
  label: string;
  unit: ReportColumn['unit'];
  look?: ColumnLook;
  list: RowsLink['list'];
  value: (groups: readonly Group[]) => number;
  /** In addition to the conditions of the row. */
  conditions?: Filter['rules'];
}

export const sumBy =
  <Group>(read: (group: Group) => number) =>
  (groups: readonly Group[]): number =>
    groups.reduce((sum, group) => sum + read(group), 0);

export interface TableRow<Group> {
  label: string;
  groups: readonly Group[];
  conditions: Filter['rules'];
}

/** A row whose figures no list can show. */
export interface UnlistedRow<Group> extends Omit<TableRow<Group>, 'conditions'> {
  conditions: null;
}

interface TableInput<Group> extends Pick<ReportTable, 'name' | 'title' | 'heading'> {
  note?: string;
  chart?: ReportTable['chart'];
  columns: readonly GroupColumn<Group>[];
  rows: readonly (TableRow<Group> | UnlistedRow<Group>)[];
  /** Shows only the first of more rows. */
  most?: number;
  /** The conditions that all rows share, for the row of totals; without it there is none. */
  totalOf?: Filter['rules'];
}

/** A table whose cells are figures of groups, each with its rows. */
export function tableOf<Group>(table: TableInput<Group>): ReportTable {
  const { columns, rows, totalOf, note = '', most = rows.length, ...input } = table;
  const cellsOf = (groups: readonly Group[], conditions: Filter['rules'] | null) =>
    columns.map(({ list, value, conditions: own = [] }) =>
      figure(value(groups), conditions && rowsOf(list, ...conditions, ...own)),
    );
  return {
    ...{ chart: null, ...input },
    note: rows.length > most ? `${note} Shows the ${most} largest of ${rows.length}.`.trim() : note,
    columns: columns.map(({ label, unit, look = {} }) => ({
      ...{ label, unit, is_charted: look.isCharted ?? false },
      ...(look.shareOf === undefined ? {} : { share_of: look.shareOf }),
    })),
    rows: rows
      .slice(0, most)
      .map(({ label, groups, conditions }) => ({ label, cells: cellsOf(groups, conditions) })),
    total: totalOf
      ? cellsOf(
          rows.flatMap(({ groups }) => groups),
          totalOf,
        )
      : null,
  };
}

/** One row for each month of groups that have its first day. */
export const monthRows = <Group extends { month: string }>(
  months: readonly ReportSpan[],
  groups: readonly Group[],
  conditionsOf: (days: DayRange) => Filter['rules'],
): TableRow<Group>[] =>
  months.map(({ label, ...days }) => ({
    label,
    groups: groups.filter(({ month }) => month === days.from),
    conditions: conditionsOf(days),
  }));

/** The largest number of rows of a table by a free text, such as plans. */
export const MAX_TEXT_ROWS = 50;

/** One row for each text of groups, the largest first; texts that are equal when folded are one, in the spelling of the largest group. */
export function textRows<Group extends { text: string }>(
  groups: readonly Group[],
  sizeOf: (group: Group) => number,
  { field, empty, shared }: { field: string; empty: string; shared: Filter['rules'] },
): TableRow<Group>[] {
  const bySize = groups.toSorted(
    (one, other) => sizeOf(other) - sizeOf(one) || (one.text < other.text ? -1 : 1),
  );
  const folded = Map.groupBy(bySize, ({ text }) => foldText(text));
  return [...folded.values()]
    .map((same) => ({ same, size: sumBy(sizeOf)(same), text: same[0]?.text ?? '' }))
    .sort((one, other) => other.size - one.size || (one.text < other.text ? -1 : 1))
    .map(({ same, text }) => ({
      label: foldText(text) === '' ? empty : text,
      groups: same,
      conditions: [...shared, withText(field, text)],
    }));
}

/** One row for each agent who has groups, in the order of the names; unassigned records are last. */
export function agentRows<Group extends { agent_id: number | null }>(
  groups: readonly Group[],
  agents: readonly { id: number; label: string }[],
  conditionsOf: (id: number | null) => Filter['rules'],
): TableRow<Group>[] {
  const known = [...agents, { id: null, label: 'Unassigned' }];
  return known.flatMap(({ id, label }) => {
    const own = groups.filter(({ agent_id }) => agent_id === id);
    return own.length > 0 ? [{ label, groups: own, conditions: conditionsOf(id) }] : [];
  });
}
