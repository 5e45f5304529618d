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
    dialog.discardRow();
    await finish(server);
    expect([server.created, state.order.keys(0, 9), state.indicator]).toEqual([0, IDS, '']);

    const later = await openLedger();
    const key = later.session.addRow();
    void later.session.cells.save(key, 'address', 'X');
    await finish(later.server);
    later.server.likely = [LIKELY];
    const remove = vi.spyOn(later.calls, 'saveCells');
    void later.session.cells.save(key, 'primary_phone', '(305) 555-0100');
    await settleTasks();
    if (later.state.dialog?.kind !== 'duplicates') throw new Error('no likely clients');
    later.state.dialog.discardRow();
    await finish(later.server);
    expect(remove.mock.lastCall?.[0]).toMatchObject({ remove: [50] });
    expect(later.state.order.keys(0, 9)).toEqual(IDS);
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
