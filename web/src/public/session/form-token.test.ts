import { describe, expect, it } from 'vitest';
import { formToken, storeFormToken } from './form-token.ts';

describe('the token of a form', () => {
  it('is stored for this tab and this form only', () => {
    expect(storeFormToken('personal-info', 'a.b.c')).toBe(true);
    expect(formToken('personal-info')).toBe('a.b.c');
    expect(formToken('iul-application')).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  it('is discarded without three parts, together with an older one', () => {
    storeFormToken('personal-info', 'a.b.c');
    for (const token of ['abc', 'a.b', 'a..c', 'a.b.c.d']) {
      expect(storeFormToken('personal-info', token)).toBe(false);
      expect(formToken('personal-info')).toBeNull();
    }
  });
});
