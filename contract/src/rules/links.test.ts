import { describe, expect, it } from 'vitest';
import {
  expirationDaysAllowed,
  expirationHours,
  formLinkPath,
  isStorableToken,
  isTemporaryToken,
  linkExpired,
  linkExpiresSoon,
  secureLinkPath,
} from './links.ts';

const now = '2026-03-10T12:00:00Z';

describe('link expiry', () => {
  it('accepts 1 to 30 days as integers', () => {
    expect([1, 7, 30].every(expirationDaysAllowed)).toBe(true);
    expect([0, 31, 1.5, -1, Number.NaN].some(expirationDaysAllowed)).toBe(false);
    expect(expirationHours(7)).toBe(168);
  });

  it.each([
    ['2026-03-10T11:59:59Z', true, false],
    ['2026-03-10T12:00:00Z', false, true],
    ['2026-03-11T12:00:00Z', false, true],
    ['2026-03-11T12:00:01Z', false, false],
    [new Date('2026-03-10T11:59:59.999Z'), true, false],
    [null, false, false],
    ['not a date', true, false],
  ])('%s: expired %s, soon %s', (access_token_expires_at, expired, soon) => {
    expect(linkExpired({ access_token_expires_at, now })).toBe(expired);
    expect(linkExpiresSoon({ access_token_expires_at, now: new Date(now) })).toBe(soon);
  });
});

describe('tokens and addresses', () => {
  it.each([
    ['a.b.c', true],
    ['abc', false],
    ['a.b', false],
    ['a.b.c.d', false],
    ['a..c', false],
    ['.b.c', false],
    ['a.b. ', false],
    ['', false],
    [null, false],
  ])('may store %j: %s', (token, expected) => {
    expect(isStorableToken(token)).toBe(expected);
  });

  it('builds the public paths', () => {
    expect(formLinkPath({ type: 'DocuSign', form_link_id: 'x' })).toBe('/sign/x');
    expect(formLinkPath({ type: 'Web Form', form_link_id: 'x', token: 'a.b.c' })).toBe('/forms/x/a.b.c');
    expect(secureLinkPath('a.b.c')).toBe('/secure/a.b.c');
    expect(isTemporaryToken('TEMP_abc')).toBe(true);
    expect(isTemporaryToken('SEC_abc')).toBe(false);
  });
});
