import { FIELD_NAMES, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import type { LedgerCalls } from '../api.ts';
import { finish, openLedger, settleTasks } from '../testing/fake-ledger.ts';

function unconfirmed(...cells: (readonly [number | null, FieldName, string?])[]): ApiError {
  const named = cells.map(([id, field, row = null]) => ({
    ...{ id, row, field, message: 'has 5 digits instead of 9' },
  }));
  return new ApiError(new Error('unconfirmed'), 409, {
    ...{ success: false, message: 'No.', code: 'unconfirmed_number', details: { cells: named } },
  });
}

type Parts = Awaited<ReturnType<typeof openLedger>>;

function numbersDialog({ state }: Parts) {
  if (state.dialog?.kind !== 'numbers') throw new Error('no confirmation');
  return state.dialog;
}

describe('a cell with an incomplete number', () => {
  async function typeNumber(field: FieldName = 'business_ein') {
    const parts = await openLedger();
    const { saveCell } = parts.calls;
    const spy = vi.fn<LedgerCalls['saveCell']>((id, name, value, options) =>
      options?.confirm_numbers ? saveCell(id, name, value, options) : Promise.reject(unconfirmed([id, name])),
    );
    parts.calls.saveCell = spy;
    void parts.session.cells.save(1, field, '12-345');
    await settleTasks();
    return { ...parts, spy };
  }

  test('is saved after a confirmation, as one operation that is undone exactly', async () => {
    const parts = await typeNumber();
    const { session, server, state, spy } = parts;
    expect([state.indicator, state.failed.size]).toEqual(['Unsaved changes', 0]);
    numbersDialog(parts).confirm();
    await finish(server);
    expect(spy.mock.lastCall).toEqual([
      ...[1, 'business_ein', '12-345'],
      { seen: '', confirm_numbers: true },
    ]);
    expect([server.read(1, 'business_ein'), state.dialog, state.indicator]).toEqual([
      '12-345',
      undefined,
      '',
    ]);
    expect(state.operations.lastDone?.changes).toEqual([
      { id: 1, field: 'business_ein', from: '', to: '12-345' },
    ]);
    void session.undo();
    await finish(server);
    expect(server.read(1, 'business_ein')).toBe('');
  });

  test('is kept at its cell when the agent goes back, and asks again on retry', async () => {
    const parts = await typeNumber('ssn');
    const { session, server, state } = parts;
    numbersDialog(parts).cancel();
    expect([...state.failed.values()]).toMatchObject([
      { key: 1, field: 'ssn', typed: '12-345', message: 'SSN has 5 digits instead of 9' },
    ]);
    expect([state.dialog, state.indicator, server.read(1, 'ssn')]).toEqual([
      undefined,
      'Unsaved changes',
      '',
    ]);
    void session.retry(1, 'ssn');
    await settleTasks();
    numbersDialog(parts);
  });

  test('conflicts after the confirmation if a colleague changed the cell meanwhile', async () => {
    const parts = await typeNumber();
    parts.server.stored.set('1:business_ein', '98-7654321');
    numbersDialog(parts).confirm();
    await finish(parts.server);
    const { dialog } = parts.state;
    expect(dialog).toMatchObject({ kind: 'conflict', cells: [{ mine: '12-345', theirs: '98-7654321' }] });
    expect(parts.server.read(1, 'business_ein')).toBe('98-7654321');
  });

  test('creates one client from a temporary row that got its client while the dialog was open', async () => {
    const parts = await openLedger();
    const { session, server, state, calls } = parts;
    const { createRow } = calls;
    calls.createRow = (field, value, options) =>
      field === 'ssn' ? Promise.reject(unconfirmed([null, 'ssn', ''])) : createRow(field, value, options);
    const key = session.addRow();
    void session.cells.save(key, 'ssn', '12');
    void session.cells.save(key, 'address', 'Main St');
    await finish(server);
    numbersDialog(parts).confirm();
    await finish(server);
    expect([server.created, server.read(50, 'address'), server.read(50, 'ssn')]).toEqual([
      1,
      'Main St',
      '12',
    ]);
    expect([state.failed.size, state.dialog]).toEqual([0, undefined]);
  });
});

describe('pasted incomplete numbers', () => {
  const range = { x: FIELD_NAMES.indexOf('business_ein'), y: 0, width: 1, height: 2 };
  const body = (first: string, second: string) => [
    { id: 1, field: 'business_ein', value: first, was: '' },
    { id: 2, field: 'business_ein', value: second, was: '' },
  ];

  async function pasteNumbers() {
    const parts = await openLedger();
    const spy = vi.fn<LedgerCalls['saveCells']>(async ({ cells = [], confirm_numbers }) => {
      if (!confirm_numbers && cells.some(({ value }) => value === '12-345'))
        throw unconfirmed([1, 'business_ein']);
      return { success: true, saved: cells.length, created: [], cells: [] };
    });
    parts.calls.saveCells = spy;
    await parts.session.ranges.paste(range, [['12-345'], ['12-3456789']], FIELD_NAMES);
    await settleTasks();
    return { ...parts, spy };
  }

  test('need one confirmation, are sent again under the same key, and are undone without a confirmation', async () => {
    const parts = await pasteNumbers();
    const { session, state, spy } = parts;
    numbersDialog(parts).confirm();
    await settleTasks();
    const [first, second] = spy.mock.calls;
    expect(second).toEqual([{ ...first?.[0], confirm_numbers: true }, first?.[1]]);
    expect(first?.[0].cells).toEqual(body('12-345', '12-3456789'));
    expect([state.value(1, 'business_ein'), state.value(2, 'business_ein')]).toEqual([
      '12-345',
      '12-3456789',
    ]);
    await session.undo();
    await session.redo();
    // Only the server can restore an incomplete number as it was.
    expect(
      spy.mock.calls
        .slice(2)
        .map(([{ cells, restore, confirm_numbers }]) => ({ cells, restore, confirm_numbers })),
    ).toEqual([
      {
        cells: [
          { ...body('', '')[0], value: '', was: '12-345' },
          { ...body('', '')[1], was: '12-3456789' },
        ],
        restore: [],
        confirm_numbers: undefined,
      },
      {
        cells: [body('', '12-3456789')[1]],
        restore: [{ id: 1, field: 'business_ein', was: '', to: '12-345' }],
        confirm_numbers: undefined,
      },
    ]);
  });

  test('are listed when the agent goes back, and the other cells can be saved', async () => {
    const parts = await pasteNumbers();
    const { state, spy } = parts;
    numbersDialog(parts).cancel();
    if (state.dialog?.kind !== 'rejected') throw new Error('no list');
    expect(state.dialog).toMatchObject({
      isUnconfirmed: true,
      others: 1,
      cells: [{ row: 1, field: 'business_ein' }],
    });
    state.dialog.pasteOthers();
    await settleTasks();
    expect(spy.mock.lastCall?.[0].cells).toEqual([body('', '12-3456789')[1]]);
    expect([state.dialog, state.value(1, 'business_ein')]).toEqual([undefined, '']);
  });
});

test('a pasted row without remaining cells adds no empty client', async () => {
  const parts = await openLedger();
  const { session, state } = parts;
  const spy = vi.fn<LedgerCalls['saveCells']>(async ({ create = [] }) => {
    const row = create.find(({ values }) => values.business_ein === '12-345');
    if (row) throw unconfirmed([null, 'business_ein', row.row]);
    return {
      success: true,
      saved: 0,
      created: create.map((one, at) => ({ ...one, id: 60 + at })),
      cells: [],
    };
  });
  parts.calls.saveCells = spy;
  const range = { x: FIELD_NAMES.indexOf('business_ein'), y: 2, width: 1, height: 2 };
  await session.ranges.paste(range, [['12-345'], ['12-3456789']], FIELD_NAMES);
  const open = () => state.dialog;
  const question = open();
  if (question?.kind !== 'addRows') throw new Error('no question');
  question.addRows();
  await settleTasks();
  numbersDialog(parts).cancel();
  const list = open();
  if (list?.kind !== 'rejected') throw new Error('no list');
  expect(list.others).toBe(1);
  list.pasteOthers();
  await settleTasks();
  expect(spy.mock.lastCall?.[0].create?.map(({ values }) => values)).toEqual([
    { business_ein: '12-3456789' },
  ]);
});

test('a number that lacks its leading zero is shown as it will be stored, and does not conflict when its response was lost', async () => {
  const { server, session, state } = await openLedger();
  void session.cells.save(1, 'business_ein', '1-2345678');
  expect(state.value(1, 'business_ein')).toBe('01-2345678');
  await settleTasks();
  server.stored.set('1:business_ein', '01-2345678');
  server.open[0]?.disconnect();
  await settleTasks();
  void session.retry(1, 'business_ein');
  await finish(server);
  expect([state.dialog, state.failed.size, state.value(1, 'business_ein')]).toEqual([
    undefined,
    0,
    '01-2345678',
  ]);
});
