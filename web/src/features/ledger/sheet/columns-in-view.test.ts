import { CLIENT_FIELDS, type FieldName, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsInView } from './columns-in-view.ts';

const NAMES = CLIENT_FIELDS.map(({ name }) => name);
const atNames = (shown: readonly FieldName[]) => shown.map((name) => NAMES.indexOf(name));

test('every column in view is requested, in catalog order, whichever are hidden', () => {
  const hidden = fc.uniqueArray(fc.constantFrom(...NAMES));
  fc.assert(
    fc.property(hidden, fc.nat(160), fc.integer({ min: 1, max: 40 }), fc.nat(20), (out, x, width, frozen) => {
      const fields = CLIENT_FIELDS.filter(({ name }) => !out.includes(name));
      const requested = columnsInView(fields, { x, width }, frozen);
      const inView = [...fields.slice(0, frozen), ...fields.slice(x, x + width)].map(({ name }) => name);
      expect(requested).toEqual(expect.arrayContaining([...inView, 'client_first_name', 'client_last_name']));
      expect(atNames(requested)).toEqual(atNames(requested).sort((a, b) => a - b));
      expect(new Set(requested).size).toBe(requested.length);
      expect(requested.length).toBeLessThanOrEqual(width + frozen + 2 + 4 * 8);
    }),
  );
});

test('encrypted columns are requested only while one is in view', () => {
  const isAnyEncrypted = (x: number, width: number, frozen = 2) =>
    columnsInView(CLIENT_FIELDS, { x, width }, frozen).some((name) => fieldNamed(name).isEncrypted);
  const height = NAMES.indexOf('height');
  expect(isAnyEncrypted(0, height)).toBe(false);
  expect(isAnyEncrypted(1, height)).toBe(true);
  expect(isAnyEncrypted(100, 1)).toBe(false);
  expect(isAnyEncrypted(100, 1, height + 1)).toBe(true);
});

test('scrolling by one column mostly requests the same columns', () => {
  const requested = new Set(
    NAMES.slice(0, 120).map((_, x) => columnsInView(CLIENT_FIELDS, { x, width: 10 }, 2).join()),
  );
  expect(requested.size).toBeLessThan(60);
});
