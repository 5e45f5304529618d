import { FIELD_NAMES, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { ClientRecord } from '@ledgerline/contract/clients/schemas';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { expect, test, vi } from 'vitest';
import type { LedgerCalls } from '../api.ts';
import { LedgerSession } from './ledger-session.ts';

const VIEW: LedgerView = { status: 'all', sort: 'name', direction: 'asc' };
const OWNER = 'owner_agent_id';
const rowOf = (id: number) => [id, ...FIELD_NAMES.map((name) => (name === OWNER ? 4 : null))];
const rows = (y: number, height: number) => ({ x: 0, y, width: 1, height });

/** A session whose clients all belong to agent 4. */
async function open(ids: readonly number[] = [1, 2, 3]) {
  const calls = {
    fetchIndex: vi.fn<LedgerCalls['fetchIndex']>(async () => [...ids]),
    fetchRows: vi.fn<LedgerCalls['fetchRows']>(async (requested) => requested.map((id) => [id, 4])),
    saveCell: vi.fn<LedgerCalls['saveCell']>(),
    findLikely: vi.fn(async () => []),
    createRow: vi.fn<LedgerCalls['createRow']>(),
    saveCells: vi.fn<LedgerCalls['saveCells']>(async () => ({
      success: true,
      saved: 0,
      created: [],
      cells: [],
    })),
  };
  const messages = { failed: vi.fn(), announced: vi.fn() };
  const session = new LedgerSession(calls, messages);
  await session.open(VIEW);
  const openReassignDialog = () => {
    session.ranges.requestReassignment();
    const { dialog } = session.state;
    if (dialog?.kind !== 'reassign') throw new Error('no dialog');
    return dialog;
  };
  const written = () =>
    calls.saveCells.mock.calls.map(([{ cells = [] }]) =>
      cells.map(({ id, field, value, was }) => [id, field, value, was]),
    );
  return { session, state: session.state, calls, messages, openReassignDialog, written };
}

test('reassigns the selected clients even if their rows have moved', async () => {
  const { session, state, calls, openReassignDialog, written } = await open();
  state.rows.put([1, 2, 3].map(rowOf));
  const slow = Promise.withResolvers<ClientRecord>();
  calls.saveCell.mockReturnValueOnce(slow.promise);
  void session.cells.save(3, 'address' satisfies FieldName, 'X');
  session.ranges.select(rows(1, 2));
  const { reassign, count } = openReassignDialog();
  expect(count).toBe(2);
  const done = reassign(9);
  state.order.load([3, 9, 1, 2]);
  slow.resolve({ id: 3, created_at: '', updated_at: '', address: 'X' });
  await done;
  expect(written()).toEqual([
    [
      [2, OWNER, 9, 4],
      [3, OWNER, 9, 4],
    ],
  ]);
  expect(state.dialog).toBeUndefined();
});

test('an open dialog keeps its clients after the selection is cleared', async () => {
  const { session, openReassignDialog, written } = await open();
  session.ranges.select(rows(0, 1));
  const { reassign } = openReassignDialog();
  session.ranges.select(null);
  await reassign(null);
  expect(written()).toEqual([[[1, OWNER, null, 4]]]);
});

test('skips deleted clients and clients the agent already owns', async () => {
  const { session, calls, openReassignDialog, written } = await open();
  session.ranges.select(rows(0, 3));
  const { reassign } = openReassignDialog();
  calls.fetchRows.mockResolvedValueOnce([
    [1, 4],
    [3, 9],
  ]);
  await reassign(9);
  expect(written()).toEqual([[[1, OWNER, 9, 4]]]);
});

test('reports rows that cannot be loaded to the dialog, which can retry', async () => {
  const { session, state, calls, openReassignDialog, written } = await open();
  session.ranges.select(rows(0, 1));
  const dialog = openReassignDialog();
  calls.fetchRows.mockRejectedValueOnce(new Error('no connection'));
  await expect(dialog.reassign(9)).rejects.toThrow('no connection');
  expect(state.dialog).toBe(dialog);
  await dialog.reassign(9);
  expect(written()).toHaveLength(1);
});

test('closing the dialog while rows load saves nothing and affects no other dialog', async () => {
  const { session, state, calls, openReassignDialog } = await open();
  session.ranges.select(rows(0, 1));
  const dialog = openReassignDialog();
  const slow = Promise.withResolvers<[number, number][]>();
  calls.fetchRows.mockReturnValueOnce(slow.promise);
  const done = dialog.reassign(9);
  dialog.cancel();
  state.openDialog({ kind: 'batchFailed', message: '', count: 1, retry: vi.fn(), discard: vi.fn() });
  slow.resolve([[1, 4]]);
  await done;
  expect(calls.saveCells).not.toHaveBeenCalled();
  expect(state.dialog?.kind).toBe('batchFailed');
});

test('clears the selection with its view and page, and notifies the page', async () => {
  const { session, state } = await open();
  const listener = vi.fn();
  state.subscribe(listener);
  session.ranges.select(rows(0, 2));
  session.ranges.select(rows(0, 3));
  expect([session.ranges.hasSelection, listener.mock.calls.length]).toEqual([true, 1]);
  await session.open(VIEW);
  expect(session.ranges.hasSelection).toBe(true);
  await session.open({ ...VIEW, status: 'lead' });
  expect(session.ranges.hasSelection).toBe(false);
  session.ranges.select(rows(0, 1));
  session.close();
  expect(session.ranges.hasSelection).toBe(false);
});

test('reports too many or no clients before an owner is chosen', async () => {
  const { session, state, messages } = await open(Array.from({ length: 50_001 }, (_, n) => n + 1));
  session.ranges.select(rows(0, 50_001));
  session.ranges.requestReassignment();
  expect(messages.failed).toHaveBeenCalledWith('At most 50,000 clients can be reassigned at once.');
  session.addRow();
  session.ranges.select(rows(50_001, 1));
  session.ranges.requestReassignment();
  expect(messages.failed).toHaveBeenLastCalledWith(expect.stringMatching(/^Select the rows/));
  expect(state.dialog).toBeUndefined();
});

test('assigns clients without an owner whose rows are loaded', async () => {
  const { state, session, openReassignDialog, written } = await open();
  state.rows.put([1, 2].map((id) => [id, ...FIELD_NAMES.map(() => null)]));
  session.ranges.select(rows(0, 2));
  await openReassignDialog().reassign(9);
  await state.idle();
  expect(written()).toEqual([
    [
      [1, OWNER, 9, null],
      [2, OWNER, 9, null],
    ],
  ]);
});
