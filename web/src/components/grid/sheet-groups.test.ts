import { expect, it } from 'vitest';
import { headerGroups, headerOf } from './sheet-groups.ts';

const COLUMNS = ['Client', 'Client', 'Client', 'Contact', 'Contact'].map((group) => ({ group }));
const titlesOf = (frozen: number) =>
  headerGroups(COLUMNS, frozen).map((header) => (headerOf(header).isNamed ? headerOf(header).group : ''));

it.each([
  [0, ['Client', 'Client', 'Client', 'Contact', 'Contact']],
  [1, ['Client', '', '', 'Contact', 'Contact']],
  [2, ['Client', 'Client', '', 'Contact', 'Contact']],
  [3, ['Client', 'Client', 'Client', 'Contact', 'Contact']],
])('names a group once when it continues behind %i frozen columns', (frozen, names) => {
  expect(titlesOf(frozen)).toEqual(names);
});

it('keeps the group of every header, for its color', () => {
  expect(headerGroups(COLUMNS, 2).map((header) => headerOf(header).group)).toEqual(
    COLUMNS.map(({ group }) => group),
  );
});
