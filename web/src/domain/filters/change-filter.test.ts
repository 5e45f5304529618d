import type { Filter, FilterCondition } from '@ledgerline/contract/rules/filters';
import { expect, test } from 'vitest';
import { addCondition, addToGroup, removeCondition, replaceCondition } from './change-filter.ts';

const named = (field: string): FilterCondition => ({ field, op: 'is_empty', values: [] });
const [a, b, c, d] = [named('a'), named('b'), named('c'), named('d')];
const nested: Filter = { match: 'any', rules: [a, [b, c]] };

test('a first condition starts a filter that matches all', () => {
  expect(addCondition(undefined, a)).toEqual({ match: 'all', rules: [a] });
  expect(addCondition(nested, d)).toEqual({ match: 'any', rules: [a, [b, c], d] });
});

test('a second condition of a rule makes it a group', () => {
  expect(addToGroup(nested, 0, d).rules).toEqual([
    [a, d],
    [b, c],
  ]);
  expect(addToGroup(nested, 1, d).rules).toEqual([a, [b, c, d]]);
});

test('only the addressed condition is replaced', () => {
  expect(replaceCondition(nested, { rule: 1, at: 0 }, d).rules).toEqual([a, [d, c]]);
  expect(replaceCondition(nested, { rule: 0, at: 0 }, d).rules).toEqual([d, [b, c]]);
});

test('the last condition of a group becomes a rule, and without conditions there is no filter', () => {
  expect(removeCondition(nested, { rule: 1, at: 0 })?.rules).toEqual([a, c]);
  expect(removeCondition(nested, { rule: 0, at: 0 })?.rules).toEqual([[b, c]]);
  expect(removeCondition({ match: 'all', rules: [a] }, { rule: 0, at: 0 })).toBeUndefined();
  expect(nested).toEqual({ match: 'any', rules: [a, [b, c]] });
});
