import { expect, it } from 'vitest';
import { type AddressColumns, combineAddress } from './address.ts';
import { stateCode, US_STATES } from './us-states.ts';

it.each<[AddressColumns, string]>([
  [{ street: '12 Main St', city: 'Miami', state: 'FL', zip: '33101' }, '12 Main St, Miami, FL 33101'],
  [
    { street: '12 Main St', address_line_2: 'Apt 4', city: 'Boston', state: 'Massachusetts', zip: '2139' },
    '12 Main St, Apt 4, Boston, MA 02139',
  ],
  [{ street: 'PSC 3 Box 4', city: 'APO', state: 'ae', zip: '091234567' }, 'PSC 3 Box 4, APO, AE 09123-4567'],
  [
    { street: '12 Main St, Miami, FL 33101', city: 'Miami', state: 'FL', zip: '33101' },
    '12 Main St, Miami, FL 33101',
  ],
  [{ street: 'Calle 5', city: 'San Juan', state: 'P.R.', zip: '00901' }, 'Calle 5, San Juan, PR 00901'],
  [
    { street: '5 Rue X', city: 'Paris', state: 'Île-de-France', zip: '75001' },
    '5 Rue X, Paris, Île-de-France 75001',
  ],
  [{ city: 'Miami', state: 'FL' }, 'Miami, FL'],
  [{ street: '  12  Main St ,' }, '12 Main St'],
  [{}, ''],
])('combines %j', (columns, address) => {
  expect(combineAddress(columns)).toBe(address);
});

it.each([
  ['fl', 'FL'],
  ['Florida', 'FL'],
  ['new york', 'NY'],
  ['AA', 'AA'],
  ['AE', 'AE'],
  ['ap', 'AP'],
  ['Guam', 'GU'],
  ['XX', null],
  ['constructor', null],
  ['', null],
])('recognizes the state %j as %s', (text, code) => {
  expect(stateCode(text)).toBe(code);
});

it('recognizes 50 states, the District, 5 territories, 3 associated states and 3 military codes', () => {
  expect(Object.keys(US_STATES)).toHaveLength(62);
});
