import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { finish, IDS, openLedger, settleTasks } from '../testing/fake-ledger.ts';

const FIELDS = ['address', 'occupation'] as const satisfies readonly FieldName[];
type Field = (typeof FIELDS)[number];

describe('a value typed while an earlier one is pending', () => {
  test('stays displayed until its own request settles, also when the first value is retyped', async () => {
    const { server, session, state } = await openLedger();
    for (const typed of ['X', 'Y', 'X']) void session.cells.save(1, 'address', typed);
    const shown: unknown[] = [];
    state.subscribe(() => shown.push(state.value(1, 'address')));
    await finish(server);
    expect(new Set(shown)).toEqual(new Set(['X']));
    expect(server.read(1, 'address')).toBe('X');
  });

  test('does not conflict when the server normalized the earlier value', async () => {
    const { server, session, state } = await openLedger();
    void session.cells.save(1, 'address', 'X!');
    void session.cells.save(1, 'address', 'Y');
    await finish(server);
    expect([server.conflicts, server.read(1, 'address')]).toEqual([[], 'Y']);
    expect(state.dialog).toBeUndefined();
  });

  test('does not conflict when its editor was open before the earlier value was stored', async () => {
    const { server, session, state } = await openLedger();
    void session.cells.save(1, 'address', 'X!');
    state.editing = { key: 1, field: 'address', seen: state.seen(1, 'address') };
    await finish(server);
    void session.cells.save(1, 'address', 'Y');
    await finish(server);
    expect([server.conflicts, server.read(1, 'address')]).toEqual([[], 'Y']);
  });

  test('overwrites the original value when the earlier one fails, which is no longer reported', async () => {
    const { server, session, state } = await openLedger();
    void session.cells.save(1, 'address', 'X');
    void session.cells.save(1, 'address', 'Y');
    await settleTasks();
    server.open[0]?.disconnect();
    await finish(server);
    expect([server.conflicts, server.read(1, 'address'), state.failed.size]).toEqual([[], 'Y', 0]);
  });
});

describe('a save whose response was lost', () => {
  async function lose() {
    const parts = await openLedger();
    void parts.session.cells.save(1, 'address', 'X');
    await settleTasks();
    parts.server.open[0]?.handle();
    parts.server.open[0]?.disconnect();
    await settleTasks();
    expect(parts.state.failed.size).toBe(1);
    return parts;
  }

  test('does not conflict on retry', async () => {
    const { server, session, state } = await lose();
    void session.retry(1, 'address');
    await finish(server);
    expect([state.dialog, state.failed.size, state.value(1, 'address')]).toEqual([undefined, 0, 'X']);
  });

  test('does not conflict when another value is typed, even the previous one', async () => {
    for (const typed of ['Y', '']) {
      const { server, session, state } = await lose();
      void session.cells.save(1, 'address', typed);
      await finish(server);
      expect([state.dialog, server.read(1, 'address'), state.value(1, 'address')]).toEqual([
        undefined,
        typed,
        typed,
      ]);
    }
  });

  test('shows the stored value once discarded', async () => {
    const { server, session, state } = await lose();
    session.discard(1, 'address');
    await finish(server);
    expect([state.failed.size, state.value(1, 'address')]).toEqual([0, 'X']);
  });

  test('is no longer failed when the refetched row has the value', async () => {
    const { server, session, state } = await lose();
    session.receive({ kind: 'clients', action: 'updated', ids: [1], agent_id: 2 }, 0);
    await finish(server);
    expect(state.failed.size).toBe(0);
  });
});

test('a late response does not hide a later write by another agent', async () => {
  const { server, session, state } = await openLedger();
  void session.cells.save(1, 'address', 'X');
  await settleTasks();
  const [save] = server.open;
  save?.handle();
  server.stored.set('1:address', 'Theirs');
  session.receive({ kind: 'clients', action: 'updated', ids: [1], agent_id: 2 }, 0);
  await settleTasks();
  const read = server.open.at(-1);
  read?.handle();
  read?.answer();
  await settleTasks();
  save?.answer();
  await finish(server);
  expect(state.value(1, 'address')).toBe('Theirs');
});

test('removes the cells of a deleted client and notifies the agent', async () => {
  const { server, session, state, messages } = await openLedger();
  void session.cells.save(1, 'address', 'X');
  server.save = () => {
    throw new ApiError(new Error('gone'), 404, { success: false, message: 'No.', code: 'not_found' });
  };
  await finish(server);
  expect([state.order.keys(0, 9), state.failed.size, state.indicator]).toEqual([[2], 0, '']);
  expect(messages.failed).toHaveBeenCalledWith(
    'This client is no longer available, so your change was not saved.',
  );
});

test('edits to a just-created client wait for earlier edits of its row', async () => {
  const { server, session, state } = await openLedger();
  const key = session.addRow();
  void session.cells.save(key, 'address', 'X!');
  void session.cells.save(key, 'address', 'Y!');
  await settleTasks();
  const [create] = server.open;
  create?.handle();
  create?.answer();
  await settleTasks();
  void session.cells.save(key, 'address', 'Z');
  expect(state.value(50, 'address')).toBe('Z');
  await finish(server);
  expect([server.conflicts, server.read(50, 'address'), state.value(50, 'address')]).toEqual([[], 'Z', 'Z']);
});

type Step =
  | { do: 'type'; id: number; field: Field; text: string }
  | { do: 'openEditor'; id: number; field: Field }
  | { do: 'handle' | 'answer' | 'disconnect' | 'retry' | 'discard'; pick: number }
  | { do: 'theirs'; id: number; field: Field; text: string };

