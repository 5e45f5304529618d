import { expect, it } from 'vitest';
import { privateNameProblems, replacedSegments } from './private-name-rule.ts';

it.each([
  ['tellOwner', ['tell']],
  ['HOLD_MS', ['hold']],
  ['#refusalOf', ['refusal']],
  ['threshold', []],
  ['storytelling', []],
  ['household', []],
  ['trail_of_api', []],
  ['placeholder', []],
])('finds the private words of %s', (name, expected) => {
  expect(replacedSegments(name)).toEqual(expected);
});

it('reports identifiers and file names with their standard terms, each once', () => {
  const text = 'const told = told1; export function f({ told }: { told: 1 }) { return told; }';
  expect(privateNameProblems({ file: 'server/src/tell-owner.ts', text })).toEqual([
    'the file name uses "tell": notify, publish, report',
    'told uses "told": notified, input',
    'told1 uses "told": notified, input',
  ]);
});
