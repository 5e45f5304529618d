import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { countedCalls, type LedgerCalls, type SaveCellsReply } from './api.ts';

const CELL = { id: 1, value: null, was: null } as const;

test.each([
  ['an owner', { cells: [{ ...CELL, field: 'owner_agent_id' as const }] }, 1],
  ['a status that is put back', { restore: [{ id: 1, field: 'status' as const, was: 'new' }] }, 1],
  ['a new row', { create: [{ row: 'a', values: {} }] }, 1],
  ['a removed row', { remove: [1] }, 1],
  ['an address', { cells: [{ ...CELL, field: 'address' as const }] }, 0],
])('after %s was saved the counts are asked anew where it may change them', async (_, body, times) => {
  const queryClient = new QueryClient();
  const asked = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  const saved: SaveCellsReply = { success: true, saved: 1, created: [], cells: [] };
  const saveCells = vi.fn<LedgerCalls['saveCells']>(async () => saved);
  const calls = countedCalls({ saveCells } as unknown as LedgerCalls, queryClient);
  expect(await calls.saveCells(body)).toBe(saved);
  expect(asked.mock.calls).toEqual(
    Array.from({ length: times }, () => [{ queryKey: ['clients', 'ledger-counts'] }]),
  );
});

test('a call that failed changes no counts', async () => {
  const queryClient = new QueryClient();
  const asked = vi.spyOn(queryClient, 'invalidateQueries');
  const saveCell = vi.fn<LedgerCalls['saveCell']>(() => Promise.reject(new Error('no')));
  const calls = countedCalls({ saveCell } as unknown as LedgerCalls, queryClient);
  await expect(calls.saveCell(1, 'owner_agent_id', 9)).rejects.toThrow('no');
  expect(asked).not.toHaveBeenCalled();
});
