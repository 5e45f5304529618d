import { randomUUID } from 'node:crypto';
import { type CatalogField, CLIENT_FIELDS } from '../contract/src/clients/fields/catalog.ts';
import type { FilterCondition } from '../contract/src/rules/filters.ts';
import { RENEWAL_DAYS, RENEWAL_PAST_DAYS } from '../contract/src/rules/policies.ts';
import { IS_OPEN_RENEWAL } from '../server/src/features/records/policies/schema.ts';
import type { Call } from './load.ts';

/** One row of the table: the same call to the product and to the baseline. */
export interface Path {
  title: string;
  /** The target: the maximum ratio of the product's time to the baseline's. */
  limit: number;
  /** The target at 16 connections, if it differs. */
  limitOf16?: number;
  product: Call;
  bare: Call;
}

const get = (path: string): Call => ({ method: 'GET', next: () => ({ path }) });
const ordered = (column: string) => encodeURIComponent(`${column}, id`);
const collated = (column: string) => ordered(`${column} collate "ledger_order"`);

const SORTS = [
  ['updated_at', ordered('updated_at')],
  ['primary_email', collated('primary_email')],
  ['primary_phone', collated('primary_phone')],
  ['current_health_plan_name', collated('current_health_plan_name')],
  ['next_f_u_date', ordered('next_f_u_date')],
  ['status', ordered('status')],
] as const;

/** The search text, its kind, and the maximum ratio to the baseline. */
const SEARCHES = [
  ['zam', 'the start of a word', 0.3],
  ['gonz', 'the start of a word', 0.3],
  ['camila', 'the start of a frequent word', 0.3],
  ['amor', 'the middle of a word', 0.8],
  ['onz', 'the middle of a word', 0.8],
  ['ma', 'two letters', 0.8],
] as const;
/** A filter of the list, and the same as a condition of plain SQL (decisions 123 and 124). */
const FILTERS: [title: string, rules: FilterCondition[], condition: string][] = [
  [
    'birthday this month',
    [{ field: 'dob', op: 'birthday_month', values: [] }],
    'extract(month from dob) = extract(month from current_date)',
  ],
  [
    'premium of at least $250 and "gold" in the plan',
    [
      { field: 'health_plan_premium', op: 'at_least', values: ['250'] },
      { field: 'current_health_plan_name', op: 'contains', values: ['gold'] },
    ],
    `health_plan_premium >= 25000 and fold_text(coalesce(current_health_plan_name, '')) like '%gold%'`,
  ],
  [
    'next follow-up in the next 14 days',
    [{ field: 'next_f_u_date', op: 'next_days', values: ['14'] }],
    'next_f_u_date between current_date and current_date + 14',
  ],
  [
    'an encrypted field is not empty',
    [{ field: 'name_of_rx1', op: 'is_filled', values: [] }],
    `strpos(filled_encrypted, ',name_of_rx1,') > 0`,
  ],
];
/** Lists of policies: the product's query, and order and condition of the plain SQL. */
const POLICY_LISTS = [
  ['first page by end date', '', 'end_date, id', 'true'],
  ['first page by client', '&sort=client', 'sort_name collate "ledger_order", id', 'true'],
  [
    'open renewals',
    '&renewals=open',
    'end_date, id',
    `${IS_OPEN_RENEWAL} and end_date between current_date - ${RENEWAL_PAST_DAYS} and current_date + ${RENEWAL_DAYS}`,
  ],
  [
    'search "plan 31"',
    '&q=plan+31',
    'end_date, id',
    `(policy_text like '%plan 31%' or client_text like '%plan 31%')`,
  ],
] as const;

const LIST_SIZE = 15;
const PAGE_POSITIONS = [
  ['middle', 0.5],
  ['last', 1],
] as const;
const BY_NAME = collated('sort_name');

/** Saves a cell as the browser does: with a new idempotency key for each save, and the ID of its tab. */
export function save(prefix: string, ids: readonly number[]): Call {
  const stamp = Date.now();
  return {
    method: 'PUT',
    next: (n) => ({
      path: `${prefix}/clients/${ids[(n * 7919) % ids.length]}`,
      body: { occupation: `Work ${stamp}-${n}` },
      headers: { 'idempotency-key': randomUUID(), 'x-tab-id': 'bench' },
    }),
  };
}

export const PATH_OF_SAVES = 'save one cell as the browser does, with audit row';

const BROWSER_HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** What the browser requests at the left end of the sheet on a screen of 1440 pixels (decision 110). */
const IN_VIEW = CLIENT_FIELDS.slice(0, 24)
  .filter(({ isEncrypted }: CatalogField) => !isEncrypted)
  .map(({ name }) => name);

