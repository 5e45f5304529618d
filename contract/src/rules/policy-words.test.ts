import { expect, it } from 'vitest';
import { policyLineOf, policyStatusOf } from './policy-words.ts';

it.each([
  ['Health', 'health'],
  ['ACA', 'health'],
  ['Salud', 'health'],
  ['Medicare Advantage', 'medicare_advantage'],
  ['MA-PD', 'medicare_advantage'],
  ['Med. Supp', 'medigap'],
  ['part_d', 'part_d'],
  ['TERM LIFE', 'life'],
  ['Pet', null],
  ['', null],
] as const)('the line %j is %s', (word, line) => expect(policyLineOf(word)).toBe(line));

it.each([
  ['Active', 'active'],
  ['In Force', 'active'],
  ['Ended', 'active'],
  ['Upcoming', 'active'],
  ['Pending', 'submitted'],
  ['Canceled', 'cancelled'],
  ['TERMED', 'cancelled'],
  ['Vigente', 'active'],
  ['on hold', null],
] as const)('the status %j is %s', (word, status) => expect(policyStatusOf(word)).toBe(status));
