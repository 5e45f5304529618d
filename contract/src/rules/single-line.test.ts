import { expect, it } from 'vitest';
import { singleLine } from './single-line.ts';

it.each([
  ['Annual\nplan', 'Annual plan'],
  ['Annual \r\n\r\n\t plan', 'Annual plan'],
  ['\nAnnual plan\u2028', 'Annual plan'],
  ['a\u2029b\u0085c\vd\fe', 'a b c d e'],
  ['Annual  plan', 'Annual  plan'],
  ['\n \n', ''],
  ['', ''],
])('%j is %j on one line', (text, line) => {
  expect(singleLine(text)).toBe(line);
});