/** Part of the ledger by name: `share` is the position of its first row. */
interface LedgerPart {
  share: number;
  size?: number;
  columns?: readonly string[];
  headers?: Record<string, string>;
}

/** Each call starts at a different row, so that consecutive responses differ. */
function startsOf(ids: readonly number[], { share, size = 100 }: LedgerPart) {
  const start = Math.min(Math.floor(ids.length * share), ids.length - size - 1);
  return { size, at: (n: number) => start + ((n * 13) % Math.min(1000, ids.length - start - size)) };
}

function productRows(ids: readonly number[], part: LedgerPart): Call {
  const { size, at } = startsOf(ids, part);
  const fields = part.columns ? `&fields=${part.columns.join(',')}` : '';
  return {
    method: 'GET',
    next: (n) => ({
      path: `/api/ledger/rows?ids=${ids.slice(at(n), at(n) + size).join(',')}${fields}`,
      ...(part.headers ? { headers: part.headers } : {}),
    }),
  };
}

/** The same rows from the baseline, always with all columns. */
function bareRows(ids: readonly number[], part: LedgerPart): Call {
  const { size, at } = startsOf(ids, part);
  return {
    method: 'GET',
    next: (n) => ({ path: `/window?order=${BY_NAME}&limit=${size}&offset=${at(n)}` }),
  };
}

const WINDOWS: [title: string, part: LedgerPart, limit: number][] = [
  ['ledger window of 100 rows, all columns, at the top', { share: 0 }, 0.9],
  ['ledger window of 100 rows, all columns, 80% down', { share: 0.8 }, 0.4],
  ['ledger window of 100 rows, columns in view, at the top', { share: 0, columns: IN_VIEW }, 0.5],
  ['ledger window of 100 rows, columns in view, 80% down', { share: 0.8, columns: IN_VIEW }, 0.2],
  [
    'ledger window of 100 rows, columns in view, compressed as browsers request',
    { share: 0, columns: IN_VIEW, headers: BROWSER_HEADERS },
    0.5,
  ],
  ['ledger rows, all columns, 500 at once (1,000 are two requests)', { share: 0, size: 500 }, 0.7],
];

export function pathsFor(ids: readonly number[]): Path[] {
  return [
    {
      title: 'list of 15 with total and counts, by name',
      limit: 0.6,
      product: get('/api/clients?page=1'),
      bare: get(`/list?order=${BY_NAME}`),
    },
    ...SORTS.map(([sort, order]) => ({
      title: `the same, by ${sort}`,
      limit: 1.2,
      product: get(`/api/clients?page=1&sort=${sort}`),
      bare: get(`/list?order=${order}`),
    })),
    ...PAGE_POSITIONS.map(([position, share]) => {
      const page = Math.max(1, Math.ceil((ids.length / LIST_SIZE) * share));
      return {
        title: `list by name, ${position} page`,
        limit: 0.6,
        product: get(`/api/clients?page=${page}`),
        bare: get(`/list?order=${BY_NAME}&offset=${(page - 1) * LIST_SIZE}`),
      };
    }),
    ...SEARCHES.map(([q, kind, limit]) => ({
      title: `search "${q}" with its total, ${kind}`,
      limit,
      product: get(`/api/clients?page=1&q=${q}`),
      bare: get(`/search?q=${q}&order=${BY_NAME}`),
    })),
    ...FILTERS.map(([name, rules, condition]) => ({
      title: `filter with counts: ${name}`,
      limit: 1.5,
      product: get(
        `/api/clients?page=1&filter=${encodeURIComponent(JSON.stringify({ match: 'all', rules }))}`,
      ),
      bare: get(`/filtered?condition=${encodeURIComponent(condition)}&order=${BY_NAME}`),
    })),
    {
      title: 'ledger ids by a column without an index',
      limit: 1,
      product: get('/api/ledger/index?sort=occupation'),
      bare: get(`/index?order=${collated("nullif(occupation, '')")}`),
    },
    ...POLICY_LISTS.map(([name, query, order, condition]) => ({
      title: `policies with their total: ${name}`,
      limit: 1.5,
      product: get(`/api/policies?page=1${query}`),
      bare: get(`/policies?order=${encodeURIComponent(order)}&condition=${encodeURIComponent(condition)}`),
    })),
    ...WINDOWS.map(([title, part, limit]) => ({
      title,
      limit,
      product: productRows(ids, part),
      bare: bareRows(ids, part),
    })),
    { title: PATH_OF_SAVES, limit: 4, limitOf16: 7, product: save('/api', ids), bare: save('', ids) },
  ];
}
