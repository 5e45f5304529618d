import { FIELD_NAMES, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { ErrorBody } from '@ledgerline/contract/errors';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import type { LedgerCalls } from '../api.ts';
import { LedgerSession } from './ledger-session.ts';

const at = (field: FieldName, size: { width?: number; height?: number } = {}) => ({
  ...{ x: FIELD_NAMES.indexOf(field), y: 0, width: 1, height: 1, ...size },
});

type Values = Partial<Record<FieldName, string | number>>;
const MARIA: Values = { client_first_name: 'Maria', client_last_name: 'Lopez', status: 'new' };

/** A ledger of Maria Lopez and an unnamed client, with the texts that screen readers get. */
async function open() {
  const rows = [MARIA, {}].map((values: Values, index) => [
    index + 1,
    ...FIELD_NAMES.map((name) => values[name] ?? null),
  ]);
  const saveCells = vi.fn<LedgerCalls['saveCells']>(async ({ cells = [], create = [] }) => ({
    success: true,
    saved: cells.length,
    created: create.map(({ row }, position) => ({ row, id: 60 + position })),
    cells: [],
  }));
  const calls: LedgerCalls = {
    fetchIndex: async () => [1, 2],
    fetchRows: async (ids) => rows.filter(([id]) => ids.includes(Number(id))),
    saveCell: async (id, field, value) => ({ id, created_at: '', updated_at: '', [field]: value }),
    findLikely: async () => [],
    createRow: async (field, value) => ({ id: 50, created_at: '', updated_at: '', [field]: value }),
    saveCells,
  };
  const announced: string[] = [];
  const session = new LedgerSession(calls, { failed: vi.fn(), announced: (text) => announced.push(text) });
  await session.open({ status: 'all', sort: 'name', direction: 'asc' });
  session.state.rows.put(rows);
  return { session, state: session.state, saveCells, announced };
}

const paste = async ({ session }: Awaited<ReturnType<typeof open>>, field: FieldName, block: string[][]) => {
  await session.ranges.paste(at(field), block, FIELD_NAMES);
  await session.state.idle();
};

describe('screen readers hear', () => {
  it('which cell of which client undo and redo changed', async () => {
    const { session, announced } = await open();
    await session.cells.save(1, 'address', '1 Main St');
    expect(announced).toEqual([]);
    await session.undo();
    await session.redo();
    expect(announced).toEqual(['Undid: Address of Maria Lopez', 'Redid: Address of Maria Lopez']);
  });

  it('the row of a client without a name, and no secret value', async () => {
    const { session, announced } = await open();
    await session.cells.save(2, 'ssn', '123-45-6789');
    await session.undo();
    await session.redo();
    expect(announced).toEqual(['Undid: SSN of Row 2', 'Redid: SSN of Row 2']);
  });

  it('how many cells a paste, a fill and a clear have changed, and their undo', async () => {
    const ledger = await open();
    const { session, announced } = ledger;
    await paste(ledger, 'address', [['1 Main St'], ['2 Main St']]);
    await session.ranges.fill(at('address'), at('address', { height: 2 }), FIELD_NAMES);
    await session.state.idle();
    await session.ranges.clear(at('address', { height: 2 }), FIELD_NAMES);
    await session.state.idle();
    await session.undo();
    expect(announced).toEqual(['Pasted 2 cells', 'Filled 1 cell', 'Cleared 2 cells', 'Undid: 2 cells']);
  });

  it('how many clients a paste has added, and that undo and redo concern them', async () => {
    const ledger = await open();
    await paste(ledger, 'address', [['1 Main St'], ['2 Main St'], ['3 Main St']]);
    if (ledger.state.dialog?.kind !== 'addRows') throw new Error('no dialog');
    expect(ledger.announced).toEqual([]);
    ledger.state.dialog.addRows();
    await ledger.state.idle();
    await ledger.session.undo();
    await ledger.session.redo();
    expect(ledger.announced).toEqual([
      'Pasted 3 cells and added 1 client',
      'Undid: 2 cells and 1 new client',
      'Redid: 2 cells and 1 new client',
    ]);
  });

  it('how many clients were reassigned', async () => {
    const { session, state, announced } = await open();
    session.ranges.select(at('address', { height: 2 }));
    session.ranges.requestReassignment();
    if (state.dialog?.kind !== 'reassign') throw new Error('no dialog');
    await state.dialog.reassign(9);
    await state.idle();
    expect(announced).toEqual(['Reassigned 2 clients']);
  });

  it('that nothing changed, where the values are already there or nothing can be undone', async () => {
    const ledger = await open();
    await paste(ledger, 'client_first_name', [['Maria']]);
    await ledger.session.undo();
    await ledger.session.redo();
    expect(ledger.announced).toEqual([
      'Nothing changed',
      'There is nothing to undo',
      'There is nothing to redo',
    ]);
  });

  it('nothing before a conflict is decided, then only what was really saved', async () => {
    const ledger = await open();
    const cell = { id: 1, row: null, field: 'address', message: 'was changed', theirs: 'Theirs' };
    const body: ErrorBody = { success: false, message: 'No.', code: 'conflict', details: { cells: [cell] } };
    ledger.saveCells.mockRejectedValueOnce(new ApiError(new Error('conflict'), 409, body));
    await paste(ledger, 'address', [['1 Main St'], ['2 Main St']]);
    expect(ledger.announced).toEqual([]);
    if (ledger.state.dialog?.kind !== 'conflict') throw new Error('no dialog');
    ledger.state.dialog.resolve(new Set());
    await ledger.state.idle();
    expect(ledger.announced).toEqual(['Pasted 1 cell']);
  });
});
