import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { expect, test } from 'vitest';
import { alsoSortedBy, nextOrder } from './ledger-columns.ts';

const viewOf = (sort: LedgerView['sort'], direction: 'asc' | 'desc', then_by?: string): LedgerView => ({
  status: 'all',
  sort,
  direction,
  then_by,
});

test.each([
  // A click sorts by the column alone: ascending, descending, then by name.
  [viewOf('dob', 'asc', 'agi'), 'status', false, viewOf('status', 'asc')],
  [viewOf('status', 'asc', 'agi'), 'status', false, viewOf('status', 'desc')],
  [viewOf('status', 'desc'), 'status', false, viewOf('name', 'asc')],
  // Shift+click keeps the other keys.
  [viewOf('dob', 'asc', 'agi'), 'status', true, viewOf('dob', 'asc', 'agi,status')],
  [viewOf('dob', 'asc', 'agi'), 'agi', true, viewOf('dob', 'asc', '-agi')],
  [viewOf('dob', 'asc', '-agi'), 'agi', true, viewOf('dob', 'asc')],
  [viewOf('dob', 'desc', '-agi'), 'dob', true, viewOf('agi', 'desc')],
  // The last name is the key `name`.
  [viewOf('dob', 'asc'), 'client_last_name', true, viewOf('dob', 'asc', 'name')],
] as const)('the order after %j and a click on the header %s', (view, name, isAdded, expected) => {
  expect({ ...view, ...nextOrder(view, name, isAdded) }).toEqual(expected);
});

test('removing the only key sorts by name', () => {
  const view = viewOf('dob', 'desc');
  expect({ ...view, ...alsoSortedBy(view, 'dob', null) }).toEqual(viewOf('name', 'asc'));
});
