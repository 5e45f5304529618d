import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeAt, fromBase32, keyUri, matchingStep, newTotpSecret, stepAt, toBase32 } from './totp.ts';

const SECRET = toBase32(Buffer.from('12345678901234567890'));

describe('a TOTP code', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i seconds matches RFC 6238, appendix B', (seconds, code) => {
    const step = stepAt(new Date(seconds * 1000));
    expect(codeAt(SECRET, step, 8)).toBe(code);
    expect(codeAt(SECRET, step)).toBe(code.slice(2));
  });

  it.each([
    ['two steps before', -60, false],
    ['the step before', -30, true],
    ['its own step', 0, true],
    ['the step after', 30, true],
    ['two steps after', 60, false],
  ])('from %s is checked against the current one: %i s', (_, seconds, isAccepted) => {
    const now = new Date('2026-11-20T15:00:10Z');
    const step = stepAt(new Date(now.getTime() + seconds * 1000));
    expect(matchingStep(SECRET, codeAt(SECRET, step), now)).toBe(isAccepted ? step : null);
  });

  it.each(['', '28708', '0000000', '２８７０８２', 'abcdef', ' 287082'])('%j is not a code', (text) => {
    expect(matchingStep(SECRET, text, new Date(59_000))).toBeNull();
  });

  it('matches in 1970 too', () => {
    expect(matchingStep(SECRET, codeAt(SECRET, 0), new Date(0))).toBe(0);
  });

  it('never matches with another secret', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (now) => {
        const secret = newTotpSecret();
        expect(matchingStep(secret, codeAt(secret, stepAt(now)), now)).toBe(stepAt(now));
      }),
      { numRuns: 50 },
    );
  });
});

describe('base32', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of %j matches RFC 4648, section 10', (text, base32) => {
    expect(toBase32(Buffer.from(text))).toBe(base32);
  });

  it('decodes to the original bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect([...fromBase32(toBase32(bytes))]).toEqual([...bytes]);
      }),
    );
  });

  it('of a new secret has 160 bits', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  });
});

it('names the brokerage and the agent in the authenticator app', () => {
  const uri = new URL(keyUri({ issuer: 'Smith & Sons: Life', username: 'ada:b', secret: SECRET }));
  expect(decodeURIComponent(uri.pathname)).toBe('/Smith & Sons  Life:ada b');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: SECRET,
    issuer: 'Smith & Sons: Life',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
