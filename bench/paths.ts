import type { Call } from './load.ts';

/** One line of the table: the same work asked of the product and of the yardstick. */
export interface Path {
  title: string;
  /** The most times the yardstick's time that the product may take. */
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

const SEARCHES = ['zam', 'gonz', 'camila'];
const BY_NAME = collated('sort_name');

function save(prefix: string, ids: readonly number[]): Call {
  const stamp = Date.now();
  return {
    method: 'PUT',
    next: (n) => ({
      path: `${prefix}/clients/${ids[(n * 7919) % ids.length]}`,
      body: { occupation: `Work ${stamp}-${n}` },
    }),
  };
}

const WINDOW = 100;

/** Windows near a place of the sheet, each a little further, so that no answer is the one before. */
function rows(prefix: string, ids: readonly number[], share: number): Call {
  const start = Math.floor(ids.length * share);
  return {
    method: 'GET',
    next: (n) => {
      const from = start + ((n * 13) % 1000);
      return { path: `${prefix}/rows?ids=${ids.slice(from, from + WINDOW).join(',')}` };
    },
  };
}

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
    ...SEARCHES.map((q) => ({
      title: `search "${q}" with its total`,
      limit: 1.2,
      product: get(`/api/clients?page=1&q=${q}`),
      bare: get(`/search?q=${q}&order=${BY_NAME}`),
    })),
    {
      title: 'ledger window of 100 rows, at the top',
      limit: 0.7,
      product: rows('/api/ledger', ids, 0),
      bare: rows('', ids, 0),
    },
    {
      title: 'ledger window of 100 rows, 80 % down',
      limit: 0.7,
      product: rows('/api/ledger', ids, 0.8),
      bare: rows('', ids, 0.8),
    },
    { title: 'save one cell, with audit row', limit: 5, product: save('/api', ids), bare: save('', ids) },
  ];
}
