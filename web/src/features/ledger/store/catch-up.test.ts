import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { expect, test, vi } from 'vitest';
import type { LedgerCalls } from '../api.ts';
import { LedgerSession } from './ledger-session.ts';

const VIEW: LedgerView = { status: 'all', sort: 'name', direction: 'asc' };
const SHOWN = ['address'] as const;
const TIMEOUT_MS = 30_000;

async function open() {
  const fetchIndex = vi.fn<LedgerCalls['fetchIndex']>(async () => [1, 2, 3]);
  const calls: LedgerCalls = {
    fetchIndex,
    fetchRows: async (ids, fields = []) => ids.map((id) => [id, ...fields.map(() => null)]),
    saveCell: vi.fn(),
    findLikely: async () => [],
    createRow: vi.fn(),
    saveCells: vi.fn(),
  };
  const session = new LedgerSession(calls, { failed: vi.fn(), announced: vi.fn() });
  const { rows } = session.state;
  await session.open(VIEW);
  session.look(1, 2, SHOWN);
  await vi.waitFor(() => expect(rows.has(3, SHOWN)).toBe(true), TIMEOUT_MS);
  return { session, rows, fetchIndex };
}

test('other clients at the positions in view are loaded without scrolling', async () => {
  const { session, rows, fetchIndex } = await open();
  fetchIndex.mockResolvedValue([1, 7, 8]);
  await session.catchUp(0);
  await vi.waitFor(() => expect(rows.has(7, SHOWN) && rows.has(8, SHOWN)).toBe(true), TIMEOUT_MS);
});

test('a change of order loads the rows in view without scrolling', async () => {
  const { session, rows, fetchIndex } = await open();
  fetchIndex.mockResolvedValue([9, 8, 7]);
  await session.open({ ...VIEW, direction: 'desc' });
  await vi.waitFor(() => expect(rows.has(8, SHOWN) && rows.has(7, SHOWN)).toBe(true), TIMEOUT_MS);
  expect(session.firstRow).toBe(0);
});
