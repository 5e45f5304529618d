import { expect, it } from 'vitest';
import { ApiError } from './http.ts';
import { isRefusal } from './refusal.ts';

it.each([
  [400, true],
  [403, true],
  [409, true],
  [413, true],
  // An attempt before it may have been taken: these are tried again.
  [408, false],
  [429, false],
  [500, false],
  [502, false],
  [507, false],
  // What was done and could not be read.
  [200, false],
  [undefined, false],
])('an answer %s is a proof that nothing was done: %s', (status, isProof) => {
  expect(isRefusal(new ApiError(new Error('No.'), status, undefined))).toBe(isProof);
});

it('what never came from a server is none', () => {
  expect(isRefusal(new DOMException('stopped', 'AbortError'))).toBe(false);
  expect(isRefusal('No.')).toBe(false);
});
