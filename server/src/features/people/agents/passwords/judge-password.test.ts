import { describe, expect, it } from 'vitest';
import { passwordFault } from './judge-password.ts';

describe('a new password', () => {
  it.each([
    ['      ', 'must not be blank'],
    ['\u00a0\u2003\t \u3000  ', 'must not be blank'],
    ['12345', 'at least 6 characters'],
    ['grace.h', 'must not be the username'],
    [' GRACE.H ', 'must not be the username'],
    ...['password', 'Password', '123456', 'qwerty', 'iloveyou', 'letmein', 'trustno1', 'secret1'].map(
      (common) => [common, 'one of the most common ones'],
    ),
  ])('%j is refused', async (password, reason) => {
    expect(await passwordFault(String(password), 'Grace.H')).toContain(reason);
  });

  it.each(['demo1234', 'correct horse', 'a b c d', 'xk4#pq', 'grace.hopper'])(
    '%j is taken',
    async (password) => {
      expect(await passwordFault(password, 'grace.h')).toBe(null);
    },
  );
});
