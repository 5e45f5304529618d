import type { ReportRow, RowList } from '@ledgerline/contract/reports/endpoints';
import { COLLECTED } from '#features/billing/transactions/read-transactions.ts';
import { clientName } from '#features/records/clients/service.ts';
import type { Database } from '#platform/database/database.ts';
import {
  type AppliedFilter,
  type FilterColumn,
  filterCondition,
} from '#platform/database/filter-condition.ts';

interface Source {
  from: string;
  where: string;
  order: string;
  /** The columns of `ReportRow`, of which `day` is formatted in the brokerage's time zone, parameter 1. */
  columns: Record<Exclude<keyof ReportRow, 'client_name'>, string>;
  sum: string;
  filter: ReadonlyMap<string, FilterColumn>;
}

const STATE = `case when t.done_at is null then 'open' else 'done' end`;

const SOURCES: Record<RowList, Source> = {
  payments: {
    from: `transactions t join invoices i on i.id = t.invoice_id left join client_outlines o on o.client_id = i.customer_id`,
    where: COLLECTED.where,
    order: 't.paid_on desc, t.id desc',
    columns: {
      ...{ id: 't.id', day: 't.paid_on', client_id: 'i.customer_id', title: 'i.title', invoice_id: 'i.id' },
      ...{ state: 't.kind', agent_id: 'o.owner_agent_id', amount_cents: COLLECTED.cents },
    },
    sum: `coalesce(sum(${COLLECTED.cents}), 0)::bigint`,
    filter: new Map<string, FilterColumn>([
      ['kind', { sql: 't.kind', storage: 'choice' }],
      ['payment_method', { sql: 't.payment_method', storage: 'choice' }],
      ['square_account', { sql: 't.square_account', storage: 'choice' }],
      ['paid_on', { sql: 't.paid_on', storage: 'day' }],
      ['amount', { sql: 't.amount', storage: 'cents' }],
      ['owner_agent_id', { sql: 'o.owner_agent_id', storage: 'agent' }],
    ]),
  },
  tasks: {
    from: 'tasks t',
    where: 'true',
    order: 'coalesce(t.done_at, t.due_day::timestamp at time zone $1::text) desc, t.id desc',
    columns: {
      ...{ id: 't.id', client_id: 't.client_id', title: 't.title', invoice_id: 'null::bigint', state: STATE },
      day: 'coalesce((t.done_at at time zone $1::text)::date, t.due_day)',
      agent_id: 'case when t.done_at is null then t.owner_agent_id else t.done_by end',
      amount_cents: 'null::bigint',
    },
    sum: 'null::bigint',
    filter: new Map<string, FilterColumn>([
      ['state', { sql: STATE, storage: 'choice' }],
      ['title', { sql: 't.title', storage: 'text' }],
      ['owner_agent_id', { sql: 't.owner_agent_id', storage: 'agent' }],
      ['done_by', { sql: 't.done_by', storage: 'agent' }],
      ['due_day', { sql: 't.due_day', storage: 'day' }],
      ['done_at', { sql: 't.done_at', storage: 'instant' }],
    ]),
  },
};

interface RowsView {
  list: RowList;
  fields: AppliedFilter | undefined;
  timeZone: string;
  limit: number;
  offset: number;
}

/** One page, with the number of matches and their sum. */
export async function findPage(
  db: Database,
  { list, fields, timeZone, limit, offset }: RowsView,
): Promise<{ rows: ReportRow[]; total: number; total_cents: number | null }> {
  const { from, where, order, columns, sum, filter } = SOURCES[list];
  const values: unknown[] = [timeZone];
  const conditions = [where, ...(fields ? [filterCondition(fields, filter, values)] : [])].join(' and ');
  const [counted] = await db.arrays<[number, number | null]>(
    `select count(*)::int, ${sum} from ${from} where ${conditions} and $1::text is not null`,
    [...values],
  );
  const named = Object.entries(columns).map(([name, sql]) => `${sql} as ${name}`);
  const page = `limit $${values.push(limit)} offset $${values.push(offset)}`;
  const rows = await db.query<ReportRow>(
    `select r.*, nullif(${clientName('c')}, '') as client_name
       from (select ${named.join(', ')}, row_number() over (order by ${order}) as place
               from ${from} where ${conditions} and $1::text is not null order by ${order} ${page}) r
       left join clients c on c.id = r.client_id order by r.place`,
    values,
  );
  return { rows, total: counted?.[0] ?? 0, total_cents: counted?.[1] ?? null };
}
