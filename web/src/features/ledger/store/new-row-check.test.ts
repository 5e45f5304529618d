import type { LikelyClient } from '@ledgerline/contract/clients/duplicates/endpoints';
import { describe, expect, test, vi } from 'vitest';
import { finish, IDS, openLedger, settleTasks } from '../testing/fake-ledger.ts';

const LIKELY: LikelyClient = {
  id: 1,
  client_first_name: 'Ana',
  client_last_name: 'Lee',
  dob: null,
  primary_email: null,
  primary_phone: '(305) 555-0100',
  reasons: ['phone'],
};

describe('a new row for a person who may already be a client', () => {
  async function type() {
    const parts = await openLedger();
    parts.server.likely = [LIKELY];
    const key = parts.session.addRow();
    void parts.session.cells.save(key, 'primary_phone', '(305) 555-0100');
    await settleTasks();
    const { dialog } = parts.state;
    if (dialog?.kind !== 'duplicates') throw new Error('no likely clients');
    return { ...parts, key, dialog };
  }

  test('is saved only if the agent adds the client anyway, and reported once', async () => {
    const { server, session, state, dialog, key } = await type();
    expect([server.created, state.indicator, dialog.clients]).toEqual([0, 'Unsaved changes', [LIKELY]]);
    dialog.addAnyway();
    await finish(server);
    void session.cells.save(key, 'client_first_name', 'Ana');
    await finish(server);
    expect([server.created, server.read(50, 'client_first_name'), state.dialog]).toEqual([
      1,
      'Ana',
      undefined,
    ]);
  });

  test('keeps what was typed after Cancel', async () => {
    const { server, state, dialog, key } = await type();
    dialog.cancel();
    await finish(server);
    expect([server.created, [...state.failed.values()][0]]).toMatchObject([
      0,
      { key, typed: '(305) 555-0100' },
    ]);
  });

  test('is dropped if the existing client is used, also when its first cell was already saved', async () => {
    const { server, state, dialog } = await type();
    const dropped = dialog.discardRow();
    await finish(server);
    expect([await dropped, server.created, state.order.keys(0, 9), state.indicator]).toEqual([
      true,
      0,
      IDS,
      '',
    ]);

    const later = await openLedger();
    const key = later.session.addRow();
    void later.session.cells.save(key, 'client_first_name', 'Ana');
    await finish(later.server);
    later.server.likely = [LIKELY];
    const remove = vi.spyOn(later.calls, 'saveCells');
    void later.session.cells.save(key, 'primary_phone', '(305) 555-0100');
    await settleTasks();
    if (later.state.dialog?.kind !== 'duplicates') throw new Error('no likely clients');
    void later.state.dialog.discardRow();
    await finish(later.server);
    expect(remove.mock.lastCall?.[0]).toMatchObject({ remove: [50] });
    expect(later.state.order.keys(0, 9)).toEqual(IDS);
  });

  test('stays with what was typed if it cannot be removed', async () => {
    const { server, session, state, calls } = await openLedger();
    const key = session.addRow();
    void session.cells.save(key, 'client_first_name', 'Ana');
    await finish(server);
    server.likely = [LIKELY];
    void session.cells.save(key, 'primary_phone', '(305) 555-0100');
    await settleTasks();
    if (state.dialog?.kind !== 'duplicates') throw new Error('no likely clients');
    vi.spyOn(calls, 'saveCells').mockRejectedValueOnce(new Error('no connection'));
    const dropped = state.dialog.discardRow();
    await finish(server);
    expect([await dropped, state.dialog?.kind, [...state.failed.values()][0]]).toMatchObject([
      false,
      'batchFailed',
      { key: 50, typed: '(305) 555-0100' },
    ]);
    expect(state.order.keys(0, 9)).toEqual([...IDS, 50]);
  });

  test('stays if other cells were filled while the question was open', async () => {
    const { server, session, state, dialog, key, messages } = await type();
    void session.cells.save(key, 'address', 'X');
    await finish(server);
    const dropped = dialog.discardRow();
    await finish(server);
    expect([await dropped, server.created, state.order.keys(0, 9)]).toEqual([false, 1, [...IDS, 50]]);
    expect(messages.failed).toHaveBeenCalledWith(
      'The new row was not removed because other cells in it are filled in.',
    );
  });

  test('is not checked once other cells are filled, typed or pasted', async () => {
    const { server, session, state } = await openLedger();
    const typed = session.addRow();
    void session.cells.save(typed, 'address', 'X');
    await finish(server);
    const pasted = session.addRow();
    void session.ranges.paste(
      { x: 0, y: 3, width: 1, height: 1 },
      [['Ana', 'Y']],
      ['client_first_name', 'address'],
    );
    await finish(server);
    server.likely = [LIKELY];
    for (const key of [typed, pasted]) void session.cells.save(key, 'primary_phone', '(305) 555-0100');
    await finish(server);
    expect([server.created, state.dialog, server.read(51, 'address')]).toEqual([2, undefined, 'Y']);
    expect([50, 51].map((id) => server.read(id, 'primary_phone').replace(/\D/g, ''))).toEqual([
      '3055550100',
      '3055550100',
    ]);
  });

  test('is not checked in other cells, nor in rows that this tab did not add', async () => {
    const { server, session, state } = await openLedger();
    server.likely = [LIKELY];
    void session.cells.save(session.addRow(), 'address', 'X');
    void session.cells.save(2, 'primary_phone', '(305) 555-0100');
    await finish(server);
    expect([state.dialog, server.created]).toEqual([undefined, 1]);
  });
});
