import { FIELD_NAMES } from '@ledgerline/contract/clients/fields/catalog';
import type { ErrorBody } from '@ledgerline/contract/errors';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import type { LedgerCalls } from '../api.ts';
import { finish, openLedger, settleTasks } from '../testing/fake-ledger.ts';

const column = FIELD_NAMES.indexOf('address');
const cells = (height: number) => ({ x: column, y: 0, width: 1, height });

function conflict(theirs: Record<number, string | null>): ApiError {
  const named = Object.entries(theirs).map(([id, value]) => ({
    id: Number(id),
    row: null,
    field: 'address',
    message: 'was changed by someone else',
    theirs: value,
  }));
  const body: ErrorBody = { success: false, message: 'No.', code: 'conflict', details: { cells: named } };
  return new ApiError(new Error('conflict'), 409, body);
}

/** A ledger whose batches succeed immediately after these failures. */
async function openBatches(...failures: ApiError[]) {
  const parts = await openLedger();
  const saveCells = vi.fn<LedgerCalls['saveCells']>(async (body) => {
    const failure = failures.shift();
    if (failure) throw failure;
    return { success: true, saved: body.cells?.length ?? 0, created: [], cells: [] };
  });
  parts.calls.saveCells = saveCells;
  const written = () =>
    saveCells.mock.calls.map(([{ cells: sent = [] }]) => sent.map(({ id, value, was }) => [id, value, was]));
  return { ...parts, written };
}

test('a stored paste whose response was lost does not conflict', async () => {
  const { session, state, written } = await openBatches(conflict({ 1: 'X', 2: 'X' }));
  await session.ranges.paste(cells(2), [['X'], ['X']], FIELD_NAMES);
  await settleTasks();
  expect(state.dialog).toBeUndefined();
  expect(written().at(-1)).toEqual([
    [1, 'X', 'X'],
    [2, 'X', 'X'],
  ]);
});

test('only cells another agent changed are conflicts', async () => {
  const { session, state, written } = await openBatches(conflict({ 1: 'X', 2: 'Theirs' }));
  await session.ranges.paste(cells(2), [['X'], ['X']], FIELD_NAMES);
  await settleTasks();
  if (state.dialog?.kind !== 'conflict') throw new Error('no question');
  expect(state.dialog.cells).toMatchObject([{ id: 2, mine: 'X', theirs: 'Theirs' }]);
  state.dialog.resolve(new Set());
  await settleTasks();
  expect(written().at(-1)).toEqual([[1, 'X', 'X']]);
});

test('a cell another agent cleared is overwritten by one choice', async () => {
  const { session, state, written } = await openBatches(conflict({ 1: null }));
  state.store(1, 'address', 'Old');
  await session.ranges.paste(cells(1), [['X']], FIELD_NAMES);
  await settleTasks();
  if (state.dialog?.kind !== 'conflict') throw new Error('no question');
  state.dialog.resolve(new Set(['1:address']));
  await settleTasks();
  expect(written().at(-1)).toEqual([[1, 'X', null]]);
});

test('a value typed into a cell of a pending paste waits for it', async () => {
  const { session, state, server, calls } = await openBatches();
  const paste = Promise.withResolvers<void>();
  const saveCells = calls.saveCells;
  calls.saveCells = async (...call) => {
    await paste.promise;
    server.stored.set('1:address', 'X');
    return saveCells(...call);
  };
  await session.ranges.paste(cells(1), [['X']], FIELD_NAMES);
  void session.cells.save(1, 'address', 'Y');
  await settleTasks();
  expect([server.open.length, state.value(1, 'address')]).toEqual([0, 'Y']);
  paste.resolve();
  await finish(server);
  expect([server.conflicts, state.value(1, 'address')]).toEqual([[], 'Y']);
});

test('Retry saves a paste with a lost response once, and undo restores the original values', async () => {
  const { session, state, server } = await openLedger();
  const question = () => state.dialog;
  server.stored.set('1:address', 'Old');
  state.store(1, 'address', 'Old');
  await session.ranges.paste(cells(4), [['A'], ['B'], ['C'], ['D']], FIELD_NAMES);
  const rows = question();
  if (rows?.kind !== 'addRows') throw new Error('no question about rows');
  rows.addRows();
  await settleTasks();
  server.open[0]?.handle();
  server.open[0]?.disconnect();
  await settleTasks();
  const failure = question();
  if (failure?.kind !== 'batchFailed') throw new Error('no question about a retry');
  failure.retry();
  await finish(server);
  expect([server.created, server.conflicts, question()]).toEqual([2, [], undefined]);
  expect(state.order.keys(0, 9)).toEqual([1, 2, 50, 51]);
  void session.undo();
  await finish(server);
  expect([server.read(1, 'address'), server.read(2, 'address')]).toEqual(['Old', '']);
});

test('undo restores the original values after a paste the server had already stored', async () => {
  const { session, state, written } = await openBatches(conflict({ 1: 'X', 2: 'X' }));
  state.store(1, 'address', 'Old');
  await session.ranges.paste(cells(2), [['X'], ['X']], FIELD_NAMES);
  await settleTasks();
  await session.undo();
  expect(written().at(-1)).toEqual([
    [1, 'Old', 'X'],
    [2, '', 'X'],
  ]);
});

test('a paste cancelled at a conflict saves nothing, and can be pasted again', async () => {
  const { session, state, written } = await openBatches(conflict({ 1: 'Theirs' }));
  await session.ranges.paste(cells(2), [['X'], ['X']], FIELD_NAMES);
  await settleTasks();
  if (state.dialog?.kind !== 'conflict') throw new Error('no dialog');
  expect(state.dialog.backLabel).toBe('Cancel');
  state.dialog.back();
  await settleTasks();
  expect(written()).toHaveLength(1);
  expect([state.dialog, state.value(1, 'address'), state.value(2, 'address')]).toEqual([
    ...[undefined, 'Theirs', ''],
  ]);
  await session.ranges.paste(cells(2), [['X'], ['X']], FIELD_NAMES);
  await settleTasks();
  expect(written().at(-1)).toEqual([
    [1, 'X', 'Theirs'],
    [2, 'X', ''],
  ]);
});
