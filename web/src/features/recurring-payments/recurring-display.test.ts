import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { actionProblem, fetchProblem, nextText } from './recurring-display.ts';

const body = (message: string) => ({ success: false, message, code: 'internal' }) as const;

describe('what is said of a schedule', () => {
  it('names the next day, or a dash when nothing more is due', () => {
    expect(nextText({ next_payment_date: '2027-01-05' })).toBe('Next: Jan 5, 2027');
    expect(nextText({ next_payment_date: null })).toBe('Next: —');
  });
});

describe('what is said of a failure', () => {
  it.each([
    [new ApiError(null, 503, undefined, 'Service Unavailable'), 'Service Unavailable'],
    [new ApiError(null, 503, undefined, ''), '503'],
    [new ApiError(new Error('no way out'), undefined, undefined), 'no way out'],
  ])('a fetch names the status text, else the code, else what went wrong', (error, message) => {
    expect(fetchProblem(error, false)).toBe(`Failed to fetch recurring payments: ${message}`);
    expect(fetchProblem(error, true)).toBe(`Failed to fetch upcoming recurring payments: ${message}`);
  });

  it.each(['pause', 'resume', 'cancel'] as const)('a failed %s prefers the server’s words', (action) => {
    const error = new ApiError(null, 409, body('Only an active one.'), 'Conflict');
    expect(actionProblem(error, action)).toBe('Only an active one.');
    const silent = new ApiError(null, 409, undefined, 'Conflict');
    expect(actionProblem(silent, action)).toBe(`Failed to ${action} recurring payment: Conflict`);
  });
});
