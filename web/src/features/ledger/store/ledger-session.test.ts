import { FIELD_NAMES, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { ClientRecord } from '@ledgerline/contract/clients/schemas';
import type { ErrorBody } from '@ledgerline/contract/errors';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import type { LedgerCalls } from '../api.ts';
import { LedgerSession } from './ledger-session.ts';

const VIEW: LedgerView = { status: 'all', sort: 'name', direction: 'asc' };
const NAMES = FIELD_NAMES;
const TIMEOUT_MS = 30_000;
function rowOf(id: number, values: Partial<Record<FieldName, string | number>> = {}) {
  return [id, ...FIELD_NAMES.map((name) => values[name] ?? null)];
}

function apiError(code: ErrorBody['code'], status: number, cells: unknown[] = []): ApiError {
  return new ApiError(new Error('failed'), status, {
    success: false,
    message: 'No.',
    code,
    details: { cells },
  });
}

/** A session with three clients and recorded calls. */
async function open(stored: Record<number, Partial<Record<FieldName, string | number>>> = {}) {
  const record = (id: number, values: object) => ({ id, created_at: '', updated_at: '', ...values });
  const calls = {
    fetchIndex: vi.fn<LedgerCalls['fetchIndex']>(async () => [1, 2, 3]),
    fetchRows: vi.fn<LedgerCalls['fetchRows']>(async (ids, fields) =>
      ids.map((id) =>
        fields
          ? [id, ...NAMES.filter((name) => fields.includes(name)).map((name) => stored[id]?.[name] ?? null)]
          : rowOf(id, stored[id]),
      ),
    ),
    saveCell: vi.fn<LedgerCalls['saveCell']>(async (id, field, value) => record(id, { [field]: value })),
    findLikely: vi.fn(async () => []),
    createRow: vi.fn<LedgerCalls['createRow']>(async (field, value) => record(50, { [field]: value })),
    saveCells: vi.fn<LedgerCalls['saveCells']>(async (body) => ({
      success: true,
      saved: body.cells?.length ?? 0,
      created: (body.create ?? []).map(({ row }, position) => ({ row, id: 60 + position })),
      cells: [],
    })),
  };
  const messages = { failed: vi.fn(), announced: vi.fn() };
  const session = new LedgerSession(calls, messages);
  await session.open(VIEW);
  session.state.rows.put([1, 2, 3].map((id) => rowOf(id, stored[id])));
  session.look(0, 3, NAMES);
  return { session, state: session.state, calls, messages };
}

describe('saving one cell', () => {
  test('a changed cell is one PUT of that field, with the value the agent saw', async () => {
    const { session, state, calls } = await open({ 1: { address: 'Old St' } });
    await session.cells.save(1, 'address', ' New St ');
    expect(calls.saveCell.mock.calls).toEqual([[1, 'address', 'New St', { seen: 'Old St' }]]);
    expect(state.value(1, 'address')).toBe('New St');
  });

  test.each(['Old St', '  Old St  '])('an unchanged cell (%j) makes no request', async (typed) => {
    const { session, calls } = await open({ 1: { address: 'Old St' } });
    await session.cells.save(1, 'address', typed);
    expect(calls.saveCell).not.toHaveBeenCalled();
  });

  test('a premium typed as 12.5 is sent as a number', async () => {
    const { session, calls } = await open();
    await session.cells.save(1, 'cigna', '12.5');
    expect(calls.saveCell).toHaveBeenCalledWith(1, 'cigna', 12.5, { seen: null });
  });

  test('the indicator shows Saving... during the request, then nothing', async () => {
    const { session, state } = await open();
    const saving = session.cells.save(1, 'address', 'x');
    expect(state.indicator).toBe('Saving...');
    await saving;
    expect(state.indicator).toBe('');
  });

  test('an open edit reads Unsaved changes', async () => {
    const { state } = await open();
    state.type(true);
    expect(state.indicator).toBe('Unsaved changes');
  });

  test('a failed save reverts the cell and keeps the typed text', async () => {
    const { session, state, calls } = await open({ 1: { address: 'Old St' } });
    calls.saveCell.mockRejectedValueOnce(apiError('internal', 500));
    await session.cells.save(1, 'address', 'New St');
    expect(state.value(1, 'address')).toBe('Old St');
    expect([...state.failed.values()]).toMatchObject([{ key: 1, field: 'address', typed: 'New St' }]);
    expect(state.indicator).toBe('Unsaved changes');
    await session.retry(1, 'address');
    expect(state.value(1, 'address')).toBe('New St');
    expect(state.failed.size).toBe(0);
  });

  test('an invalid value is never submitted', async () => {
    const { session, state, calls } = await open();
    await session.cells.save(1, 'dob', 'yesterday');
    expect(calls.saveCell).not.toHaveBeenCalled();
    expect([...state.failed.values()][0]?.message).toBe('Date of birth must be a date such as 05/31/1990');
  });

  test('a typed secret shows only its mask, before and after it is saved', async () => {
    const { session, state, calls } = await open();
    calls.saveCell.mockResolvedValueOnce({ id: 1, created_at: '', updated_at: '', ssn: '•••-••-6789' });
    const saving = session.cells.save(1, 'ssn', '123-45-6789');
    expect(state.value(1, 'ssn')).toBe('•••-••-6789');
    await saving;
    expect(state.value(1, 'ssn')).toBe('•••-••-6789');
  });

  test('a conflict asks for mine or theirs; mine overwrites only the value that was shown', async () => {
    const { session, state, calls } = await open({ 1: { address: 'Old St' } });
    const theirs = { id: 1, row: null, field: 'address', message: 'changed', theirs: 'Their St' };
    calls.saveCell.mockRejectedValueOnce(apiError('conflict', 409, [theirs]));
    await session.cells.save(1, 'address', 'My St');
    expect(state.value(1, 'address')).toBe('Their St');
    if (state.dialog?.kind !== 'conflict') throw new Error('no question');
    state.dialog.resolve(new Set(['1:address']));
    await state.idle();
    expect(calls.saveCell).toHaveBeenLastCalledWith(1, 'address', 'My St', { seen: 'Their St' });
    expect(state.value(1, 'address')).toBe('My St');
  });
});

test('concurrent writes under an open editor are not overwritten silently', async () => {
  const { session, state, calls } = await open({ 1: { address: 'Old St' } });
  state.editing = { key: 1, field: 'address', seen: 'Old St' };
  state.store(1, 'address', 'Their St');
  await session.cells.save(1, 'address', 'My St');
  expect(calls.saveCell).toHaveBeenCalledWith(1, 'address', 'My St', { seen: 'Old St' });
});

describe('a temporary row', () => {
  test('is local until its first cell is saved, then uses its new id', async () => {
    const { session, state, calls } = await open();
    const key = session.addRow();
    expect(state.order.count).toBe(4);
    expect(calls.createRow).not.toHaveBeenCalled();
    const first = session.cells.save(key, 'client_first_name', 'Ann');
    const second = session.cells.save(key, 'client_last_name', 'Ruiz');
    await Promise.all([first, second]);
    expect(calls.createRow.mock.calls).toMatchObject([['client_first_name', 'Ann', {}]]);
    expect(calls.saveCell.mock.calls).toEqual([[50, 'client_last_name', 'Ruiz', { seen: null }]]);
    expect(state.order.keyAt(3)).toBe(50);
    expect(state.value(50, 'client_last_name')).toBe('Ruiz');
  });

  test('stays temporary and empty when its first save fails', async () => {
    const { session, state, calls } = await open();
    const key = session.addRow();
    calls.createRow.mockRejectedValueOnce(apiError('internal', 500));
    await session.cells.save(key, 'client_first_name', 'Ann');
    expect(state.value(key, 'client_first_name')).toBeNull();
    expect(state.order.keyAt(3)).toBe(key);
    expect(state.failed.size).toBe(1);
  });
});

describe('ranges', () => {
  const at = (x: number, y: number, width = 1, height = 1) => ({ x, y, width, height });
  const address = NAMES.indexOf('address');

  test('a paste is one request with the previous values, reverted by one undo', async () => {
    const { session, state, calls, messages } = await open({ 1: { address: 'A' }, 2: { address: 'B' } });
    await session.ranges.paste(at(address, 0), [['X'], ['Y']], NAMES);
    await state.idle();
    expect(calls.saveCells.mock.calls[0]?.[0]).toMatchObject({
      cells: [
        { id: 1, field: 'address', value: 'X', was: 'A' },
        { id: 2, field: 'address', value: 'Y', was: 'B' },
      ],
    });
    await session.undo();
    expect(calls.saveCells).toHaveBeenCalledTimes(2);
    expect([1, 2].map((id) => state.value(id, 'address'))).toEqual(['A', 'B']);
    await session.redo();
    expect([1, 2].map((id) => state.value(id, 'address'))).toEqual(['X', 'Y']);
    await session.ranges.paste(at(NAMES.length - 1, 0), [['', 'Z']], NAMES);
    expect(messages.failed).toHaveBeenCalledWith(expect.stringMatching(/^One pasted column is past/));
  });

  test('undo finds its cells after re-sorting', async () => {
    const { session, state, calls } = await open({ 1: { address: 'A' } });
    await session.cells.save(1, 'address', 'X');
    calls.fetchIndex.mockResolvedValueOnce([3, 2, 1]);
    await session.open({ ...VIEW, direction: 'desc' });
    await session.undo();
    expect(state.value(1, 'address')).toBe('A');
  });

  test('one rejected cell blocks the paste until the agent continues without it', async () => {
    const { session, state, calls } = await open();
    const dob = NAMES.indexOf('dob');
    await session.ranges.paste(at(dob, 0), [['1/2/1980'], ['soon']], NAMES);
    expect(calls.saveCells).not.toHaveBeenCalled();
    if (state.dialog?.kind !== 'rejected') throw new Error('no question');
    expect(state.dialog.cells).toMatchObject([{ row: 2, field: 'dob', text: 'soon' }]);
    state.dialog.pasteOthers();
    await state.idle();
    expect(calls.saveCells.mock.calls[0]?.[0].cells).toEqual([
      { id: 1, field: 'dob', value: '1980-01-02', was: null },
    ]);
  });

  test('a paste past the last row adds rows after confirmation; undo removes them', async () => {
    const { session, state, calls } = await open();
    await session.ranges.paste(at(address, 2), [['X'], ['Y'], ['Z']], NAMES);
    if (state.dialog?.kind !== 'addRows') throw new Error('no question');
    expect(state.dialog.count).toBe(2);
    state.dialog.addRows();
    await state.idle();
    expect(state.order.keys(0, 9)).toEqual([1, 2, 3, 60, 61]);
    await session.undo();
    expect(calls.saveCells.mock.lastCall?.[0]).toMatchObject({ remove: [60, 61] });
    expect(state.order.keys(0, 9)).toEqual([1, 2, 3]);
  });

  test('uncached rows are loaded, limited to the pasted fields, before a paste', async () => {
    const { session, state, calls } = await open({ 2: { address: 'B' } });
    state.rows.delete(2);
    await session.ranges.paste(at(address, 1), [['X']], NAMES);
    await state.idle();
    expect(calls.fetchRows).toHaveBeenCalledWith([2], ['address']);
    expect(calls.saveCells.mock.calls[0]?.[0].cells).toMatchObject([{ id: 2, was: 'B' }]);
  });

  test('a paste that fails to arrive can be retried as a unit', async () => {
    const { session, state, calls } = await open({ 1: { address: 'A' } });
    calls.saveCells.mockRejectedValueOnce(apiError('unavailable', 503));
    await session.ranges.clear(at(address, 0), NAMES);
    await state.idle();
    expect(state.value(1, 'address')).toBe('A');
    if (state.dialog?.kind !== 'batchFailed') throw new Error('no question');
    state.dialog.retry();
    await state.idle();
    expect(state.value(1, 'address')).toBeNull();
  });
});

test('undo reverts the last action, even if its save finished first', async () => {
  const { session, state, calls } = await open({ 1: { occupation: '' }, 2: { occupation: '' } });
  const slow = Promise.withResolvers<ClientRecord>();
  calls.saveCell.mockReturnValueOnce(slow.promise);
  const first = session.cells.save(1, 'occupation', 'Baker');
  await session.cells.save(2, 'occupation', 'Cook');
  slow.resolve({ id: 1, created_at: '', updated_at: '', occupation: 'Baker' });
  await first;
  await session.undo();
  expect(state.value(1, 'occupation')).toBe('Baker');
  expect(state.value(2, 'occupation')).toBe('');
});

describe('changes by other agents', () => {
  const event = { kind: 'clients' as const, agent_id: 2 };

  test('rows changed by a save during loading are refetched', async () => {
    const stored = { 1: { occupation: 'Cook' } };
    const { session, state, calls } = await open(stored);
    let answer = (_: ReturnType<typeof rowOf>[]): void => undefined;
    calls.fetchRows.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    session.receive({ ...event, action: 'updated', ids: [1] }, 0);
    await session.cells.save(1, 'occupation', 'Baker');
    stored[1].occupation = 'Baker';
    answer([rowOf(1, { occupation: 'Cook' })]);
    await vi.waitFor(() => expect(calls.fetchRows).toHaveBeenCalledTimes(2), TIMEOUT_MS);
    await new Promise((resolve) => setTimeout(resolve));
    expect(state.value(1, 'occupation')).toBe('Baker');
  });

  test('changed cells show their new value and are highlighted', async () => {
    const stored = { 1: { address: 'A' } };
    const { session, state } = await open(stored);
    stored[1].address = 'Theirs';
    session.receive({ ...event, action: 'updated', ids: [1] }, 1000);
    await vi.waitFor(() => expect(state.value(1, 'address')).toBe('Theirs'), TIMEOUT_MS);
    expect(state.changedAt(1, 'address')).toBe(1000);
    expect(state.changedAt(1, 'dob')).toBeUndefined();
  });

  test('deleted clients disappear, new ones are only announced', async () => {
    const { session, state } = await open();
    session.receive({ ...event, action: 'deleted', ids: [2] }, 0);
    session.receive({ ...event, action: 'created', ids: [9] }, 0);
    expect(state.order.keys(0, 9)).toEqual([1, 3]);
    expect(state.added).toBe(1);
  });
});
