import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeServer, finish, settleTasks } from '../testing/fake-ledger.ts';
import { LedgerSession } from './ledger-session.ts';

const COLUMNS: FieldName[] = ['company', 'city_of_birth'];
let server: FakeServer;
let session: LedgerSession;
const messages = { failed: vi.fn(), announced: vi.fn() };

/** Two clients, none of whose cells are loaded. */
beforeEach(async () => {
  server = new FakeServer();
  for (const id of [1, 2]) for (const field of COLUMNS) server.stored.set(`${id}:${field}`, `${field} ${id}`);
  messages.failed.mockReset();
  session = new LedgerSession(server.calls(), messages);
  await session.open({ status: 'all', sort: 'name', direction: 'asc' });
});

const one = (x: number, y: number) => ({ x, y, width: 1, height: 1 });

test('changes apply to the clients whose rows were selected, even if another row is removed meanwhile', async () => {
  const cleared = session.ranges.clear(one(0, 1), COLUMNS);
  await settleTasks();
  session.receive({ kind: 'clients', action: 'deleted', ids: [1] } as never, 0);
  await finish(server);
  await cleared;
  expect([server.read(1, 'company'), server.read(2, 'company')]).toEqual(['company 1', '']);
});

test('a fill or a copy of a client that is gone changes nothing and reports an error', async () => {
  const reads = vi.spyOn(server, 'call').mockImplementation(async () => [] as never);
  await session.ranges.fill(one(0, 0), one(0, 1), COLUMNS);
  expect(messages.failed).toHaveBeenCalledWith(
    'Some of these clients are no longer available. Nothing was filled.',
  );
  await expect(session.ranges.copy(one(0, 0), COLUMNS)).rejects.toThrow('no longer available');
  expect(reads).toHaveBeenCalledTimes(2);
});

test('a paste over a client that is gone changes only the others', async () => {
  const pasted = session.ranges.paste({ x: 0, y: 0, width: 1, height: 2 }, [['New']], COLUMNS);
  await settleTasks();
  const read = server.open.find((call) => call.isRead);
  if (!read) throw new Error('the cells are not being loaded');
  const { row } = server;
  // The first client is missing from the response.
  vi.spyOn(server, 'row').mockImplementation((id, fields) =>
    id === 1 ? [999] : row.call(server, id, fields),
  );
  await finish(server);
  await pasted;
  await finish(server);
  expect(messages.failed).toHaveBeenCalledWith(
    'Some of these clients are no longer available. Their cells were not changed.',
  );
  expect([server.read(1, 'company'), server.read(2, 'company')]).toEqual(['company 1', 'New']);
});

test('a cut clears the clients that it copied, when a row is removed while they load', async () => {
  const { copied, clear } = session.ranges.cut(one(0, 1), COLUMNS);
  await settleTasks();
  session.receive({ kind: 'clients', action: 'deleted', ids: [1] } as never, 0);
  await finish(server);
  expect(await copied).toEqual([['company 2']]);
  const cleared = clear();
  await finish(server);
  await cleared;
  await finish(server);
  expect([server.read(1, 'company'), server.read(2, 'company')]).toEqual(['company 1', '']);
});

test('a cut does not clear a value that a colleague saved after the copy', async () => {
  const { copied, clear } = session.ranges.cut({ x: 0, y: 0, width: 1, height: 2 }, COLUMNS);
  await finish(server);
  expect(await copied).toEqual([['company 1'], ['company 2']]);
  server.stored.set('1:company', 'By a colleague');
  session.receive({ kind: 'clients', action: 'updated', ids: [1], agent_id: 2 }, 0);
  await finish(server);
  const cleared = clear();
  await finish(server);
  await cleared;
  await finish(server);
  expect(server.read(1, 'company')).toBe('By a colleague');
  const { dialog } = session.state;
  if (dialog?.kind !== 'conflict') throw new Error('no conflict');
  expect(dialog.cells).toMatchObject([{ id: 1, field: 'company', theirs: 'By a colleague' }]);
  dialog.resolve(new Set());
  await finish(server);
  expect([server.read(1, 'company'), server.read(2, 'company')]).toEqual(['By a colleague', '']);
});

test('a cut clears nothing of a client who is removed while the cells load', async () => {
  const { copied, clear } = session.ranges.cut(one(0, 0), COLUMNS);
  const failed = expect(copied).rejects.toThrow('no longer available');
  await settleTasks();
  vi.spyOn(server, 'row').mockImplementation(() => [999]);
  session.receive({ kind: 'clients', action: 'deleted', ids: [1] } as never, 0);
  await finish(server);
  await failed;
  const cleared = clear();
  await finish(server);
  await cleared;
  expect([server.read(1, 'company'), server.read(2, 'company')]).toEqual(['company 1', 'company 2']);
  expect(messages.failed).toHaveBeenCalledWith(
    'Some of these clients are no longer available. Their cells were not changed.',
  );
});
