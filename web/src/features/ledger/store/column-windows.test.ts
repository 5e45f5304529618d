import { FIELD_NAMES, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer, IDS, settleTasks } from '../testing/fake-ledger.ts';
import { LedgerSession } from './ledger-session.ts';
import type { Range } from './paste-plan.ts';

/** Columns in catalog order; the first two are always loaded. */
const FIELDS = FIELD_NAMES.slice(0, 24).filter((name) =>
  /^(client_(first|last)_name|mobile_domain|address|height|weight|city_of_birth|company|aor)$/.test(name),
);
const NAMES = FIELDS.slice(0, 2);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A sheet whose every cell has a value, with nothing loaded. */
async function openSheet() {
  const server = new FakeServer();
  /** Every value a cell ever had. */
  const history = new Map<string, Set<string>>();
  for (const id of IDS)
    for (const field of FIELD_NAMES) {
      server.stored.set(`${id}:${field}`, `${field} of ${id}`);
      history.set(`${id}:${field}`, new Set([`${field} of ${id}`]));
    }
  const messages = { failed: vi.fn(), announced: vi.fn() };
  const session = new LedgerSession(server.calls(), messages);
  await session.open({ status: 'all', sort: 'name', direction: 'asc' });
  return { server, history, session, messages, operations: [] as Map<string, string>[] };
}

type Sheet = Awaited<ReturnType<typeof openSheet>>;

/** Answers every call, including those that follow. */
async function settle({ server }: Sheet): Promise<void> {
  do {
    await vi.advanceTimersByTimeAsync(60);
    for (const call of [...server.open]) {
      if (!call.isHandled) call.handle();
      call.answer();
      await settleTasks();
    }
  } while (server.open.length > 0 || vi.getTimerCount() > 0);
}

const cellsOf = ({ x, y, width, height }: Range) =>
  IDS.slice(y, y + height).flatMap((id) => FIELDS.slice(x, x + width).map((field) => `${id}:${field}`));

const range = fc
  .record({
    x: fc.nat(FIELDS.length - 1),
    y: fc.nat(1),
    width: fc.integer({ min: 1, max: 6 }),
    both: fc.boolean(),
  })
  .map(({ x, y, width, both }) => ({
    x,
    y: both ? 0 : y,
    width: Math.min(width, FIELDS.length - x),
    height: both ? 2 : 1,
  }));
const id = fc.constantFrom(...IDS);
const field = fc.constantFrom(...FIELDS);
const text = fc.constantFrom('Red', 'Green', 'Blue');
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('look' as const), range }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('answer' as const, 'lose' as const), pick: fc.nat(9) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('theirs' as const), id, field, text }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('evict' as const), id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('copy' as const), range, first: id, later: id }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('paste' as const, 'clear' as const), range, text }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fill' as const), range }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('type' as const), id, field, text }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Writes through the session and expects the server to have exactly these values, and no others changed. */
async function write(sheet: Sheet, work: () => Promise<void>, values: Map<string, string>): Promise<void> {
  const { server, history } = sheet;
  for (const [cell, value] of values) history.get(cell)?.add(value);
  const expected = new Map([...server.stored, ...values]);
  void work();
  await settle(sheet);
  expect(server.conflicts).toEqual([]);
  expect(sheet.session.state.dialog).toBeUndefined();
  expect(new Map([...server.stored].sort())).toEqual(new Map([...expected].sort()));
}

/** The same for an action that can be undone. */
async function change(sheet: Sheet, work: () => Promise<void>, values: Map<string, string>): Promise<void> {
  const changed = [...values].filter(([cell, value]) => sheet.server.stored.get(cell) !== value);
  const before = changed.map(([cell]) => [cell, sheet.server.stored.get(cell) ?? ''] as const);
  await write(sheet, work, values);
  if (changed.length > 0) sheet.operations.push(new Map(before));
}

const RUN: { [Do in Step['do']]: (step: Extract<Step, { do: Do }>, sheet: Sheet) => Promise<void> | void } = {
  look({ range: { x, width } }, { session }) {
    session.look(0, IDS.length, [...NAMES, ...FIELDS.slice(Math.max(NAMES.length, x), x + width)]);
  },
  async answer({ pick }, { server }) {
    await vi.advanceTimersByTimeAsync(60);
    const call = server.open[pick % Math.max(1, server.open.length)];
    call?.handle();
    call?.answer();
  },
  async lose({ pick }, { server }) {
    await vi.advanceTimersByTimeAsync(60);
    const reads = server.open.filter((call) => call.isRead);
    reads[pick % Math.max(1, reads.length)]?.disconnect();
  },
  theirs({ id: client, field: name, text: value }, sheet) {
    const cell = `${client}:${name}`;
    sheet.server.stored.set(cell, value);
    sheet.history.get(cell)?.add(value);
    // An undo of this cell would be a conflict.
    if (sheet.operations.some((cells) => cells.has(cell))) sheet.operations.length = 0;
    sheet.session.receive({ kind: 'clients', action: 'updated', ids: [client], agent_id: 2 }, 0);
  },
  evict({ id: client }, { session }) {
    session.state.rows.delete(client);
  },
  async copy({ range: copied, first, later }, sheet) {
    await settle(sheet);
    sheet.session.state.rows.delete(first);
    const block = Promise.resolve(sheet.session.ranges.copy(copied, FIELDS));
    sheet.session.state.rows.delete(later);
    await settle(sheet);
    expect((await block).flat()).toEqual(cellsOf(copied).map((cell) => sheet.server.stored.get(cell)));
  },
  async paste({ range: target, text: value }, sheet) {
    await settle(sheet);
    const values = new Map(cellsOf(target).map((cell) => [cell, value]));
    await change(sheet, () => sheet.session.ranges.paste(target, [[value]], FIELDS), values);
  },
  async clear({ range: target }, sheet) {
    await settle(sheet);
    const values = new Map(cellsOf(target).map((cell) => [cell, '']));
    await change(sheet, () => sheet.session.ranges.clear(target, FIELDS), values);
  },
  async fill({ range: source }, sheet) {
    await settle(sheet);
    const from = { ...source, width: 1 };
    const values = new Map(
      cellsOf(source).map((cell) => {
        const [first = ''] = cellsOf({ ...from, y: IDS.indexOf(Number(cell.split(':')[0])), height: 1 });
        return [cell, sheet.server.stored.get(first) ?? ''];
      }),
    );
    await change(sheet, () => sheet.session.ranges.fill(from, source, FIELDS), values);
  },
  async type({ id: client, field: name, text: value }, sheet) {
    await settle(sheet);
    const { session } = sheet;
    // The grid opens an editor only on a cell that is loaded.
    if (session.state.value(client, name) === undefined) return;
    const values = new Map([[`${client}:${name}`, value]]);
    await change(sheet, () => session.cells.save(client, name, value), values);
  },
  async undo(_, sheet) {
    await settle(sheet);
    const before = sheet.operations.pop();
    if (before) await write(sheet, () => sheet.session.undo(), before);
  },
};

