import { ERRORS, type ErrorCode } from '@ledgerline/contract/errors';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { closedReason, failureOf, isLinkLost, lostReason, meaningOf } from './link-error.ts';

const apiError = (status: number | undefined, code?: ErrorCode) =>
  new ApiError(new Error('No.'), status, code && { code });

describe('the meaning of an error for a visitor', () => {
  it('is determined by its code, consistent with the status', () => {
    for (const [name, { status }] of Object.entries(ERRORS)) {
      const error = apiError(status, name as ErrorCode);
      const isTemporary = name === 'conflict';
      const isLost = [401, 403, 404, 409].includes(status) && !isTemporary;
      expect([name, lostReason(error) !== null]).toEqual([name, isLost]);
      expect([name, meaningOf(error) === 'busy']).toEqual([name, status === 429]);
      expect([name, meaningOf(error) === 'away']).toEqual([name, status >= 500 || isTemporary]);
    }
  });

  it.each([
    ['form_completed', 'completed'],
    ['form_voided', 'voided'],
    ['link_revoked', 'revoked'],
    ['link_expired', 'expired'],
    ['link_needed', 'direct'],
    ['advisor_first', 'advisor_first'],
    ['source_missing', 'source'],
    ['not_found', 'source'],
    ['wrong_state', 'invalid'],
    ['validation_failed', 'invalid'],
    ['too_many_requests', null],
    ['unavailable', null],
  ] as const)('%s closes the page as %s', (code, reason) => {
    expect(closedReason(apiError(ERRORS[code].status, code))).toBe(reason);
  });

  it.each([
    ['form_completed', true],
    ['link_revoked', true],
    ['invalid_link', true],
    ['not_found', false],
    ['wrong_state', false],
    ['unavailable', false],
  ] as const)('whose code is %s means a lost link: %s', (code, isLost) => {
    expect(isLinkLost(apiError(ERRORS[code].status, code))).toBe(isLost);
  });

  it.each([
    [403, 'invalid'],
    [409, 'invalid'],
    [413, 'input'],
    [429, 'busy'],
    [502, 'away'],
    // Done, and not readable.
    [200, 'away'],
    [undefined, 'failed'],
  ] as const)('is determined by the status %s without a code, or with an unknown one', (status, meaning) => {
    expect(meaningOf(apiError(status))).toBe(meaning);
    expect(meaningOf(apiError(status, 'of_tomorrow' as ErrorCode))).toBe(meaning);
    expect(failureOf(apiError(status))).toBe(status === undefined ? 'failed' : 'away');
  });
});
