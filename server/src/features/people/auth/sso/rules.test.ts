import { describe, expect, it } from 'vitest';
import {
  authenticatedAt,
  canSignInWithPassword,
  claimsTwoFactor,
  emailProblem,
  isIssuedInFuture,
  isOfDomains,
  isSameIssuer,
  signedInSince,
} from './rules.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

it.each([
  ['https://acme.auth0.test', 'https://acme.auth0.test/', true],
  ['https://acme.test/realms/a', 'https://acme.test/realms/a', true],
  ['https://acme.test/realms/a', 'https://acme.test/realms/b', false],
  ['https://acme.okta.test', 'https://login.entra.test', false],
])('the issuer %s is %s: %s', (one, other, isSame) => {
  expect(isSameIssuer(one, other)).toBe(isSame);
});

describe('an address of the provider', () => {
  const ANY = { domains: [], trustsUnverified: false };
  it.each([
    [{ email: null, isEmailVerified: true }, ANY, 'no_email'],
    [{ email: 'a@b.test', isEmailVerified: true }, ANY, null],
    [{ email: 'a@b.test', isEmailVerified: false }, ANY, 'email_not_verified'],
    [{ email: 'a@b.test', isEmailVerified: null }, ANY, 'email_not_verified'],
    [{ email: 'a@b.test', isEmailVerified: null }, { ...ANY, trustsUnverified: true }, null],
    [{ email: 'a@b.test', isEmailVerified: false }, { ...ANY, trustsUnverified: true }, 'email_not_verified'],
    [{ email: 'a@b.test', isEmailVerified: true }, { ...ANY, domains: ['c.test'] }, 'other_domain'],
  ])('%o with %o: %s', (identity, rules, problem) => {
    expect(emailProblem(identity, rules)).toBe(problem);
  });

  it.each([
    ['a@acme.test', true],
    ['A@ACME.TEST', true],
    ['a@sub.acme.test', false],
    ['a@evil-acme.test', false],
    ['a@acme.test.evil.test', false],
    ['a@acme.test@evil.test', false],
    ['acme.test', false],
  ])('%s is of acme.test: %s', (email, isOf) => {
    expect(isOfDomains(email, ['acme.test'])).toBe(isOf);
  });
});

describe("the provider's statement about a sign-in", () => {
  it('counts as two-factor authentication by an exact match of a method', () => {
    expect(claimsTwoFactor(['pwd', 'mfa'], ['mfa'])).toBe(true);
    expect(claimsTwoFactor(['pwd', 'mfa-not'], ['mfa'])).toBe(false);
    expect(claimsTwoFactor([], ['mfa'])).toBe(false);
  });

  it('is since an instant with two minutes of clock skew; never if no time is given', () => {
    expect(signedInSince(ago(119), NOW)).toBe(true);
    expect(signedInSince(ago(121), NOW)).toBe(false);
    expect(signedInSince(null, NOW)).toBe(false);
  });

  it('counts as authentication at its time, and never later than now', () => {
    expect(authenticatedAt(ago(3600), NOW)).toEqual(ago(3600));
    expect(authenticatedAt(ago(-3600), NOW)).toEqual(NOW);
    expect(authenticatedAt(null, NOW)).toEqual(NOW);
  });
});

describe('a password', () => {
  it.each([
    [null, false, true],
    [null, true, false],
    [ago(-60), true, true],
    [ago(60), true, false],
  ])('until %s, with passwords off %s: %s', (password_until, isOnlySso, does) => {
    expect(canSignInWithPassword({ password_until }, { isOnlySso, now: NOW })).toBe(does);
  });
});

it.each([
  ['five minutes ago, as Microsoft Entra sets it', -300, false],
  ['now', 0, false],
  ['two minutes from now', 120, false],
  ['more than two minutes from now', 121, true],
])('checks whether a response issued %s is from the future', (_, seconds, isFuture) => {
  expect(isIssuedInFuture(ago(-seconds), NOW)).toBe(isFuture);
});

it.each([
  ['maria@b\u00FCcher.test', true],
  ['maria@XN--BCHER-KVA.test', true],
  ['maria@B\u00DCCHER.test', true],
  ['maria@bucher.test', false],
])('%s is of the domain as DNS has it: %s', (email, isOf) => {
  expect(isOfDomains(email, ['b\u00FCcher.test'])).toBe(isOf);
});
