import { describe, expect, test } from 'vitest';
import { knownThenBy, readThenBy, type SortKey, sortingOf, sortKeys, withNextKey } from './sort-keys.ts';

const KNOWN = ['a', 'b', 'c', 'd'] as const;
type Known = (typeof KNOWN)[number];
const asc = (sort: Known): SortKey<Known> => ({ sort, direction: 'asc' });
const desc = (sort: Known): SortKey<Known> => ({ sort, direction: 'desc' });

describe('the sort keys of a URL', () => {
  test.each<[string | undefined, SortKey[]]>([
    [undefined, [asc('a')]],
    ['', [asc('a')]],
    ['b', [asc('a'), asc('b')]],
    ['-b,c', [asc('a'), desc('b'), asc('c')]],
    // Only three; unknown and repeated ones do not count.
    ['b,c,d', [asc('a'), asc('b'), asc('c')]],
    ['a,-a,x,b,-b', [asc('a'), asc('b')]],
    ['--b, c,,', [asc('a')]],
  ])('of %j', (then_by, keys) => {
    expect(sortKeys({ ...asc('a'), then_by }, KNOWN)).toEqual(keys);
    expect(sortKeys(sortingOf(keys, asc('a')), KNOWN)).toEqual(keys);
  });

  test.each([
    ['-b,x', '-b'],
    ['x', undefined],
    ['a', undefined],
    [7, undefined],
    [undefined, undefined],
  ])('keeps only known ones: %j', (text, expected) => {
    expect(knownThenBy(text, 'a', KNOWN)).toBe(expected);
  });

  test('reads every column of a text', () => {
    expect(readThenBy('-b,x')).toEqual([
      { sort: 'b', direction: 'desc' },
      { sort: 'x', direction: 'asc' },
    ]);
  });
});

describe('Shift+click on a column', () => {
  test.each<[SortKey<Known>[], Known, SortKey<Known>[]]>([
    [[asc('a')], 'b', [asc('a'), asc('b')]],
    [[asc('a'), asc('b')], 'b', [asc('a'), desc('b')]],
    [[asc('a'), desc('b')], 'b', [asc('a')]],
    [[desc('a'), asc('b')], 'a', [asc('b')]],
    [[asc('a'), asc('b'), asc('c')], 'd', [asc('a'), asc('b'), asc('d')]],
    // The only one stays.
    [[asc('a')], 'a', [desc('a')]],
    [[desc('a')], 'a', [asc('a')]],
  ])('%j, %s', (keys, sort, expected) => {
    expect(withNextKey(keys, sort)).toEqual(expected);
  });
});
