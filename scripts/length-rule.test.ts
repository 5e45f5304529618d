import { expect, it } from 'vitest';
import { lengthProblems } from './length-rule.ts';

it.each([
  ['x\n'.repeat(300), 0],
  [`${'x\n'.repeat(299)}x`, 0],
  ['x\n'.repeat(301), 1],
  [`/*${'\n'.repeat(300)}*/`, 1],
  ['x\n\n'.repeat(151), 1],
])('a file of at most 300 lines, whatever they contain, is accepted (%#)', (text, problems) => {
  expect(lengthProblems(text)).toHaveLength(problems);
});
