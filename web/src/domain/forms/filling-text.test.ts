import { expect, it } from 'vitest';
import { fillingText } from './filling-text.ts';

it.each([
  [0, 'Client is at step 1 of 5'],
  [4, 'Client is at step 5 of 5'],
  [5, 'Client is at step 5 of 5'],
])('shows stored step %i as a step of the form', (progress_step, text) => {
  expect(fillingText({ progress_step, total_steps: 5 })).toBe(text);
});
