import { describe, expect, it } from 'vitest';
import { createAgent, SIMPLE_EMAIL } from '../agents/endpoints.ts';
import { guessMapping } from '../imports/column-guess.ts';
import { splitAddress } from '../web-forms/client-texts.ts';
import { parseDecimal } from './decimal.ts';

/** With patterns that backtrack each of these took from minutes to days. */
describe('input of a megabyte', () => {
  const long = (piece: string) => piece.repeat(1_000_000 / piece.length);

  it.each<[string, () => unknown, unknown]>([
    ['an email address', () => SIMPLE_EMAIL.test(`a@${long('.')}@`), false],
    ['an agent', () => createAgent.body.safeParse({ email: `a@${long('.')}@` }).success, false],
    ['an amount', () => parseDecimal(`${long('1')}x`), null],
    ['an address', () => splitAddress(`a,${long(' ')}!`).city, ''],
    ['an address with commas', () => splitAddress(`${long('1, ')}!`).city, ''],
    ['a column header', () => guessMapping([long('(')]), [null]],
  ])('%s takes a text of any length', (_what, read, result) => {
    expect(read()).toEqual(result);
  });

  it.each([
    ['a@b.c', true],
    ['a@b..c', true],
    ['a@.b.c', true],
    ['a@b.', false],
    ['a@.b', false],
    ['a@b', false],
    ['a@b@c.d', false],
    ['a b@c.d', false],
  ])('%j is an email address: %s', (text, is) => {
    expect(SIMPLE_EMAIL.test(text)).toBe(is);
  });
});
