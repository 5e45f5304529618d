import { ERROR_STATUS, type ErrorCode } from '@ledgerline/contract/errors';
import { describe, expect, it } from 'vitest';
import { AppError, toAppError } from './errors.ts';

const postgres = (code: string, constraint?: string) =>
  Object.assign(new Error('secret detail'), { code, constraint });

describe('an error on the wire', () => {
  it.each(Object.entries(ERROR_STATUS))('%s has status %i and words', (code, status) => {
    const error = new AppError(code as ErrorCode);
    expect(error.status).toBe(status);
    expect(error.toBody('r1')).toEqual({
      success: false,
      message: expect.stringMatching(/^\S.{3,}/),
      code,
      details: { requestId: 'r1' },
    });
  });

  it('names the field, unless the message is a sentence of its own', () => {
    const message = (path: string, text: string) =>
      new AppError('validation_failed', { fields: [{ path, message: text }] }).message;
    expect(message('dob', 'must be a date')).toBe('dob must be a date');
    expect(message('email', 'Please enter a valid email address')).toBe('Please enter a valid email address');
    expect(message('', 'must be an object')).toBe('must be an object');
  });

  it('of the database becomes what it means, and its own words stay inside', () => {
    const cases: [string, ErrorCode][] = [
      ['23505', 'duplicate'],
      ['23503', 'wrong_state'],
      ['40P01', 'conflict'],
      ['40001', 'conflict'],
      ['08006', 'unavailable'],
      ['57P01', 'unavailable'],
      ['ECONNREFUSED', 'unavailable'],
      ['42601', 'internal'],
    ];
    for (const [sqlState, code] of cases) {
      for (const thrown of [postgres(sqlState), new Error('wrapped', { cause: postgres(sqlState) })]) {
        const error = toAppError(thrown);
        expect([sqlState, error.code]).toEqual([sqlState, code]);
        expect(JSON.stringify(error.toBody('r'))).not.toContain('secret detail');
        expect(error.cause).toBe(thrown);
      }
    }
    expect(toAppError(postgres('23505', 'agents_email_unique')).message).toBe(
      'This email is already in use by another agent',
    );
  });

  it('of anything else is internal and says nothing of the cause', () => {
    for (const thrown of [new TypeError('x is undefined'), 'a text', undefined, null]) {
      expect(toAppError(thrown).toBody('r').message).toBe('An unexpected error occurred');
    }
    const own = new AppError('not_found');
    expect(toAppError(own)).toBe(own);
  });
});
