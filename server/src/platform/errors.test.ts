import { ERRORS, type ErrorCode } from '@ledgerline/contract/errors';
import { describe, expect, it } from 'vitest';
import { AppError, isOutage, toAppError } from './errors.ts';

const postgres = (code: string, constraint?: string) =>
  Object.assign(new Error('secret detail'), { code, constraint });

describe('an error response', () => {
  it.each(Object.entries(ERRORS))('%s has its status and message', (code, { status, message }) => {
    const error = new AppError(code as ErrorCode);
    expect(error.status).toBe(status);
    expect(error.toBody('r1')).toEqual({
      success: false,
      message,
      code,
      details: { requestId: 'r1' },
    });
  });

  it('names the field, unless the message is a full sentence', () => {
    const message = (path: string, text: string) =>
      new AppError('validation_failed', { fields: [{ path, message: text }] }).message;
    expect(message('dob', 'must be a date')).toBe('dob must be a date');
    expect(message('email', 'Please enter a valid email address')).toBe('Please enter a valid email address');
    expect(message('filter', '“Old” is not a value of Status.')).toBe('“Old” is not a value of Status.');
    expect(message('', 'must be an object')).toBe('must be an object');
  });

  it("of the database is mapped to its meaning, without the database's message", () => {
    const cases: [string, ErrorCode][] = [
      ['23505', 'duplicate'],
      ['23503', 'wrong_state'],
      ['40P01', 'conflict'],
      ['40001', 'conflict'],
      ['08006', 'unavailable'],
      ['57P01', 'unavailable'],
      ...['57P02', '57P03', '57P05', '53300', '57014', '55P03', '25P03'].map((state): [string, ErrorCode] => [
        state,
        'unavailable',
      ]),
      ['ECONNREFUSED', 'unavailable'],
      ['23001', 'has_related_data'],
      ['53100', 'disk_full'],
      ['ENOSPC', 'disk_full'],
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

  it('of a full disk says so', () => {
    expect(toAppError(postgres('53100')).toBody('r')).toMatchObject({
      code: 'disk_full',
      message: 'The server’s disk is full. Ask your IT contact to free up space, then try again.',
    });
    // As the file upload library reports it.
    const wrapped = Object.assign(new Error('E_CANNOT_WRITE_FILE', { cause: postgres('ENOSPC') }), {
      code: 'E_CANNOT_WRITE_FILE',
    });
    expect(toAppError(wrapped).code).toBe('disk_full');
  });

  it('is distinguished from an outage', () => {
    const away = ['57P01', '57P02', '57P03', '53300', '08006', '53100', 'ECONNREFUSED'];
    for (const code of away) {
      expect([code, isOutage(postgres(code))]).toEqual([code, true]);
      expect(isOutage(new Error('wrapped', { cause: postgres(code) }))).toBe(true);
    }
    expect(isOutage(new AppError('unavailable'))).toBe(true);
    for (const own of [
      postgres('55P03'),
      postgres('57014'),
      postgres('23505'),
      new AppError('conflict'),
      'x',
    ])
      expect(isOutage(own)).toBe(false);
  });

  it('of any other kind is internal and reveals nothing of the cause', () => {
    for (const thrown of [new TypeError('x is undefined'), 'a text', undefined, null]) {
      expect(toAppError(thrown).toBody('r').message).toBe('An unexpected error occurred');
    }
    const own = new AppError('not_found');
    expect(toAppError(own)).toBe(own);
  });
});
