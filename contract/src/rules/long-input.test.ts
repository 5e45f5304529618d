import { describe, expect, it } from 'vitest';
import { createAgent } from '../agents/endpoints.ts';
import { guessMapping } from '../imports/column-guess.ts';
import { splitAddress } from '../web-forms/client-texts.ts';
import { parseDecimal } from './decimal.ts';
import { isEmail } from './email.ts';

/** With backtracking patterns, each of these took minutes to days. */
describe('input of a megabyte', () => {
  const long = (piece: string) => piece.repeat(1_000_000 / piece.length);

  it.each<[string, () => unknown, unknown]>([
    ['an email address', () => isEmail(`a@${long('.')}@`), false],
    ['an agent', () => createAgent.body.safeParse({ email: `a@${long('.')}@` }).success, false],
    ['an amount', () => parseDecimal(`${long('1')}x`), null],
    ['an address', () => splitAddress(`a,${long(' ')}!`).city, ''],
    ['an address with commas', () => splitAddress(`${long('1, ')}!`).city, ''],
    ['a column header', () => guessMapping([long('(')]), [null]],
  ])('%s accepts text of any length', (_what, read, result) => {
    expect(read()).toEqual(result);
  });
});
