import { describe, expect, it } from 'vitest';
import { errorsOf, SquareError } from './square-error.ts';

const squareError = (status: number, code: string, category = 'INVALID_REQUEST_ERROR') =>
  new SquareError('BFS', status, errorsOf({ errors: [{ category, code }] }));

describe('error of Square', () => {
  it.each([
    [400, 'INVALID_VALUE', 'INVALID_REQUEST_ERROR', 'invalid'],
    [400, 'IDEMPOTENCY_KEY_REUSED', 'INVALID_REQUEST_ERROR', 'key_reused'],
    [409, 'IDEMPOTENCY_KEY_REUSED', 'INVALID_REQUEST_ERROR', 'key_reused'],
    [400, 'VERSION_MISMATCH', 'INVALID_REQUEST_ERROR', 'unavailable'],
    [409, 'CONFLICT', 'INVALID_REQUEST_ERROR', 'unavailable'],
    [404, 'NOT_FOUND', 'INVALID_REQUEST_ERROR', 'not_found'],
    [400, 'NOT_FOUND', 'INVALID_REQUEST_ERROR', 'not_found'],
    [401, 'UNAUTHORIZED', 'AUTHENTICATION_ERROR', 'unavailable'],
    [403, 'FORBIDDEN', 'AUTHENTICATION_ERROR', 'unavailable'],
    [429, 'RATE_LIMITED', 'RATE_LIMIT_ERROR', 'unavailable'],
    [408, 'REQUEST_TIMEOUT', 'API_ERROR', 'unavailable'],
    [500, 'INTERNAL_SERVER_ERROR', 'API_ERROR', 'unavailable'],
    [402, 'CARD_DECLINED', 'PAYMENT_METHOD_ERROR', 'invalid'],
  ])('with %d %s %s is %s', (status, code, category, kind) => {
    expect(squareError(status, code, category).kind).toBe(kind);
  });

  it('for a stale version is distinguished', () => {
    expect(squareError(400, 'VERSION_MISMATCH').isStale).toBe(true);
    expect(squareError(400, 'INVALID_VALUE').isStale).toBe(false);
    expect(squareError(409, 'IDEMPOTENCY_KEY_REUSED').isStale).toBe(false);
  });

  it.each([
    [{ field: 'invoice.invoice_number' }, true],
    [{ detail: 'Invoice number is not unique' }, true],
    [{ field: 'invoice.title', detail: 'Too long' }, false],
  ])('%j is about a taken number: %s', (error, isTaken) => {
    expect(new SquareError('BFS', 400, errorsOf({ errors: [error] })).isNumberTaken).toBe(isTaken);
  });

  it.each([undefined, '<html>', { errors: 'x' }, { errors: [] }])(
    'with the body %j is still an error',
    (body) => {
      expect(new SquareError('BFS', 502, errorsOf(body)).message).toBe(
        'square BFS answered 502: without a reason',
      );
    },
  );
});
