import { describe, expect, it } from 'vitest';
import { readRecoveryCode, shownRecoveryCode } from './rules.ts';

describe('a recovery code', () => {
  it('is shown in four groups', () => {
    expect(shownRecoveryCode('ABCDEFGHIJKL2345')).toBe('ABCD-EFGH-IJKL-2345');
  });

  it.each([
    ['ABCD-EFGH-IJKL-2345', 'ABCDEFGHIJKL2345'],
    [' abcd efgh ijkl 2345 ', 'ABCDEFGHIJKL2345'],
    ['abcdefghijkl2345', 'ABCDEFGHIJKL2345'],
    ['ABCD-EFGH-IJKL', null],
    ['ABCD-EFGH-IJKL-2341', null],
    ['ABCD-EFGH-IJKL-23456', null],
    ['', null],
    ['123456', null],
  ])('%j is read as %j', (typed, code) => {
    expect(readRecoveryCode(typed)).toBe(code);
  });
});
