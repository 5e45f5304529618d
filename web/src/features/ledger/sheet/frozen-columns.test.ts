import { CLIENT_FIELDS, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { expect, test } from 'vitest';
import { frozenCount } from './frozen-columns.ts';
import { parseLayout } from './use-column-layout.ts';

/** Columns of 100 pixels, next to 60 pixels of row numbers. */
const fieldsOf = (...names: FieldName[]) =>
  CLIENT_FIELDS.filter(({ name }) => names.includes(name)).map((field) => ({ ...field, width: 100 }));
const FIELDS = fieldsOf('client_first_name', 'client_last_name', 'status', 'dob', 'aor');
const [FIRST, , THIRD] = FIELDS.map(({ name }) => name);
const LAST = FIELDS.at(-1)?.name;

test.each([
  ['the names by default', {}, 9999, 2],
  ['none', { frozenTo: null }, 9999, 0],
  ['only the first', { frozenTo: FIRST }, 9999, 1],
  ['up to the third', { frozenTo: THIRD }, 9999, 3],
  ['up to a column that is hidden', { frozenTo: 'height' as const }, 9999, 4],
  ['every column', { frozenTo: LAST }, 9999, 5],
  ['as many as leave space for another', { frozenTo: LAST }, 460, 3],
  ['one fewer if a pixel is missing', { frozenTo: LAST }, 459, 2],
  ['none if only one column fits', {}, 259, 0],
  ['fewer if they are widened', { widths: { client_last_name: 200 } }, 360, 1],
] as const)('freezes %s', (_, layout, width, expected) => {
  const fields = FIELDS.map((field) => field);
  const names: readonly string[] = fields.map(({ name }) => name);
  expect(names).not.toContain('height');
  expect(frozenCount(fields, { hidden: [], widths: {}, ...layout }, width)).toBe(expected);
});

test('a name column that is hidden freezes only the other', () => {
  expect(frozenCount(fieldsOf('client_last_name', 'aor'), { hidden: [], widths: {} }, 9999)).toBe(1);
});

test.each([
  ['{"frozenTo":"dob"}', { frozenTo: 'dob' }],
  ['{"frozenTo":null}', { frozenTo: null }],
  ['{"frozenTo":"gone"}', {}],
  ['{"frozenTo":3}', {}],
  ['{"hidden":["gone","dob"],"widths":{"dob":90,"aor":"wide"}}', { hidden: ['dob'], widths: { dob: 90 } }],
  ['not JSON', {}],
])('reads the stored settings %s', (text, expected) => {
  expect(parseLayout(text)).toEqual({ hidden: [], widths: {}, ...expected });
});
