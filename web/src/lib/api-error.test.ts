import { expect, it } from 'vitest';
import {
  ApiError,
  errorMessageOf,
  hasErrorCode,
  isDoneUnread,
  isRejection,
  wrongFields,
} from './api-error.ts';

it.each([
  [400, true],
  [403, true],
  [409, true],
  [413, true],
  // A previous attempt may have succeeded: these are retried.
  [408, false],
  [429, false],
  [500, false],
  [502, false],
  [507, false],
  // A write that succeeded but returned an unreadable response.
  [200, false],
  [undefined, false],
])('whether response %s guarantees that nothing was done: %s', (status, isRejected) => {
  expect(isRejection(new ApiError(new Error('No.'), status, undefined))).toBe(isRejected);
});

it('treats an error without a response as no response', () => {
  expect(isRejection(new DOMException('stopped', 'AbortError'))).toBe(false);
  expect(isRejection('No.')).toBe(false);
});

it('distinguishes the server’s message from the browser’s', () => {
  const fields = [{ path: 'email', message: 'is taken' }];
  const apiError = new ApiError(null, 400, {
    code: 'validation_failed',
    message: 'No.',
    details: { fields },
  });
  expect([errorMessageOf(apiError), wrongFields(apiError)]).toEqual(['No.', fields]);
  expect([
    hasErrorCode(apiError, 'duplicate', 'validation_failed'),
    hasErrorCode(apiError, 'duplicate'),
  ]).toEqual([true, false]);
  const silent = new ApiError(new Error('broken'), undefined, undefined);
  for (const error of [silent, new Error('x'), null])
    expect([
      errorMessageOf(error),
      wrongFields(error),
      hasErrorCode(error, 'internal'),
      isDoneUnread(error),
    ]).toEqual([undefined, [], false, false]);
  expect(isDoneUnread(new ApiError(new Error('unreadable'), 201, undefined))).toBe(true);
});
