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

describe('the light of what others changed', () => {
  test('stays off a cell whose own save is under way, and shines on the others of its row', () => {
    const state = stateOf(BEFORE);
    state.send(1, 'address', 'New St', 'Old St');
    // The server has stored it already; its answer is still on the way when the row is read again.
    state.refresh([rowOf(1, AFTER)], FIELD_NAMES, 1000);
    expect(state.changedAt(1, 'address')).toBeUndefined();
    expect(state.changedAt(1, 'occupation')).toBe(1000);
    expect(state.value(1, 'address')).toBe('New St');
  });

  test('shines on that cell too when somebody else changes it after the save has ended', () => {
    const state = stateOf(BEFORE);
    const write = state.send(1, 'address', 'New St', 'Old St');
    state.refresh([rowOf(1, AFTER)], FIELD_NAMES, 1000);
    state.settle(1, 'address', write);
    state.refresh([rowOf(1, { ...AFTER, address: 'Third St' })], FIELD_NAMES, 2000);
    expect(state.changedAt(1, 'address')).toBe(2000);
    expect(state.value(1, 'address')).toBe('Third St');
  });

  test('is forgotten once it has gone out', () => {
    const state = stateOf(BEFORE);
    state.refresh([rowOf(1, AFTER)], FIELD_NAMES, 1000);
    state.refresh([rowOf(1, { ...AFTER, occupation: 'Cook' })], FIELD_NAMES, 9000);
    expect([state.changedAt(1, 'address'), state.changedAt(1, 'occupation')]).toEqual([undefined, 9000]);
  });
});
