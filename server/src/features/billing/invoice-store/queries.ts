import type { QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { listInvoices } from '@ledgerline/contract/invoices/endpoints';
import { INVOICE_SORTS } from '@ledgerline/contract/lists';
import { foldText, type INVOICE_STATUSES, invoiceInPendingPayment } from '@ledgerline/contract/rules';
import { sortKeys } from '@ledgerline/contract/rules/sort-keys';
import type { Database } from '#platform/database/database.ts';
import {
  type AppliedFilter,
  type FilterColumn,
  filterCondition,
} from '#platform/database/filter-condition.ts';
import { currentAccessScope } from '#platform/database/work.ts';
import { byAccount } from '#platform/ports/payments.ts';
import { FILTER_COLUMNS as STORED_COLUMNS } from './filter-columns.ts';
import { type ListedInvoice, ROW_COLUMNS } from './presenter.ts';
import { foldCounts } from './repository.ts';
import { BALANCE, IS_OWED, NOT_PAYING, PAYMENT_DUE } from './schema.ts';

export { BALANCE, IS_OWED, NOT_PAYING, PAYMENT_DUE };

type Query = QueryOf<typeof listInvoices>;
type Counts = ReplyOf<typeof listInvoices>['counts'];

export interface InvoiceFilter
  extends Pick<
    Query,
    'customer_id' | 'session_id' | 'status' | 'account' | 'q' | 'sort' | 'direction' | 'then_by'
  > {
  /** Only these invoices. */
  ids?: readonly number[] | undefined;
  recurring: boolean;
  pending_payment: boolean;
  /** Today at the brokerage, for overdue invoices only. */
  overdue_on?: string | undefined;
  /** Conditions on fields of the list. */
  fields?: AppliedFilter | undefined;
  limit: number;
  offset: number;
}

/** Which invoices match, whatever their order. */
type Narrowing = Omit<InvoiceFilter, 'sort' | 'direction' | 'then_by' | 'limit' | 'offset'>;

/** The number of invoices that share status, account and recurrence. */
interface Group {
  status: string;
  account: string;
  recurring: boolean;
  invoices: number;
}

/** The columns of INVOICE_FILTER_FIELDS. */
const FILTER_COLUMNS = new Map<string, FilterColumn>([
  ...STORED_COLUMNS,
  ['payment_due', { sql: PAYMENT_DUE, storage: 'day' }],
  [
    'owner_agent_id',
    {
      sql: '(select o.owner_agent_id from client_outlines o where o.client_id = customer_id)',
      storage: 'agent',
    },
  ],
]);

/** Number of rows in invoice_count_deltas above which a reader folds them. */
const FOLD_ABOVE = 300;

/**
 * Counts over all invoices (decisions K17) from the stored deltas, or over those that match the conditions on fields. Folds
 * the deltas in the background when many have accumulated.
 */
export async function countInvoices(
  db: Database,
  fields: AppliedFilter | undefined,
  onError: (error: unknown) => void,
): Promise<{ counts: Counts; groups: Group[] }> {
  // The deltas do not distinguish clients: for an agent with restricted access, count the invoices they can view.
  const isPart = currentAccessScope() !== undefined || fields !== undefined;
  const values: unknown[] = [];
  const where = fields ? filterCondition(fields, FILTER_COLUMNS, values) : 'true';
  const seen = `(select status, square_account, is_recurring, 1 as delta from invoices where ${where}) each`;
  const [source, name] = isPart ? [seen, 'count_seen_invoices'] : ['invoice_count_deltas', 'count_invoices'];
  const rows = await db.arrays<[string, string, boolean, number, number]>(
    `select status, square_account, is_recurring, sum(delta), count(*) from ${source} group by 1, 2, 3`,
    values,
    fields ? undefined : name,
  );
  const groups = rows.map(([status, account, recurring, invoices]) => ({
    status,
    account,
    recurring,
    invoices: Number(invoices),
  }));
  const deltas = isPart ? 0 : rows.reduce((sum, row) => sum + Number(row[4]), 0);
  if (deltas > FOLD_ABOVE) foldCounts(db).catch(onError);
  const sum = (isOne: (group: Group) => boolean) =>
    groups.reduce((total, group) => total + (isOne(group) ? group.invoices : 0), 0);
  const ofStatus = (status: (typeof INVOICE_STATUSES)[number]) => sum((group) => group.status === status);
  const all = sum(() => true);
  return {
    groups,
    counts: {
      all,
      draft: ofStatus('draft'),
      sent: ofStatus('sent'),
      partially_paid: ofStatus('partially_paid'),
      paid: ofStatus('paid'),
      void: ofStatus('void'),
      pending: ofStatus('pending'),
      pending_payment: sum(invoiceInPendingPayment),
      recurring: sum(({ recurring }) => recurring),
      accounts: {
        all,
        ...byAccount((account) => sum((group) => group.account === account)),
      },
    },
  };
}

/** How many invoices match a filter without a client, session or search. */
export function totalFrom(groups: readonly Group[], filter: InvoiceFilter): number {
  return groups
    .filter(
      (group) =>
        (filter.status === undefined || group.status === filter.status) &&
        (filter.account === undefined || group.account === filter.account) &&
        (!filter.recurring || group.recurring) &&
        (!filter.pending_payment || invoiceInPendingPayment(group)),
    )
    .reduce((sum, { invoices }) => sum + invoices, 0);
}

/** The column for each sort. Two of them may be empty and come last in either direction (decisions K16). */
const SORT_COLUMN: Record<Query['sort'], { column: string; mayBeEmpty?: true }> = {
  client: { column: 'sort_client collate "ledger_order"', mayBeEmpty: true },
  amount: { column: 'total_cents' },
  progress: { column: 'progress' },
  account: { column: 'square_account' },
  status: { column: 'status' },
  sent: { column: 'sent_at', mayBeEmpty: true },
  created: { column: 'created_at' },
};

const COLUMNS = ROW_COLUMNS.join(', ');
/**
 * Up to this number of matches the page is sorted out of them, at 0.1 to 0.4 µs each; above, the index of the order is
 * scanned until the page is full, which reads every invoice if the matches come late in the order.
 */
const MAX_SORTED_MATCHES = 50_000;

/** One page; `total` is undefined where the stored counts already provide it. */
export async function findPage(
  db: Database,
  filter: InvoiceFilter,
): Promise<{ rows: ListedInvoice[]; total: number | undefined }> {
  const order = orderOf(filter);
  if (!isCounted(filter)) return { rows: await findInOrder(db, filter, order), total: undefined };
  const { total, ids } = await countAndSort(db, filter, order);
  return { rows: ids ? await findRows(db, ids) : await findInOrder(db, filter, order), total };
}

function orderOf(filter: InvoiceFilter): string {
  const keys = sortKeys(filter, INVOICE_SORTS);
  const columns = keys.map(({ sort, direction }) => {
    const { column, mayBeEmpty } = SORT_COLUMN[sort];
    return `${column} ${direction}${mayBeEmpty && direction === 'desc' ? ' nulls last' : ''}`;
  });
  return `order by ${columns.join(', ')}, id ${keys.at(-1)?.direction ?? filter.direction}`;
}

/**
 * Reads a page from the index of its sort order. The rows before the page are skipped with an index-only scan where the
 * index covers the filter.
 */
function findInOrder(db: Database, filter: InvoiceFilter, order: string): Promise<ListedInvoice[]> {
  const { where, values } = conditionOf(filter);
  const window = `limit $${values.length + 1} offset $${values.length + 2}`;
  const ids = `array(select id from invoices where ${where} ${order} ${window})`;
  const text =
    filter.offset === 0
      ? `select ${COLUMNS} from invoices where ${where} ${order} ${window}`
      : `select ${COLUMNS} from invoices where id = any(${ids}) ${order}`;
  return db.query(text, [...values, filter.limit, filter.offset]);
}

/**
 * Counts the matches and, unless they are very many, picks the page from them in the same query, with one scan. `ids` is
 * null where they are very many.
 */
async function countAndSort(
  db: Database,
  filter: InvoiceFilter,
  order: string,
): Promise<{ total: number; ids: string[] | null }> {
  const { where, values } = conditionOf(filter);
  const keys = sortKeys(filter, INVOICE_SORTS).map(({ sort }) => SORT_COLUMN[sort].column.split(' ')[0]);
  const window = `limit $${values.length + 1} offset $${values.length + 2}`;
  const [row] = await db.arrays<[total: number, ids: string[] | null]>(
    `with matches as materialized (select id, ${keys.join(', ')} from invoices where ${where})
     select (select count(*) from matches),
            case when (select count(*) from matches) <= ${MAX_SORTED_MATCHES}
              then array(select id from matches ${order} ${window}) end`,
    [...values, filter.limit, filter.offset],
  );
  return { total: row?.[0] ?? 0, ids: row?.[1] ?? null };
}

async function findRows(db: Database, ids: readonly string[]): Promise<ListedInvoice[]> {
  if (ids.length === 0) return [];
  return db.query(
    `select ${COLUMNS} from invoices where id = any($1::bigint[]) order by array_position($1::bigint[], id)`,
    [ids],
  );
}

/** The ids of all that match, oldest first, at most `limit` if it is given. */
export async function findIds(db: Database, filter: Narrowing, limit?: number): Promise<number[]> {
  const { where, values } = conditionOf(filter);
  const rows = await db.arrays<[number]>(
    `select id from invoices where ${where} order by id limit $${values.length + 1}`,
    [...values, limit ?? null],
  );
  return rows.map(([id]) => Number(id));
}

/** Whether the total needs its own count query. */
function isCounted(filter: InvoiceFilter): boolean {
  const { q, customer_id, session_id, overdue_on, fields } = filter;
  return q !== '' || [customer_id, session_id, overdue_on, fields].some((value) => value !== undefined);
}

function conditionOf(filter: Narrowing): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const equal = (column: string, value: unknown) => {
    if (value !== undefined) conditions.push(`${column} = $${values.push(value)}`);
  };
  equal('customer_id', filter.customer_id);
  equal('session_id', filter.session_id);
  equal('status', filter.status);
  equal('square_account', filter.account);
  if (filter.ids) conditions.push(`id = any($${values.push(filter.ids)}::bigint[])`);
  if (filter.recurring) conditions.push('is_recurring');
  if (filter.pending_payment || filter.overdue_on !== undefined) conditions.push(IS_OWED);
  if (filter.overdue_on !== undefined)
    conditions.push(`${NOT_PAYING} and due_date < $${values.push(filter.overdue_on)}`);
  if (filter.q !== '') {
    const pattern = `%${foldText(filter.q).replaceAll(/[\\%_]/g, '\\$&')}%`;
    conditions.push(`search_text like $${values.push(pattern)}`);
  }
  if (filter.fields) conditions.push(filterCondition(filter.fields, FILTER_COLUMNS, values));
  return { where: conditions.join(' and ') || 'true', values };
}

export async function findIdOfProvider(
  db: Database,
  account: string,
  providerInvoiceId: string,
): Promise<number | undefined> {
  const [row] = await db.arrays<[number]>(
    `select id from invoices where square_account = $1 and square_invoice_id = $2
     union
     select invoice_id from invoice_publications where square_account = $1 and provider_invoice_id = $2`,
    [account, providerInvoiceId],
  );
  return row?.[0];
}

export async function findProviderIds(db: Database, id: number): Promise<string[]> {
  const rows = await db.arrays<[string]>(
    `select provider_invoice_id from invoice_publications where invoice_id = $1 and provider_invoice_id is not null`,
    [id],
  );
  return rows.map(([provider_id]) => provider_id);
}
