import { describe, expect, it } from 'vitest';
import { requiresTwoFactor, type TwoFactorRule } from './two-factor.ts';

const NONE = { is_owner: false, is_developer: false, has_all_staff_access: false };

describe('whether the brokerage requires two-factor authentication', () => {
  it.each<[TwoFactorRule, Partial<typeof NONE>, boolean]>([
    ['nobody', { is_owner: true }, false],
    ['rights', {}, false],
    ['rights', { is_owner: true }, true],
    ['rights', { is_developer: true }, true],
    ['rights', { has_all_staff_access: true }, true],
    ['everybody', {}, true],
  ])('of %s with %o: %s', (rule, privileges, isRequired) => {
    expect(requiresTwoFactor(rule, { ...NONE, ...privileges })).toBe(isRequired);
  });
});