/** A cell is either loading, or has a value it had: never empty before it is loaded. */
function expectNoFalseCell({ history, session }: Sheet): void {
  for (const client of IDS)
    for (const name of FIELDS) {
      const value = session.state.value(client, name);
      if (value !== undefined) expect([...(history.get(`${client}:${name}`) ?? [])]).toContain(value ?? '');
    }
}

test('copies, pastes, fills and undoes exactly as with complete rows, whichever cells are loaded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const sheet = await openSheet();
      for (const each of steps) {
        await (RUN[each.do] as (step: Step, sheet: Sheet) => Promise<void> | void)(each, sheet);
        await settleTasks();
        expectNoFalseCell(sheet);
      }
      sheet.session.look(0, IDS.length, FIELDS);
      await settle(sheet);
      const shown = IDS.flatMap((client) =>
        FIELDS.map((name) => sheet.session.state.value(client, name) ?? ''),
      );
      expect(shown).toEqual(
        cellsOf({ x: 0, y: 0, width: FIELDS.length, height: 2 }).map((cell) => sheet.server.stored.get(cell)),
      );
    }),
    { numRuns: 150 },
  );
});

const requestedFields = (fetchRows: { mock: { calls: unknown[][] } }) =>
  fetchRows.mock.calls.map(([, fields]) => fields);

test('requests only the columns that rows lack, and nothing twice', async () => {
  const sheet = await openSheet();
  const calls = sheet.server.calls();
  const fetchRows = vi.fn<typeof calls.fetchRows>(calls.fetchRows);
  const session = new LedgerSession({ ...calls, fetchRows }, sheet.messages);
  await session.open({ status: 'all', sort: 'name', direction: 'asc' });
  const look = async (fields: readonly FieldName[]) => {
    session.look(0, 2, fields);
    await settle(sheet);
  };
  await look([...NAMES, 'address']);
  await look([...NAMES, 'address', 'company']);
  await look([...NAMES, 'address']);
  expect(requestedFields(fetchRows)).toEqual([[...NAMES, 'address'], ['company']]);
});

test('a live change refetches only what is loaded, and highlights no cell that was not', async () => {
  const sheet = await openSheet();
  const { server, session } = sheet;
  session.look(0, 2, [...NAMES, 'address']);
  await settle(sheet);
  server.stored.set('1:address', 'Theirs');
  session.receive({ kind: 'clients', action: 'updated', ids: [1], agent_id: 2 }, 7);
  await settle(sheet);
  expect(session.state.value(1, 'address')).toBe('Theirs');
  expect(session.state.value(1, 'company')).toBeUndefined();
  expect([session.state.changedAt(1, 'address'), session.state.changedAt(1, 'company')]).toEqual([
    7,
    undefined,
  ]);
});

test('a copy whose cells cannot be loaded fails', async () => {
  const sheet = await openSheet();
  const copied = Promise.resolve(sheet.session.ranges.copy({ x: 0, y: 0, width: 9, height: 2 }, FIELDS));
  const failed = expect(copied).rejects.toThrow('no connection');
  await settleTasks();
  sheet.server.open[0]?.disconnect();
  await failed;
});

test('retrying a cell that is not loaded compares with its stored value', async () => {
  const sheet = await openSheet();
  const { server, session } = sheet;
  session.state.fail({ key: 1, field: 'address', typed: 'New St', message: 'failed' });
  void session.retry(1, 'address');
  await settle(sheet);
  expect([server.conflicts, server.read(1, 'address')]).toEqual([[], 'New St']);
  expect(session.state.dialog).toBeUndefined();
});

test('a row that a paste has created is loaded where it is', async () => {
  const sheet = await openSheet();
  const { server, session } = sheet;
  session.addRow();
  session.look(0, 3, [...NAMES, 'address']);
  await settle(sheet);
  void session.ranges.paste(
    { x: FIELDS.indexOf('address'), y: 2, width: 1, height: 1 },
    [['New St']],
    FIELDS,
  );
  await settle(sheet);
  const created = session.state.order.keyAt(2) ?? 0;
  expect(server.read(created, 'address')).toBe('New St');
  expect(session.state.value(created, 'address')).toBe('New St');
  expect(session.state.value(created, 'client_first_name')).toBe('');
});
