import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFieldCipher } from './field-cipher.ts';

const tokenSecret = Buffer.alloc(48);
const old = { id: 'k1', key: Buffer.alloc(32, 1) };
const fresh = { id: 'k2', key: Buffer.alloc(32, 2) };
const aad = { table: 'clients', row: 7, field: 'ssn' };
const cipher = createFieldCipher({ fieldKeys: [old], tokenSecret });

describe('an encrypted field', () => {
  it('decrypts to the original, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(cipher.decrypt(cipher.encrypt(text, aad), aad)).toBe(text);
      }),
    );
  });

  it('is never the same twice and reveals nothing of its text', () => {
    const [one, two] = [cipher.encrypt('900-11-2222', aad), cipher.encrypt('900-11-2222', aad)];
    expect(one).not.toBe(two);
    expect(one).toMatch(/^v1\.k1\.[A-Za-z0-9+/=]+$/);
  });

  it('does not decrypt in another row, field or table', () => {
    const encrypted = cipher.encrypt('900-11-2222', aad);
    for (const other of [{ row: 8 }, { field: 'spouse_ssn' }, { table: 'agents' }]) {
      expect(() => cipher.decrypt(encrypted, { ...aad, ...other })).toThrow();
    }
  });

  it('does not decrypt if a single character was changed', () => {
    const encrypted = cipher.encrypt('900-11-2222', aad);
    const at = encrypted.length - 10;
    const flipped = encrypted[at] === 'A' ? 'B' : 'A';
    expect(() => cipher.decrypt(encrypted.slice(0, at) + flipped + encrypted.slice(at + 1), aad)).toThrow();
    expect(() => cipher.decrypt('v1.k1.', aad)).toThrow();
    expect(() => cipher.decrypt('plain text', aad)).toThrow();
  });

  it('decrypts with an older key of the ring after a rotation, and is then not current', () => {
    const encrypted = cipher.encrypt('900-11-2222', aad);
    const rotated = createFieldCipher({ fieldKeys: [fresh, old], tokenSecret });
    expect(rotated.decrypt(encrypted, aad)).toBe('900-11-2222');
    expect([rotated.isCurrent(encrypted), rotated.isCurrent(rotated.encrypt('x', aad))]).toEqual([
      false,
      true,
    ]);
    const withoutOld = createFieldCipher({ fieldKeys: [fresh], tokenSecret });
    expect(() => withoutOld.decrypt(encrypted, aad)).toThrow('no key k1');
  });
});
