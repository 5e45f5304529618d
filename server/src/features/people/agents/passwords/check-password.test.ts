import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { passwordProblem } from './check-password.ts';
import { commonPasswords, FILTER_BYTES, filterOf, mayContain } from './password-filter.ts';

const GRACE = {
  username: 'Grace.H',
  email: 'grace.hopper@example.com',
  first_name: 'Grace',
  last_name: 'Hopper',
};
const problemWith = (password: string) => passwordProblem(password, GRACE, 'Blue Harbor Advisors');

describe('a new password', () => {
  it.each([
    ['      ', 'must not be blank'],
    ['\u00a0\u2003\t \u3000  ', 'must not be blank'],
    ['12345', 'at least 6 characters'],
    ['grace.h', 'must not be the username'],
    [' GRACE.H ', 'must not be the username'],
    ...[
      'password',
      'Password',
      '123456',
      'qwerty',
      'iloveyou',
      'letmein',
      'trustno1',
      'secret1',
      'demo1234',
    ].map((common) => [common, 'one of the most common ones']),
    ...['aaaaaaaaaaaa', 'abababab', 'abcdefghijklm', '987654321', 'ｐａｓｓｗｏｒｄ'].map((common) => [
      common,
      'one of the most common ones',
    ]),
    ...[
      'Password123!',
      'P@ssw0rd2026!!',
      'Summer2024!',
      'sUMMER-24',
      'Qwerty12345!',
      '!!Dragon2019',
      'Welcome1!',
      'May2026!!',
    ].map((patterned) => [patterned, 'a common word with digits or symbols']),
    ...['TuesdayTuesday7', 'Insurance#99', 'M0nday!1'].map((patterned) => [
      patterned,
      'a common word with digits or symbols',
    ]),
    ...[
      'Hopper2026!',
      'grace.hopper',
      'GraceHopper1',
      'BlueHarbor1!',
      'blue harbor advisors',
      'Ledgerline2026',
      'l3dg3rline!',
    ].map((personal) => [personal, 'your name, username, email address or the brokerage’s name']),
  ])('%j is rejected', async (password, reason) => {
    expect(await problemWith(String(password))).toContain(reason);
  });

  it.each([
    ...[
      'correct horse',
      'a b c d',
      'xk4#pq',
      'tampa839201',
      'quiet-maple-72',
      'graceful otters dance',
      'gris perro ventana',
    ],
    ...['contraseña de mi abuela', 'm1-perr0-c0me-pan', '猫は窓の外を見る'],
  ])('%j is accepted', async (password) => {
    expect(await problemWith(password)).toBe(null);
  });
});

describe('the filter of common passwords', () => {
  it('contains every password that it was built from', () => {
    const known = Array.from({ length: 2000 }, (_, n) => `known ${n}`);
    const filter = filterOf(known);
    expect(filter).toHaveLength(FILTER_BYTES);
    expect(known.every((text) => mayContain(filter, text))).toBe(true);
  });

  it('has a false positive rate below 1 in 1,000 for random text', async () => {
    const filter = await commonPasswords();
    const texts = Array.from({ length: 20_000 }, () => randomBytes(12).toString('base64url'));
    expect(texts.filter((text) => mayContain(filter, text)).length).toBeLessThan(20);
  });
});
