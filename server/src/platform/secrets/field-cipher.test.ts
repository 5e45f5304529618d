import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFieldCipher } from './field-cipher.ts';

const tokenSecret = Buffer.alloc(48);
const old = { id: 'k1', key: Buffer.alloc(32, 1) };
const fresh = { id: 'k2', key: Buffer.alloc(32, 2) };
const place = { table: 'clients', row: 7, field: 'ssn' };
const cipher = createFieldCipher({ fieldKeys: [old], tokenSecret });

describe('a sealed field', () => {
  it('opens to what was sealed, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(cipher.decrypt(cipher.encrypt(text, place), place)).toBe(text);
      }),
    );
  });

  it('never looks the same twice and shows nothing of its text', () => {
    const [one, two] = [cipher.encrypt('900-11-2222', place), cipher.encrypt('900-11-2222', place)];
    expect(one).not.toBe(two);
    expect(one).toMatch(/^v1\.k1\.[A-Za-z0-9+/=]+$/);
  });

  it('does not open in another row, field or table', () => {
    const sealed = cipher.encrypt('900-11-2222', place);
    for (const other of [{ row: 8 }, { field: 'spouse_ssn' }, { table: 'agents' }]) {
      expect(() => cipher.decrypt(sealed, { ...place, ...other })).toThrow();
    }
  });

  it('does not open when a single character was changed', () => {
    const sealed = cipher.encrypt('900-11-2222', place);
    const at = sealed.length - 10;
    const flipped = sealed[at] === 'A' ? 'B' : 'A';
    expect(() => cipher.decrypt(sealed.slice(0, at) + flipped + sealed.slice(at + 1), place)).toThrow();
    expect(() => cipher.decrypt('v1.k1.', place)).toThrow();
    expect(() => cipher.decrypt('plain text', place)).toThrow();
  });

  it('opens with an older key of the ring after a rotation, and is then not current', () => {
    const sealed = cipher.encrypt('900-11-2222', place);
    const rotated = createFieldCipher({ fieldKeys: [fresh, old], tokenSecret });
    expect(rotated.decrypt(sealed, place)).toBe('900-11-2222');
    expect([rotated.isCurrent(sealed), rotated.isCurrent(rotated.encrypt('x', place))]).toEqual([
      false,
      true,
    ]);
    const withoutOld = createFieldCipher({ fieldKeys: [fresh], tokenSecret });
    expect(() => withoutOld.decrypt(sealed, place)).toThrow('no key k1');
  });
});
