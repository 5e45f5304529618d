import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { expect, test, vi } from 'vitest';
import type { LedgerCalls } from '../api.ts';
import { LedgerSession } from './ledger-session.ts';

const VIEW: LedgerView = { status: 'all', sort: 'name', direction: 'asc' };
const SHOWN = ['address'] as const;
const TIMEOUT_MS = 30_000;

test('other clients at the same position are loaded without scrolling', async () => {
  const fetchIndex = vi.fn<LedgerCalls['fetchIndex']>(async () => [1, 2, 3]);
  const calls: LedgerCalls = {
    fetchIndex,
    fetchRows: async (ids, fields = []) => ids.map((id) => [id, ...fields.map(() => null)]),
    saveCell: vi.fn(),
    createRow: vi.fn(),
    saveCells: vi.fn(),
  };
  const session = new LedgerSession(calls, { failed: vi.fn(), announced: vi.fn() });
  const { rows } = session.state;
  await session.open(VIEW);
  session.look(0, 3, SHOWN);
  await vi.waitFor(() => expect(rows.has(3, SHOWN)).toBe(true), TIMEOUT_MS);
  fetchIndex.mockResolvedValue([1, 7, 8]);
  await session.catchUp(0);
  await vi.waitFor(() => expect(rows.has(7, SHOWN) && rows.has(8, SHOWN)).toBe(true), TIMEOUT_MS);
});
