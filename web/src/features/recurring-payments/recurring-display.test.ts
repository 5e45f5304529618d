import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { actionProblem, fetchProblem, nextText } from './recurring-display.ts';

const body = (message: string) => ({ success: false, message, code: 'internal' }) as const;

describe('texts of a schedule', () => {
  it.each([
    ['ACTIVE', '2027-01-05', 'Next: Jan 5, 2027'],
    ['PAUSED', '2027-01-05', 'Next: —'],
    ['CANCELLED', null, 'Next: —'],
    ['COMPLETED', null, 'Next: —'],
  ] as const)('shows the next date of an active schedule only: %s, %s', (status, next_payment_date, text) => {
    expect(nextText({ status, next_payment_date })).toBe(text);
  });
});

describe('texts of a failure', () => {
  it.each([
    [new ApiError(null, 503, undefined, 'Service Unavailable'), 'Service Unavailable'],
    [new ApiError(null, 503, undefined, ''), '503'],
    [new ApiError(new Error('no way out'), undefined, undefined), 'no way out'],
  ])('a failed request shows the status text, else the code, else the error', (error, message) => {
    expect(fetchProblem(error, false)).toBe(`Failed to fetch recurring payments: ${message}`);
    expect(fetchProblem(error, true)).toBe(`Failed to fetch upcoming recurring payments: ${message}`);
  });

  it.each(['pause', 'resume', 'cancel'] as const)('a failed %s prefers the server’s message', (action) => {
    const error = new ApiError(null, 409, body('Only an active one.'), 'Conflict');
    expect(actionProblem(error, action)).toBe('Only an active one.');
    const silent = new ApiError(null, 409, undefined, 'Conflict');
    expect(actionProblem(silent, action)).toBe(`Failed to ${action} recurring payment: Conflict`);
  });
});
