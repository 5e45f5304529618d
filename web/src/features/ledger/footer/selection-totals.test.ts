import { CLIENT_FIELDS, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { expect, test, vi } from 'vitest';
import type { LedgerCalls } from '../api.ts';
import { LedgerSession } from '../store/ledger-session.ts';
import { textsOf } from './selection-footer.tsx';
import { figuresOf, SelectionTotals } from './selection-totals.ts';

const VIEW: LedgerView = { status: 'all', sort: 'name', direction: 'asc' };
const TIMEOUT_MS = 30_000;
const fieldsOf = (...names: FieldName[]) => CLIENT_FIELDS.filter(({ name }) => names.includes(name));

test.each([
  ['cents exactly', [0.1, 0.2, 0.3], ['Sum $0.60', 'Average $0.20']],
  ['the average of filled cells only', [10, null, ''], ['Sum $10.00', 'Average $10.00']],
  ['half a cent up', [0.01, 0.02], ['Sum $0.03', 'Average $0.02']],
  ['large amounts', [9_999_999_999.99, 0.01], ['Sum $10,000,000,000.00', 'Average $5,000,000,000.00']],
  ['zero, which is a filled cell', [0, 0], ['Sum $0.00', 'Average $0.00']],
  ['nothing where every cell is empty', [null, ''], []],
] as const)('adds up %s', (_, values, expected) => {
  const figures = figuresOf(
    values.map((_value, row) => row + 1),
    fieldsOf('cigna'),
    (key) => values[key - 1],
  );
  const empty = values.filter((value) => value === null || value === '').length;
  expect(textsOf(figures)).toEqual([
    `${values.length} cells selected`,
    `${values.length - empty} filled`,
    `${empty} empty`,
    ...expected,
  ]);
});

test('keeps amounts, percentages and other columns apart', () => {
  const values: Partial<Record<FieldName, string | number>> = { cigna: 5, ben1_pct: 33.33, address: '12' };
  const figures = figuresOf([1, 2], fieldsOf('cigna', 'ben1_pct', 'address'), (_, field) => values[field]);
  expect(textsOf(figures).slice(3)).toEqual([
    'Sum of amounts $10.00',
    'Average of amounts $5.00',
    'Sum of percentages 66.66%',
    'Average of percentages 33.33%',
  ]);
  const hundreds = figuresOf(Array(11).fill(1), fieldsOf('ben1_pct'), () => 99.99);
  expect(textsOf(hundreds)[3]).toBe('Sum 1,099.89%');
});

/** A sheet of clients whose premium is their number in dollars, of which the first ten are loaded. */
async function openSheet(clients: number) {
  const premiums = new Map<number, number | null>(
    Array.from({ length: clients }, (_, row) => [row + 1, row + 1]),
  );
  const fetchRows = vi.fn<LedgerCalls['fetchRows']>(async (ids, fields = []) =>
    ids.flatMap((id) => {
      const premium = premiums.get(id);
      return premium === undefined ? [] : [[id, ...fields.map(() => premium)]];
    }),
  );
  const never = vi.fn();
  const calls = { fetchIndex: async () => [...premiums.keys()], fetchRows };
  const session = new LedgerSession(
    { ...calls, saveCell: never, createRow: never, saveCells: never, findLikely: never },
    { failed: never, announced: never },
  );
  await session.open(VIEW);
  session.state.rows.put([...premiums].slice(0, 10), ['cigna']);
  const onLoaded = vi.fn();
  const totals = new SelectionTotals(session, onLoaded);
  const range = { x: 0, y: 0, width: 1, height: clients };
  const read = () => totals.read(range, fieldsOf('cigna'));
  const sum = () => {
    const figures = read();
    return figures.state === 'ready' ? figures.money.hundredths / 100 : figures.state;
  };
  return { premiums, fetchRows, session, totals, onLoaded, sum, read };
}

const loaded = (onLoaded: () => void, calls: number) =>
  vi.waitFor(() => expect(onLoaded).toHaveBeenCalledTimes(calls), TIMEOUT_MS);

test('cells that are not loaded are loaded before anything is added up', async () => {
  const { fetchRows, onLoaded, sum } = await openSheet(100);
  expect([sum(), sum()]).toEqual(['loading', 'loading']);
  await loaded(onLoaded, 1);
  expect(sum()).toBe(5050);
  expect(fetchRows.mock.calls.map(([ids, fields]) => [ids.length, fields])).toEqual([[90, ['cigna']]]);
});

test('empty cells that are loaded for the figures are counted as empty', async () => {
  const { premiums, onLoaded, read } = await openSheet(100);
  premiums.set(50, null);
  read();
  await loaded(onLoaded, 1);
  expect(read()).toMatchObject({ state: 'ready', cells: 100, filled: 99 });
});

test('a client that changes is loaded again, one that is gone is left out', async () => {
  const { premiums, fetchRows, session, onLoaded, sum, read } = await openSheet(100);
  read();
  await loaded(onLoaded, 1);
  premiums.set(50, 1050);
  session.receive({ kind: 'clients', action: 'updated', ids: [50], agent_id: 2 }, 0);
  expect(sum()).toBe('loading');
  await loaded(onLoaded, 2);
  expect(sum()).toBe(6050);
  expect(fetchRows.mock.lastCall?.[0]).toEqual([50]);
  premiums.delete(50);
  session.receive({ kind: 'clients', action: 'updated', ids: [50], agent_id: 2 }, 0);
  read();
  await loaded(onLoaded, 3);
  expect(sum()).toBe(5000);
  expect(read().cells).toBe(99);
});

test('more clients than one request are loaded only when the agent requests it', async () => {
  const { fetchRows, totals, onLoaded, sum, read } = await openSheet(2000);
  expect(read()).toEqual({ state: 'waiting', cells: 2000, clients: 1990 });
  expect(fetchRows).not.toHaveBeenCalled();
  totals.loadAll();
  expect(sum()).toBe('loading');
  await loaded(onLoaded, 2);
  expect(sum()).toBe('loading');
  await loaded(onLoaded, 3);
  expect(sum()).toBe(2_001_000);
});

test('many clients that changed since are loaded again only when the agent requests it again', async () => {
  const { fetchRows, session, totals, onLoaded, sum, read } = await openSheet(2000);
  read();
  totals.loadAll();
  sum();
  await loaded(onLoaded, 2);
  sum();
  await loaded(onLoaded, 3);
  expect(sum()).toBe(2_001_000);
  fetchRows.mockClear();
  session.state.rows.outdate();
  for (const id of session.state.rows.ids()) session.state.rows.delete(id);
  expect([read().state, read().state]).toEqual(['waiting', 'waiting']);
  expect(fetchRows).not.toHaveBeenCalled();
});

test('cells that cannot be loaded are not added up, until they are loaded again', async () => {
  const { fetchRows, totals, onLoaded, sum } = await openSheet(100);
  fetchRows.mockRejectedValueOnce(new Error('no connection'));
  sum();
  await loaded(onLoaded, 1);
  expect(sum()).toBe('failed');
  totals.loadAll();
  sum();
  await loaded(onLoaded, 3);
  expect(sum()).toBe(5050);
});

test('a value that is being saved counts as it is shown', async () => {
  const { session, sum } = await openSheet(10);
  session.state.send(1, 'cigna', 101, 1);
  expect(sum()).toBe(155);
});

test('too many cells are only counted', async () => {
  const { totals, session } = await openSheet(10);
  session.state.order.load(Array.from({ length: 4000 }, (_, row) => row + 1));
  const range = { x: 0, y: 0, width: CLIENT_FIELDS.length, height: 4000 };
  expect(textsOf(totals.read(range, CLIENT_FIELDS))).toEqual([
    `${(4000 * CLIENT_FIELDS.length).toLocaleString('en-US')} cells selected`,
    'Select at most 500,000 for totals.',
  ]);
});
