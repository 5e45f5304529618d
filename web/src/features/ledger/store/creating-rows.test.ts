import { describe, expect, test } from 'vitest';
import { finish, IDS, openLedger, settleTasks } from '../testing/fake-ledger.ts';

describe('a temporary row whose creation got no answer', () => {
  async function lose({ isHandled }: { isHandled: boolean }) {
    const parts = await openLedger();
    const key = parts.session.addRow();
    void parts.session.cells.save(key, 'address', 'X');
    await settleTasks();
    if (isHandled) parts.server.open[0]?.handle();
    parts.server.open[0]?.breakOff();
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
    server.open[0]?.breakOff();
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
    server.open[0]?.breakOff();
    await finish(server);
    expect([server.created, server.read(50, 'occupation'), state.failed.size]).toEqual([1, 'Baker', 0]);
  });
});
