import { describe, expect, it } from 'vitest';
import { ConnectionError, type HttpResponse } from '../../http/client.ts';
import { kindOf, toDocusignError } from './errors.ts';
import { type Repetition, type RetryMode, retryPolicy } from './retries.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const inSeconds = (seconds: number) => String(NOW.getTime() / 1000 + seconds);

function answer(status: number, errorCode = '', headers: Record<string, string> = {}): HttpResponse {
  const bytes = Buffer.from(JSON.stringify({ errorCode, message: 'So it is, ana@example.test.' }));
  return { status, bytes, headers: new Headers(headers) };
}

const BURST = answer(400, 'Burst_ApiInvocation_Limit_Exceeded');
const HOURLY = 'HOURLY_APIINVOCATION_LIMIT_EXCEEDED';

describe('retry', () => {
  const delayOf = (
    outcome: HttpResponse | ConnectionError,
    how: Repetition,
    retryMode: RetryMode,
    tries = 1,
  ) => retryPolicy(how, retryMode, () => NOW)(outcome, tries);

  it.each([
    ['a network error', new ConnectionError('gone', false)],
    ['408', answer(408)],
    ['500', answer(500)],
    ['503 with a moment to wait', answer(503, '', { 'retry-after': '2' })],
  ])('follows %s, unless the call must not be repeated, and not indefinitely', (_, outcome) => {
    expect(delayOf(outcome, 'read', 'interactive')).toBeGreaterThan(0);
    expect(delayOf(outcome, 'repeatable', 'interactive', 2)).toBeGreaterThan(0);
    expect(delayOf(outcome, 'once', 'background')).toBeNull();
    expect(delayOf(outcome, 'read', 'background', 3)).toBeNull();
  });

  it('follows a timeout only when no one waits at a screen', () => {
    const timeout = new ConnectionError('no answer', true);
    expect(delayOf(timeout, 'read', 'background')).toBeGreaterThan(0);
    expect(delayOf(timeout, 'repeatable', 'interactive')).toBeNull();
  });

  it.each([
    ['a burst limit for a job', BURST, 'background', 30_000],
    ['a burst limit for an interactive call', BURST, 'interactive', null],
    ['429', answer(429, '', { 'retry-after': '2' }), 'interactive', 2000],
    ['429 with a long wait', answer(429, '', { 'retry-after': '90' }), 'background', null],
    ['an hourly limit', answer(429, HOURLY), 'background', null],
    [
      'an hourly limit about to reset',
      answer(400, HOURLY, { 'x-ratelimit-reset': inSeconds(20) }),
      'background',
      20_000,
    ],
    [
      'an hourly limit with a long wait',
      answer(400, HOURLY, { 'x-ratelimit-reset': inSeconds(900) }),
      'background',
      null,
    ],
    [
      'too many concurrent downloads',
      answer(400, 'API_REQUEST_IS_THROTTLED', { 'retry-after': '1' }),
      'interactive',
      1000,
    ],
    ['a rejection', answer(400, 'INVALID_REQUEST_PARAMETER'), 'background', null],
    ['an expired token', answer(401, 'AUTHORIZATION_INVALID_TOKEN'), 'background', null],
    ['success', answer(200), 'background', null],
  ] as const)('after %s', (_, outcome, retryMode, ms) => {
    expect(delayOf(outcome, 'once', retryMode)).toBe(ms);
  });
});

describe('a rejection', () => {
  it.each([
    [400, 'hourly_envelope_polling_limit_exceeded', 'unavailable'],
    [429, '', 'unavailable'],
    [502, '', 'unavailable'],
    [401, 'USER_AUTHENTICATION_FAILED', 'unavailable'],
    [400, 'USER_LACKS_PERMISSIONS', 'unavailable'],
    [404, '', 'not_found'],
    [400, 'ENVELOPE_DOES_NOT_EXIST', 'not_found'],
    [400, 'TEMPLATE_ID_INVALID', 'not_found'],
    [400, 'INVALID_REQUEST_PARAMETER', 'invalid'],
  ])('%s %s is %s', (status, code, kind) => {
    expect(kindOf(toDocusignError(answer(status, code)))).toBe(kind);
  });

  it('is logged without email addresses', () => {
    expect(toDocusignError(answer(400, 'x')).message).toBe('X So it is, …');
  });
});
