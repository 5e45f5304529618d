import { FIELD_NAMES, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LedgerCalls } from '../api.ts';
import { LedgerSession } from './ledger-session.ts';

const VIEW: LedgerView = { status: 'all', sort: 'name', direction: 'asc' };
const event = { kind: 'clients' as const, agent_id: 2 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(1000);

/** Ten rows in view of many clients, whose cells the server counts. */
async function openSheet(fields: readonly FieldName[] = ['address'], clients = 300) {
  const server = {
    index: Array.from({ length: clients }, (_, row) => row + 1),
    gone: new Set<number>(),
    version: 1,
  };
  const calls = {
    fetchIndex: vi.fn<LedgerCalls['fetchIndex']>(async () => [...server.index]),
    fetchRows: vi.fn<LedgerCalls['fetchRows']>(async (ids, names = FIELD_NAMES) =>
      ids
        .filter((id) => !server.gone.has(id))
        .map((id) => [id, ...names.map((name) => `${name} ${server.version}`)]),
    ),
    saveCell: vi.fn<LedgerCalls['saveCell']>(),
    createRow: vi.fn<LedgerCalls['createRow']>(),
    saveCells: vi.fn<LedgerCalls['saveCells']>(),
    findLikely: vi.fn<LedgerCalls['findLikely']>(),
  };
  const messages = { failed: vi.fn(), announced: vi.fn() };
  const session = new LedgerSession(calls, messages);
  await session.open(VIEW);
  session.look(0, 10, fields);
  await settle();
  return { server, calls, session, rows: session.state.rows, look: session.look.bind(session, 0, 10) };
}

test('a live change refetches only the columns in view, the others when they come into view', async () => {
  const { server, calls, session, rows, look } = await openSheet(['height', 'address']);
  look(['address']);
  server.version = 2;
  calls.fetchRows.mockClear();
  session.receive({ ...event, action: 'updated', ids: [1] }, 0);
  await settle();
  expect(calls.fetchRows.mock.calls.map(([ids, names]) => [ids, names])).toEqual([[[1], ['address']]]);
  expect(rows.value(1, 'address')).toBe('address 2');
  expect(rows.value(1, 'height')).toBeUndefined();
  look(['height', 'address']);
  await settle();
  expect(rows.value(1, 'height')).toBe('height 2');
  expect(rows.value(2, 'height')).toBe('height 1');
});

test('a live change of a client who is not near the view is loaded when the row comes into view', async () => {
  const { server, calls, session, rows } = await openSheet();
  session.look(200, 10, ['address']);
  await settle();
  server.version = 2;
  calls.fetchRows.mockClear();
  session.receive({ ...event, action: 'updated', ids: [1] }, 0);
  await settle();
  expect(calls.fetchRows).not.toHaveBeenCalled();
  session.look(0, 10, ['address']);
  await settle();
  expect(rows.value(1, 'address')).toBe('address 2');
});

test('a live change settles a failed cell that is out of view, if its value is stored after all', async () => {
  const { server, session, look } = await openSheet(['address', 'company']);
  look(['address']);
  session.state.fail({ key: 1, field: 'company', typed: 'company 2', message: 'failed' });
  server.version = 2;
  session.receive({ ...event, action: 'updated', ids: [1] }, 0);
  await settle();
  expect(session.state.failed.size).toBe(0);
});

test('clients whom the agent may no longer view are dropped before the new index arrives', async () => {
  const { server, calls, session, rows } = await openSheet();
  calls.fetchIndex.mockReturnValue(new Promise(() => undefined));
  server.gone = new Set([1, 40]);
  session.receive({ kind: 'access_scope', action: 'updated', agent_id: null }, 0);
  expect(rows.cells(40)).toBeUndefined();
  await settle();
  expect(rows.cells(1)).toBeUndefined();
  expect(session.state.order.keyAt(0)).toBe(2);
  expect(rows.value(2, 'address')).toBe('address 1');
});

test('a copy that is loading does not contain clients whom the agent may no longer view', async () => {
  const { server, calls, session } = await openSheet();
  const { promise, resolve } = Promise.withResolvers<void>();
  const fetchRows = calls.fetchRows.getMockImplementation();
  calls.fetchRows.mockImplementationOnce(async (...call) => {
    const rows = await fetchRows?.(...call);
    await promise;
    return rows ?? [];
  });
  const copied = Promise.resolve(session.ranges.copy({ x: 0, y: 0, width: 1, height: 200 }, ['address']));
  const failed = expect(copied).rejects.toThrow('no longer available');
  server.gone.add(1);
  session.receive({ kind: 'access_scope', action: 'updated', agent_id: null }, 0);
  resolve();
  await settle();
  await failed;
});

test('a copy that is loading has the values of a client who changes meanwhile out of view', async () => {
  const { server, calls, session } = await openSheet(['address', 'company']);
  session.look(0, 10, ['address']);
  const { promise, resolve } = Promise.withResolvers<void>();
  calls.fetchRows.mockImplementationOnce(async (ids) => {
    await promise;
    return ids.map((id) => [id, 'company 1']);
  });
  const copied = Promise.resolve(session.ranges.copy({ x: 0, y: 0, width: 1, height: 200 }, ['company']));
  server.version = 2;
  session.receive({ ...event, action: 'updated', ids: [1, 150] }, 0);
  resolve();
  await settle();
  const texts = (await copied).flat();
  expect([texts[0], texts[1], texts[149], texts[150]]).toEqual([
    'company 2',
    'company 1',
    'company 2',
    'company 1',
  ]);
});

test('after the page is left, a refresh adds no rows, and rows added by a save are reloaded on return', async () => {
  const { server, calls, session, rows } = await openSheet();
  const fetchRows = calls.fetchRows.getMockImplementation();
  const { promise, resolve } = Promise.withResolvers<void>();
  calls.fetchRows.mockImplementationOnce(async (...call) => {
    await promise;
    return (await fetchRows?.(...call)) ?? [];
  });
  session.receive({ ...event, action: 'updated', ids: [1] }, 0);
  session.close();
  resolve();
  await settle();
  expect(rows.ids()).toEqual([]);
  rows.put([[1, 'saved after the page was left']], ['address']);
  server.version = 2;
  await session.open(VIEW);
  session.look(0, 10, ['address']);
  await settle();
  expect(rows.value(1, 'address')).toBe('address 2');
});

test.each([
  ['a live deletion', 'event'],
  ['a response without them', 'answer'],
] as const)('rows that come into view because of %s are loaded without scrolling', async (_, by) => {
  const { server, session, rows } = await openSheet();
  const ids = server.index.slice(0, 250);
  server.gone = new Set(ids);
  if (by === 'event') session.receive({ ...event, action: 'deleted', ids }, 0);
  else {
    rows.clear();
    session.look(0, 10, ['address', 'company']);
  }
  await settle();
  expect(session.state.order.keyAt(0)).toBe(251);
  expect(rows.has(251, ['address'])).toBe(true);
  expect(rows.has(260, ['address'])).toBe(true);
});

test('no client is requested twice in one call', async () => {
  const { calls } = await openSheet();
  for (const [ids] of calls.fetchRows.mock.calls) expect(new Set(ids).size).toBe(ids.length);
  expect(calls.fetchRows).toHaveBeenCalledTimes(1);
});
