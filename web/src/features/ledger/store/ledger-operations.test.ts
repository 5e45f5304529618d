import { describe, expect, test } from 'vitest';
import { type Operation, Operations, redoOf, undoOf } from './ledger-operations.ts';

const change = (over: Partial<Operation['changes'][number]> = {}) => ({
  id: 7,
  field: 'address' as const,
  from: 'Old St' as string | null,
  to: 'New St' as string | null,
  ...over,
});

const edit = (...changes: Operation['changes']): Operation => ({ changes, created: [], turn: 0 });

describe('undo and redo', () => {
  test('undo writes the old values and expects the new ones', () => {
    expect(undoOf(edit(change()))).toEqual({
      cells: [{ id: 7, field: 'address', value: 'Old St', was: 'New St' }],
      restore: [],
      create: [],
      remove: [],
      lost: [],
    });
  });

  test('redo writes the new values and expects the old ones', () => {
    expect(redoOf(edit(change())).cells).toEqual([
      { id: 7, field: 'address', value: 'New St', was: 'Old St' },
    ]);
  });

  test('undo removes the rows that were added, redo adds them again', () => {
    const added: Operation = { changes: [], created: [{ id: 9, values: { address: 'New St' } }], turn: 0 };
    expect(undoOf(added).remove).toEqual([9]);
    expect(redoOf(added).create).toEqual([{ row: '0', values: { address: 'New St' } }]);
  });

  test('the server restores a secret, which only it knows', () => {
    const secret = edit(change({ field: 'ssn', from: '•••-••-1111', to: '•••-••-2222' }));
    expect(undoOf(secret)).toMatchObject({
      cells: [],
      restore: [{ id: 7, field: 'ssn', was: '•••-••-2222', to: '•••-••-1111' }],
    });
    expect(redoOf(secret).restore).toEqual([{ id: 7, field: 'ssn', was: '•••-••-1111', to: '•••-••-2222' }]);
  });

  test('a previously empty secret is cleared', () => {
    const first = edit(change({ field: 'ssn', from: null, to: '•••-••-2222' }));
    expect(undoOf(first).cells).toEqual([{ id: 7, field: 'ssn', value: null, was: '•••-••-2222' }]);
  });

  test('a card security code cannot be restored because it is not stored', () => {
    const code = edit(change({ field: 'cvc', from: '••••', to: '••••' }));
    expect(undoOf(code)).toMatchObject({ cells: [], restore: [], lost: [{ field: 'cvc' }] });
  });

  test('recreated rows have no secrets, because only masks are known', () => {
    const added: Operation = {
      changes: [],
      created: [{ id: 9, values: { client_last_name: 'Ruiz', ssn: '•••-••-6789' } }],
      turn: 0,
    };
    expect(redoOf(added).create[0]?.values).toEqual({ client_last_name: 'Ruiz' });
  });
});

describe('the stack', () => {
  test('the last operation is undone first, and redone last', () => {
    const stack = new Operations();
    const [one, two] = [edit(change({ id: 1 })), edit(change({ id: 2 }))];
    stack.add(one);
    stack.add(two);
    expect(stack.lastDone).toBe(two);
    stack.undone(two);
    expect(stack.lastDone).toBe(one);
    expect(stack.lastUndone).toBe(two);
    stack.redone(two);
    expect(stack.lastDone).toBe(two);
    expect(stack.lastUndone).toBeUndefined();
  });

  test('a new action clears the redo stack', () => {
    const stack = new Operations();
    const one = edit(change());
    stack.add(one);
    stack.undone(one);
    stack.add(edit(change({ id: 2 })));
    expect(stack.lastUndone).toBeUndefined();
  });

  test('an action without changes is not recorded', () => {
    const stack = new Operations();
    stack.add(edit());
    expect(stack.lastDone).toBeUndefined();
  });

  test('every operation uses the new ids of recreated rows', () => {
    const stack = new Operations();
    const added: Operation = { changes: [], created: [{ id: 9, values: {} }], turn: 0 };
    stack.add(added);
    const later = edit(change({ id: 9 }));
    stack.add(later);
    stack.undone(later);
    stack.undone(added);
    stack.redone(added, new Map([[9, 12]]));
    expect(stack.lastDone?.created[0]?.id).toBe(12);
    expect(stack.lastUndone?.changes[0]?.id).toBe(12);
  });
});
