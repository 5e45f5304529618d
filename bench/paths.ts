import { randomUUID } from 'node:crypto';
import { type CatalogField, CLIENT_FIELDS } from '../contract/src/clients/fields/catalog.ts';
import type { Call } from './load.ts';

/** One row of the table: the same call to the product and to the baseline. */
export interface Path {
  title: string;
  /** The target: the maximum ratio of the product's time to the baseline's. */
  limit: number;
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
  ['amor', 'the middle of a word', 1.2],
  ['onz', 'the middle of a word', 1.2],
  ['ma', 'two letters', 1.2],
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

const WINDOW = 100;

const BROWSER_HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** What the browser requests at the left end of the sheet on a screen of 1440 pixels (decision 110). */
const IN_VIEW = CLIENT_FIELDS.slice(0, 24)
  .filter(({ isEncrypted }: CatalogField) => !isEncrypted)
  .map(({ name }) => name);

interface WindowOptions {
  /** All columns if omitted. */
  fields?: readonly string[];
  headers?: Record<string, string>;
}

/** Windows near a position of the sheet, each shifted a little, so that no response repeats the previous one. */
function rows(
  prefix: string,
  ids: readonly number[],
  share: number,
  { fields, headers = {} }: WindowOptions = {},
): Call {
  const start = Math.floor(ids.length * share);
  const columns = fields ? `&fields=${fields.join(',')}` : '';
  return {
    method: 'GET',
    next: (n) => {
      const from = start + ((n * 13) % Math.min(1000, ids.length - start - WINDOW));
      return { path: `${prefix}/rows?ids=${ids.slice(from, from + WINDOW).join(',')}${columns}`, headers };
    },
  };
}

const POSITIONS = [
  { position: 'at the top', share: 0, inView: 0.5, all: 0.9 },
  { position: '80 % down', share: 0.8, inView: 0.2, all: 0.4 },
] as const;

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
    {
      title: 'ledger ids by a column without an index',
      limit: 1,
      product: get('/api/ledger/index?sort=occupation'),
      bare: get(`/index?order=${collated("nullif(occupation, '')")}`),
    },
    ...POSITIONS.flatMap(({ position, share, inView, all }) => [
      {
        title: `ledger window of 100 rows, columns in view, ${position}`,
        limit: inView,
        product: rows('/api/ledger', ids, share, { fields: IN_VIEW }),
        bare: rows('', ids, share),
      },
      {
        title: `ledger window of 100 rows, all columns, ${position}`,
        limit: all,
        product: rows('/api/ledger', ids, share),
        bare: rows('', ids, share),
      },
    ]),
    {
      title: 'ledger window of 100 rows, columns in view, compressed as browsers request',
      limit: 0.5,
      product: rows('/api/ledger', ids, 0, { fields: IN_VIEW, headers: BROWSER_HEADERS }),
      bare: rows('', ids, 0),
    },
    { title: PATH_OF_SAVES, limit: 3, product: save('/api', ids), bare: save('', ids) },
  ];
}
