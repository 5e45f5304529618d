import { ENCRYPTED_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filledJson, openCell, openCells } from './encrypted-cells.ts';

const NAMES = ENCRYPTED_FIELDS.map(({ name }) => name);
const keyLike = fc
  .tuple(fc.constantFrom('', '\\', '"', ','), fc.constantFrom(...NAMES))
  .map(([before, name]) => `${before}"${name}":"x"\\`);
const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  keyLike,
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.constant(null),
);

it('reads one encrypted field as it would be read among all of them', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...NAMES), value), (cells) => {
      const cipher = { decrypt: () => filledJson(cells) };
      const row = { id: 1, sealed: 'v2', wrapped_key: 'v1' };
      const all = openCells(cipher, row);
      for (const name of NAMES) expect(openCell(cipher, row, name)).toBe(all?.[name] ?? null);
    }),
  );
  const cipher = { decrypt: () => expect.unreachable() };
  expect(openCell(cipher, { id: 1, sealed: '', wrapped_key: null }, 'agi')).toBeNull();
  expect(openCell(cipher, { id: 1, sealed: null, wrapped_key: null }, 'agi')).toBeUndefined();
});
