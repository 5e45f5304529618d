import { describe, expect, it } from 'vitest';
import { parseFieldValue } from './field-values.ts';
import { CLIENT_FIELDS, type FieldName, fieldNamed } from './fields/catalog.ts';

const read = (name: FieldName, text: unknown) => {
  const field = CLIENT_FIELDS.find((one) => one.name === name);
  if (!field) throw new Error(`there is no field ${name}`);
  return parseFieldValue(field, text, { today: '2026-11-26' });
};
const identifierOf = (name: FieldName) => {
  const kind = CLIENT_FIELDS.find((one) => one.name === name)?.identifier;
  return kind === 'routing' || kind === 'card' ? kind : 'other';
};
const NUMBERS = CLIENT_FIELDS.filter(({ isNumber }) => isNumber).map(({ name }) => name);

describe('numbers of a client', () => {
  it('are the SSNs, the EIN, and the numbers of card and account', () => {
    expect(NUMBERS).toEqual(
      expect.arrayContaining(['ssn', 'spouse_ssn', 'dep1_ssn', 'dep4_ssn', 'ben1_ssn', 'ben4_ssn']),
    );
    expect(NUMBERS).toEqual(
      expect.arrayContaining(['business_ein', 'routing_number', 'account_number', 'card_number', 'cvc']),
    );
    expect(NUMBERS).toHaveLength(15);
  });

  it.each(NUMBERS)('%s accepts only digits, spaces and hyphens', (name) => {
    const numbers = {
      routing: ['063100277', ' 0631-0027 7'],
      card: ['4111 1111 1111 1111', '378282246310005', 4242424242424242],
      other: ['123456789', '12-3456789', '219 09 9999', 219099999],
    }[identifierOf(name)];
    for (const value of numbers) {
      expect(read(name, value)).toMatchObject({ ok: true, value: String(value).trim() });
    }
    for (const value of ['abc', '12345678O', '<b>1</b>', '12/34', '=1+1', '١٢٣', '--']) {
      expect([value, read(name, value)]).toEqual([
        value,
        { ok: false, message: 'may contain only digits, spaces and hyphens' },
      ]);
    }
    expect(read(name, '')).toEqual({ ok: true, value: null });
  });

  const CHECK_DIGIT = 'fails the check-digit test, so at least one digit is wrong';
  it.each<[FieldName, string, string]>([
    ['ssn', '219-09-999', 'has 8 digits instead of 9'],
    ['spouse_ssn', '9999', 'has 4 digits instead of 9'],
    ['business_ein', '12-345678', 'has 8 digits instead of 9'],
    ['routing_number', '12', 'has 2 digits instead of 9'],
    ['routing_number', '063100278', CHECK_DIGIT],
  ])('%s = %s is accepted only after a confirmation', (name, value, message) => {
    const field = fieldNamed(name);
    const today = '2026-11-26';
    expect(read(name, value)).toEqual({ ok: false, message, isConfirmable: true });
    for (const damagedNumbers of ['confirmed', 'deferred'] as const)
      expect(parseFieldValue(field, value, { today, damagedNumbers })).toEqual({ ok: true, value });
    expect(parseFieldValue(field, value, { today, isRestore: true })).toEqual({ ok: true, value });
  });

  it.each<[FieldName, string, string]>([
    ['ssn', '12345678', '012345678'],
    ['ben4_ssn', '12-34-5678', '012-34-5678'],
    ['business_ein', '1-2345678', '01-2345678'],
    ['routing_number', '63100277', '063100277'],
  ])('%s = %s becomes %s with a warning, with or without a confirmation', (name, text, value) => {
    const field = fieldNamed(name);
    const today = '2026-11-26';
    const completed = { ok: true, value, warning: 'had 8 digits, so a leading zero was added' };
    expect(read(name, text)).toEqual(completed);
    expect(parseFieldValue(field, text, { today, damagedNumbers: 'confirmed' })).toEqual(completed);
    for (const reading of [{ damagedNumbers: 'deferred' as const }, { isRestore: true }])
      expect(parseFieldValue(field, text, { today, ...reading })).toEqual({ ok: true, value: text });
  });

  const CARD =
    'is not a valid card number. Enter all digits as printed on the card; spreadsheets round long numbers';
  it.each<[FieldName, string, string]>([
    ['dep4_ssn', '219-09-99990', 'has 10 digits instead of 9'],
    ['routing_number', '0631002770', 'has 10 digits instead of 9'],
    ['card_number', '4111 1111 1111 1112', CARD],
    ['card_number', '41111111111', CARD],
    ['card_number', '1111', CARD],
  ])('%s = %s is rejected even after a confirmation, and accepted by a restore', (name, value, message) => {
    const today = '2026-11-26';
    const field = fieldNamed(name);
    expect(read(name, value)).toEqual({ ok: false, message });
    for (const damagedNumbers of ['confirmed', 'deferred'] as const)
      expect(parseFieldValue(field, value, { today, damagedNumbers })).toEqual({ ok: false, message });
    expect(parseFieldValue(field, value, { today, isRestore: true })).toEqual({ ok: true, value });
  });

  it('report a mask as a mask', () => {
    expect(read('ssn', '•••-••-6789')).toEqual({
      ok: false,
      message: 'contains mask characters; type the full value',
    });
  });

  it('accept letters in licenses and passwords', () => {
    expect(read('dl_or_ppnumber', 'M600-A12')).toMatchObject({ ok: true });
    expect(read('mp_pass', 'secret!')).toMatchObject({ ok: true });
  });
});

describe('dates of a client', () => {
  it.each<[FieldName, string, string]>([
    ['dob', '5/31/30', '1930-05-31'],
    ['spouse_dob', '5/31/26', '2026-05-31'],
    ['dep4_dob', '11/27/26', '1926-11-27'],
    ['next_f_u_date', '5/31/31', '2031-05-31'],
    ['part_a_effective', '7/1/45', '2045-07-01'],
    ['part_b_effective', 'July 1, 2010', '2010-07-01'],
  ])('%s reads %j as %s', (name, text, value) => {
    expect(read(name, text)).toEqual({ ok: true, value });
  });

  const BIRTHS = CLIENT_FIELDS.filter(({ name }) => name.endsWith('dob')).map(({ name }) => name);
  it.each(BIRTHS)('%s is never in the future, and never more than 130 years ago', (name) => {
    expect(read(name, '11/26/2026')).toMatchObject({ ok: true });
    const future = { ok: false, message: 'must not be in the future. Check the year' };
    expect(read(name, '11/27/2026')).toEqual(future);
    expect(read(name, '2027-01-01')).toEqual(future);
    expect(read(name, '11/25/1896')).toEqual({
      ok: false,
      message: 'must be within the last 130 years. Check the year',
    });
  });

  it('include ten dates of birth', () => {
    expect(BIRTHS).toHaveLength(10);
  });

  it('rejects a follow-up in 1931', () => {
    expect(read('next_f_u_date', '5/31/1931')).toEqual({
      ok: false,
      message: 'must not be more than 20 years ago. Check the year',
    });
  });

  it('accepts any stored date when it is restored', () => {
    const dob = CLIENT_FIELDS.find(({ name }) => name === 'dob');
    if (!dob) throw new Error('there is no birth date');
    const reading = { today: '2026-11-26', isRestore: true };
    expect(parseFieldValue(dob, '2031-01-01', reading)).toEqual({ ok: true, value: '2031-01-01' });
  });
});