const cell = { id: fc.constantFrom(...IDS), field: fc.constantFrom(...FIELDS) };
const typing = fc.record({
  do: fc.constant('type' as const),
  ...cell,
  text: fc.constantFrom('', 'X', 'Y', 'Y!', 'Z'),
});
const pick = fc.nat(20);
const ownStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: typing },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('openEditor' as const), ...cell }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('handle' as const), pick }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('disconnect' as const, 'retry' as const, 'discard' as const),
      pick,
    }),
  },
);
const theirStep: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('theirs' as const),
  ...cell,
  text: fc.constantFrom('T1', 'T2'),
});

async function perform(
  step: Step,
  { server, session, state }: Awaited<ReturnType<typeof openLedger>>,
): Promise<void> {
  if (step.do === 'type') {
    const isOpen = state.editing?.key === step.id && state.editing.field === step.field;
    void session.cells.save(step.id, step.field, step.text);
    if (isOpen) state.editing = null;
  } else if (step.do === 'openEditor') {
    state.editing = { key: step.id, field: step.field, seen: state.seen(step.id, step.field) };
  } else if (step.do === 'theirs') {
    server.stored.set(`${step.id}:${step.field}`, step.text);
    session.receive({ kind: 'clients', action: 'updated', ids: [step.id], agent_id: 2 }, 0);
  } else if (step.do === 'retry' || step.do === 'discard') {
    const failed = [...state.failed.values()][step.pick];
    if (failed && step.do === 'retry') void session.retry(failed.key, failed.field);
    else if (failed) session.discard(failed.key, failed.field);
  } else {
    const calls = server.open.filter((call) =>
      step.do === 'disconnect'
        ? !(call.isHandled && call.isCleaned)
        : call.isHandled === (step.do === 'answer'),
    );
    calls[step.pick % Math.max(1, calls.length)]?.[step.do]();
  }
  await settleTasks();
}

/** The displayed and the stored values of all loaded cells. */
function bothSides({ server, state }: Awaited<ReturnType<typeof openLedger>>) {
  const loaded = IDS.filter((id) => state.rows.has(id, FIELDS));
  const cells = loaded.flatMap((id) => FIELDS.map((field) => ({ id, field })));
  return {
    shown: cells.map(({ id, field }) => state.value(id, field) ?? ''),
    stored: cells.map(({ id, field }) => server.read(id, field)),
  };
}

/** Answers every call and discards failures. */
async function settleAll(parts: Awaited<ReturnType<typeof openLedger>>): Promise<void> {
  await finish(parts.server);
  for (const { key, field } of [...parts.state.failed.values()]) parts.session.discard(key, field);
  await finish(parts.server);
}

describe('any interleaving of edits, responses, lost connections and other agents', () => {
  test('a single agent never gets a conflict, and each cell shows the last typed value until it settles', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ownStep, { maxLength: 40 }), async (steps) => {
        const parts = await openLedger();
        const last = new Map<string, string>();
        for (const step of steps) {
          if (step.do === 'type') last.set(`${step.id}:${step.field}`, step.text);
          await perform(step, parts);
          expect(parts.state.dialog).toBeUndefined();
          for (const id of IDS) {
            for (const field of FIELDS) {
              const pending = parts.state.pending(id, field);
              if (pending) expect(pending.shown ?? '').toBe(last.get(`${id}:${field}`));
            }
          }
        }
        await settleAll(parts);
        const { shown, stored } = bothSides(parts);
        expect(shown).toEqual(stored);
        expect([parts.state.dialog, parts.state.indicator]).toEqual([undefined, '']);
      }),
      { numRuns: 500 },
    );
  });

  test('with other agents, every cell finally shows the stored value and no write stays pending', async () => {
    const step = fc.oneof({ weight: 5, arbitrary: ownStep }, { weight: 1, arbitrary: theirStep });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const parts = await openLedger();
        for (const each of steps) {
          await perform(each, parts);
          const { dialog } = parts.state;
          if (dialog?.kind === 'conflict')
            dialog.resolve(new Set(dialog.cells.map(({ id, field }) => `${id}:${field}`)));
        }
        await settleAll(parts);
        while (parts.state.dialog?.kind === 'conflict') {
          parts.state.dialog.resolve(new Set());
          await settleAll(parts);
        }
        const { shown, stored } = bothSides(parts);
        expect(shown).toEqual(stored);
        expect(parts.state.indicator).toBe('');
        for (const id of IDS)
          for (const field of FIELDS) expect(parts.state.pending(id, field)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});

test('going back from a conflict keeps the typed text beside the value of the other agent', async () => {
  const { server, session, state } = await openLedger();
  server.stored.set('1:address', 'Theirs');
  void session.cells.save(1, 'address', 'Mine');
  await finish(server);
  if (state.dialog?.kind !== 'conflict') throw new Error('no dialog');
  state.dialog.back();
  expect([state.dialog, state.value(1, 'address'), server.read(1, 'address')]).toEqual([
    ...[undefined, 'Theirs', 'Theirs'],
  ]);
  expect([...state.failed.values()]).toEqual([
    { key: 1, field: 'address', typed: 'Mine', message: 'Changed by someone else' },
  ]);
  void session.retry(1, 'address');
  await finish(server);
  expect([server.read(1, 'address'), state.failed.size]).toEqual(['Mine', 0]);
});
