import { FIELD_NAMES, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { describe, expect, test } from 'vitest';
import { LedgerState } from './ledger-state.ts';

function rowOf(id: number, values: Partial<Record<FieldName, string>>) {
  return [id, ...FIELD_NAMES.map((name) => values[name] ?? null)];
}

const BEFORE = { address: 'Old St', occupation: 'Cook' };
const AFTER = { address: 'New St', occupation: 'Baker' };

function stateOf(values: Partial<Record<FieldName, string>>): LedgerState {
  const state = new LedgerState();
  state.rows.put([rowOf(1, values)]);
  return state;
}

describe('highlighting of changes by others', () => {
  test('skips a cell with a pending save, and highlights the others of its row', () => {
    const state = stateOf(BEFORE);
    state.send(1, 'address', 'New St', 'Old St');
    // The server has stored it, but its response is still pending when the row is refetched.
    state.refresh([rowOf(1, AFTER)], FIELD_NAMES, 1000);
    expect(state.changedAt(1, 'address')).toBeUndefined();
    expect(state.changedAt(1, 'occupation')).toBe(1000);
    expect(state.value(1, 'address')).toBe('New St');
  });

  test('highlights that cell too when another agent changes it after the save', () => {
    const state = stateOf(BEFORE);
    const write = state.send(1, 'address', 'New St', 'Old St');
    state.refresh([rowOf(1, AFTER)], FIELD_NAMES, 1000);
    state.settle(1, 'address', write);
    state.refresh([rowOf(1, { ...AFTER, address: 'Third St' })], FIELD_NAMES, 2000);
    expect(state.changedAt(1, 'address')).toBe(2000);
    expect(state.value(1, 'address')).toBe('Third St');
  });

  test('is cleared after it fades', () => {
    const state = stateOf(BEFORE);
    state.refresh([rowOf(1, AFTER)], FIELD_NAMES, 1000);
    state.refresh([rowOf(1, { ...AFTER, occupation: 'Cook' })], FIELD_NAMES, 9000);
    expect([state.changedAt(1, 'address'), state.changedAt(1, 'occupation')]).toEqual([undefined, 9000]);
  });
});
