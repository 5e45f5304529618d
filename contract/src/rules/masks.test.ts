import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMask, lastFour, maskFromLast4, maskSecret } from './masks.ts';

describe('maskSecret', () => {
  it.each([
    ['ssn', '123-45-6789', '•••-••-6789'],
    ['ssn', '123456789', '•••-••-6789'],
    ['dep1_ssn', '123456789', '•••-••-6789'],
    ['card_number', '4111 1111 1111 1234', '••••1234'],
    ['routing_number', '021000021', '••••0021'],
    ['dl_or_ppnumber', 'D123-456-78-901-0', '••••9010'],
    ['spouse_dl_pass_number', 'D12345678', '••••5678'],
    ['account_number', '1234', '••••'],
    ['account_number', '12-34', '••••'],
    ['cvc', '123', '••••'],
    ['cvc', '123456', '••••'],
    ['password', 'correct horse', '••••'],
    ['mp_pass', 'correct horse', '••••'],
    ['ssn', '12', '••••'],
    ['ssn', '', ''],
    ['password', null, ''],
    ['other', '  ', ''],
  ])('%s %s shows %s', (kind, value, mask) => {
    expect(maskSecret({ kind, value })).toBe(mask);
  });

  it('never shows more than the last four letters or digits, and never the full value', () => {
    const kinds = fc.constantFrom('ssn', 'cvc', 'password', 'card_number', 'text');
    fc.assert(
      fc.property(kinds, fc.string({ unit: 'binary', maxLength: 24 }), (kind, value) => {
        const shown = [...maskSecret({ kind, value })].filter((char) => char !== '•' && char !== '-');
        const characters = [...value.replaceAll(/[^\p{L}\p{N}]/gu, '')];
        expect(shown.length === 0 || shown.length === 4).toBe(true);
        if (shown.length > 0) expect(characters.slice(-4)).toEqual(shown);
        if (shown.length > 0) expect(characters.length).toBeGreaterThan(4);
        if (kind === 'cvc' || kind === 'password') expect(shown).toEqual([]);
      }),
    );
  });
});

describe('masks from what is stored with a secret', () => {
  it('shows exactly four stored characters, only bullets for another number, and nothing for none', () => {
    expect(maskFromLast4({ kind: 'ssn', last4: '6789' })).toBe('•••-••-6789');
    expect(maskFromLast4({ kind: 'text', last4: '6789' })).toBe('••••6789');
    expect(maskFromLast4({ kind: 'text', last4: '789' })).toBe('••••');
    expect(maskFromLast4({ kind: 'text', last4: '56789' })).toBe('••••');
    expect(maskFromLast4({ kind: 'cvc', last4: '6789' })).toBe('••••');
    expect(maskFromLast4({ kind: 'text', last4: lastFour({ kind: 'text', value: '12' }) })).toBe('••••');
    expect(maskFromLast4({ kind: 'text', last4: null })).toBe('');
    expect(maskFromLast4({ kind: 'text', last4: '' })).toBe('');
  });

  it('recognizes every mask', () => {
    expect(isMask('••••6789')).toBe(true);
    expect(isMask(maskSecret({ kind: 'cvc', value: '123' }))).toBe(true);
    expect(isMask('123-45-6789')).toBe(false);
    expect(isMask(null)).toBe(false);
  });
});
