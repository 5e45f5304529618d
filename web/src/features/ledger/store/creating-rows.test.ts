import { FIELD_NAMES, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { describe, expect, test } from 'vitest';
import { finish, IDS, openLedger, settleTasks } from '../testing/fake-ledger.ts';

describe('a temporary row whose creation got no response', () => {
  async function lose({ isHandled }: { isHandled: boolean }) {
    const parts = await openLedger();
    const key = parts.session.addRow();
    void parts.session.cells.save(key, 'address', 'X');
    await settleTasks();
    if (isHandled) parts.server.open[0]?.handle();
    parts.server.open[0]?.disconnect();
    await settleTasks();
    expect(parts.state.failed.size).toBe(1);
    return { ...parts, key };
  }

  test.each([true, false])('becomes one client by Retry (created before: %s)', async (isHandled) => {
    const { server, session, state, key } = await lose({ isHandled });
    void session.retry(key, 'address');
    await finish(server);
    expect([server.created, server.read(50, 'address'), state.value(50, 'address')]).toEqual([1, 'X', 'X']);
    expect([state.failed.size, state.dialog, state.order.keys(0, 9)]).toEqual([0, undefined, [...IDS, 50]]);
  });

  test.each([true, false])('becomes one client by another cell (created before: %s)', async (isHandled) => {
    const { server, session, state, key } = await lose({ isHandled });
    void session.cells.save(key, 'occupation', 'Baker');
    await finish(server);
    expect([server.created, server.read(50, 'occupation'), state.value(50, 'occupation')]).toEqual([
      1,
      'Baker',
      'Baker',
    ]);
    expect([server.read(50, 'address'), state.failed.size]).toEqual(isHandled ? ['X', 0] : ['', 1]);
    for (const { key: id, field } of [...state.failed.values()]) void session.retry(id, field);
    await finish(server);
    expect([server.created, server.read(50, 'address'), state.value(50, 'address')]).toEqual([1, 'X', 'X']);
    expect([state.failed.size, state.dialog]).toEqual([0, undefined]);
  });

  test('becomes one client by another value, whichever of several tries created it', async () => {
    const { server, session, state, key } = await lose({ isHandled: true });
    void session.cells.save(key, 'address', 'Y');
    await settleTasks();
    server.open[0]?.disconnect();
    await settleTasks();
    void session.cells.save(key, 'address', 'Z');
    await finish(server);
    expect([server.created, server.read(50, 'address'), state.value(50, 'address')]).toEqual([1, 'Z', 'Z']);
    expect([state.failed.size, state.dialog]).toEqual([0, undefined]);
  });

  test('becomes one client by the cell that was queued behind it', async () => {
    const { server, session, state } = await openLedger();
    const key = session.addRow();
    void session.cells.save(key, 'address', 'X');
    void session.cells.save(key, 'occupation', 'Baker');
    await settleTasks();
    server.open[0]?.handle();
    server.open[0]?.disconnect();
    await finish(server);
    expect([server.created, server.read(50, 'occupation'), state.failed.size]).toEqual([1, 'Baker', 0]);
  });
});

const FIRST_ROW = IDS.length;
const column = (field: FieldName) => FIELD_NAMES.indexOf(field);

type Parts = Awaited<ReturnType<typeof openLedger>>;

/** Pastes into one column, starting at the first temporary row. */
async function paste({ session }: Parts, field: FieldName, ...values: string[]): Promise<void> {
  const range = { x: column(field), y: FIRST_ROW, width: 1, height: values.length };
  void session.ranges.paste(
    range,
    values.map((value) => [value]),
    FIELD_NAMES,
  );
  await settleTasks();
}

/** The pending call gets no response; the server either processed it or never will. */
async function disconnect({ server }: Parts, { isHandled }: { isHandled: boolean }): Promise<void> {
  if (isHandled) server.open[0]?.handle();
  server.open[0]?.disconnect();
  await settleTasks();
}

function discardBatch({ state }: Parts): void {
  if (state.dialog?.kind !== 'batchFailed') throw new Error('no question about a retry');
  state.dialog.discard();
}

describe.each([true, false])(
  'exactly one client (created before: %s) results from a temporary row',
  (isHandled) => {
    test('whose first cell got no response, followed by a paste', async () => {
      const parts = await openLedger();
      const { server, session, state } = parts;
      const key = session.addRow();
      void session.cells.save(key, 'address', 'X');
      await settleTasks();
      await disconnect(parts, { isHandled });
      await paste(parts, 'occupation', 'Baker');
      await finish(server);
      expect([server.created, server.read(50, 'occupation')]).toEqual([1, 'Baker']);
      expect([server.read(50, 'address'), state.failed.size]).toEqual(isHandled ? ['X', 0] : ['', 1]);
      expect([state.order.keys(0, 9), state.dialog]).toEqual([[...IDS, 50], undefined]);
      for (const { key: id, field } of [...state.failed.values()]) void session.retry(id, field);
      await finish(server);
      expect([server.created, server.read(50, 'address'), server.conflicts]).toEqual([1, 'X', []]);
    });

    test.each([
      ['the same cell', 'address', 'Y'],
      ['another cell', 'occupation', 'Baker'],
    ] as const)(
      'whose paste got no response and was discarded, followed by an edit of %s',
      async (_, field, value) => {
        const parts = await openLedger();
        const { server, session, state } = parts;
        const key = session.addRow();
        await paste(parts, 'address', 'X');
        await disconnect(parts, { isHandled });
        discardBatch(parts);
        void session.cells.save(key, field, value);
        await finish(server);
        expect([server.created, server.read(50, field), state.value(50, field)]).toEqual([1, value, value]);
        expect([state.order.keys(0, 9), state.dialog, state.failed.size]).toEqual([
          [...IDS, 50],
          undefined,
          0,
        ]);
        expect([server.conflicts, session.cells.idOf(key)]).toEqual([[], 50]);
      },
    );

    test('whose paste got no response and was discarded, followed by another paste', async () => {
      const parts = await openLedger();
      const { server, session, state } = parts;
      session.addRow();
      await paste(parts, 'address', 'X');
      await disconnect(parts, { isHandled });
      discardBatch(parts);
      await paste(parts, 'address', 'Y');
      await finish(server);
      expect([server.created, server.read(50, 'address')]).toEqual([1, 'Y']);
      expect([state.order.keys(0, 9), state.dialog, server.conflicts]).toEqual([[...IDS, 50], undefined, []]);
    });

    test('when two rows are edited at the same time after a lost paste', async () => {
      const parts = await openLedger();
      const { server, session, state } = parts;
      const keys = [session.addRow(), session.addRow()];
      await paste(parts, 'address', 'X', 'Y');
      await disconnect(parts, { isHandled });
      discardBatch(parts);
      for (const key of keys) void session.cells.save(key, 'occupation', 'Baker');
      await finish(server);
      expect([server.created, state.order.keys(0, 9), state.dialog]).toEqual([
        2,
        [...IDS, 50, 51],
        undefined,
      ]);
      expect([server.read(50, 'occupation'), server.read(51, 'occupation')]).toEqual(['Baker', 'Baker']);
    });

    test('whose lost paste is retried after a cell queued behind it', async () => {
      const parts = await openLedger();
      const { server, session, state } = parts;
      const key = session.addRow();
      await paste(parts, 'address', 'X');
      void session.cells.save(key, 'occupation', 'Baker');
      await settleTasks();
      await disconnect(parts, { isHandled });
      await finish(server);
      expect([server.created, server.read(50, 'occupation')]).toEqual([1, 'Baker']);
      if (state.dialog?.kind !== 'batchFailed') throw new Error('no question about a retry');
      state.dialog.retry();
      await finish(server);
      expect([server.created, server.read(50, 'address'), state.value(50, 'address')]).toEqual([1, 'X', 'X']);
      expect([state.dialog, state.order.keys(0, 9)]).toEqual([undefined, [...IDS, 50]]);
    });

    test('whose lost paste cannot be resolved at first', async () => {
      const parts = await openLedger();
      const { server, session, state } = parts;
      const key = session.addRow();
      await paste(parts, 'address', 'X');
      await disconnect(parts, { isHandled });
      discardBatch(parts);
      void session.cells.save(key, 'occupation', 'Baker');
      await settleTasks();
      await disconnect(parts, { isHandled: true });
      expect(state.failed.size).toBe(1);
      void session.retry(key, 'occupation');
      await finish(server);
      expect([server.created, server.read(50, 'occupation'), state.failed.size]).toEqual([1, 'Baker', 0]);
    });
  },
);

test('a cell typed into a temporary row during its pending paste goes to the same client', async () => {
  const parts = await openLedger();
  const { server, session, state } = parts;
  const key = session.addRow();
  await paste(parts, 'address', 'X');
  expect(state.value(key, 'address')).toBe('X');
  void session.cells.save(key, 'address', 'Y');
  void session.cells.save(key, 'occupation', 'Baker');
  await finish(server);
  expect([server.created, server.read(50, 'address'), server.read(50, 'occupation')]).toEqual([
    1,
    'Y',
    'Baker',
  ]);
  expect([server.conflicts, state.dialog, session.cells.idOf(key)]).toEqual([[], undefined, 50]);
});
