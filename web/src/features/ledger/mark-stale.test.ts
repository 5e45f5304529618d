import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { LedgerCalls } from './api.ts';
import { markingStale } from './mark-stale.ts';

const record = (id: number) => ({ id, created_at: '', updated_at: '' });

/** A tab with a cached list, two cached clients and visible status counts. */
function openTab() {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  const keys = [
    ['clients', 'list', {}],
    ['clients', 'list', 'household', 2],
    ['client', 1],
    ['client', 1, 'history'],
    ['client', 2],
    ['invoices'],
  ];
  for (const key of keys) queryClient.setQueryData(key, {});
  const readCounts = vi.fn(async () => ({}));
  const queryKey = ['clients', 'ledger-counts', null];
  queryClient.setQueryData(queryKey, {});
  const shown = new QueryObserver(queryClient, { queryKey, queryFn: readCounts });
  onTestFinished(shown.subscribe(() => undefined));
  const answers = {
    fetchIndex: vi.fn(),
    fetchRows: vi.fn(),
    saveCell: vi.fn<LedgerCalls['saveCell']>(async (id) => record(id)),
    findLikely: vi.fn(async () => []),
    createRow: vi.fn<LedgerCalls['createRow']>(async () => record(1)),
    saveCells: vi.fn<LedgerCalls['saveCells']>(async () => ({
      success: true,
      saved: 1,
      created: [],
      cells: [],
    })),
  };
  const stale = () => keys.filter((key) => queryClient.getQueryState(key)?.isInvalidated);
  return { calls: markingStale(answers, queryClient), answers, readCounts, stale };
}

const OF_ALL = [
  ['clients', 'list', {}],
  ['clients', 'list', 'household', 2],
];
const OF_ONE = [...OF_ALL, ['client', 1], ['client', 1, 'history']];

it.each<[what: string, save: (calls: LedgerCalls) => Promise<unknown>, counted: number]>([
  ['a cell', (calls) => calls.saveCell(1, 'address', 'x'), 0],
  ['a status', (calls) => calls.saveCell(1, 'status', 'lead'), 1],
  ['an owner', (calls) => calls.saveCell(1, 'owner_agent_id', 7), 1],
  ['a new row', (calls) => calls.createRow('address', 'x', { idempotencyKey: 'key' }), 1],
  ['a paste', (calls) => calls.saveCells({ cells: [{ id: 1, field: 'address', value: 'x' }] }, 'key'), 0],
  [
    'pasted statuses',
    (calls) => calls.saveCells({ cells: [{ id: 1, field: 'status', value: 'lead' }] }, 'key'),
    1,
  ],
  [
    'a restored value',
    (calls) => calls.saveCells({ restore: [{ id: 1, field: 'ssn', was: null }] }, 'key'),
    0,
  ],
  [
    'a restored status',
    (calls) => calls.saveCells({ restore: [{ id: 1, field: 'status', was: 'new' }] }, 'key'),
    1,
  ],
  ['a removal', (calls) => calls.saveCells({ remove: [1] }, 'key'), 1],
])('%s is stale in the other screens of the tab', async (_what, save, counted) => {
  const { calls, readCounts, stale } = openTab();
  await save(calls);
  expect(stale()).toEqual(OF_ONE);
  expect(readCounts).toHaveBeenCalledTimes(counted);
});

it('a pasted row invalidates lists and counts, but no client', async () => {
  const { calls, readCounts, stale } = openTab();
  await calls.saveCells({ create: [{ row: 'a', values: { address: 'x' } }] }, 'key');
  expect(stale()).toEqual(OF_ALL);
  expect(readCounts).toHaveBeenCalledTimes(1);
});

it('a rejected save invalidates nothing', async () => {
  const { calls, answers, stale } = openTab();
  answers.saveCell.mockRejectedValue(new Error('no'));
  await expect(calls.saveCell(1, 'status', 'lead')).rejects.toThrow('no');
  expect(stale()).toEqual([]);
});
