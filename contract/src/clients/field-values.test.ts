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
  it('are every SSN, the EIN, and the numbers of card and account', () => {
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
        { ok: false, message: 'may hold digits, spaces and hyphens only' },
      ]);
    }
    expect(read(name, '')).toEqual({ ok: true, value: null });
  });

  it('accept as a routing number only one with a valid check digit, and restore its leading zero', () => {
    expect(read('routing_number', '63100277')).toEqual({ ok: true, value: '063100277' });
    for (const value of ['063100278', '123456789', '12', '0631002770']) {
      expect(read('routing_number', value)).toEqual({
        ok: false,
        message: 'is not a valid routing number. Enter the nine digits as printed on a check',
      });
    }
  });

  it.each<[FieldName, string, string]>([
    ['ssn', '219-09-999', 'has 8 digits instead of 9. Enter all nine digits, including a leading zero'],
    ['spouse_ssn', '9999', 'has 4 digits instead of 9. Enter all nine digits, including a leading zero'],
    [
      'dep4_ssn',
      '219-09-99990',
      'has 10 digits instead of 9. Enter all nine digits, including a leading zero',
    ],
    [
      'business_ein',
      '1-2345678',
      'has 8 digits instead of 9. Enter all nine digits, including a leading zero',
    ],
    [
      'card_number',
      '4111 1111 1111 1112',
      'is not a valid card number. Enter all digits as printed on the card',
    ],
    ['card_number', '41111111111', 'is not a valid card number. Enter all digits as printed on the card'],
    ['card_number', '1111', 'is not a valid card number. Enter all digits as printed on the card'],
  ])('%s = %s is rejected when typed and accepted by a restore', (name, value, message) => {
    expect(read(name, value)).toEqual({ ok: false, message });
    expect(parseFieldValue(fieldNamed(name), value, { today: '2026-11-26', isRestore: true })).toEqual({
      ok: true,
      value,
    });
  });

  it('report a mask as a mask', () => {
    expect(read('ssn', '•••-••-6789')).toEqual({
      ok: false,
      message: 'holds mask characters; type the whole value',
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

  it('are ten births', () => {
    expect(BIRTHS).toHaveLength(10);
  });

  it('has no follow-up in 1931', () => {
    expect(read('next_f_u_date', '5/31/1931')).toEqual({
      ok: false,
      message: 'must not be more than 20 years ago. Check the year',
    });
  });

  it('accepts a stored value again', () => {
    const dob = CLIENT_FIELDS.find(({ name }) => name === 'dob');
    if (!dob) throw new Error('there is no birth date');
    const reading = { today: '2026-11-26', isRestore: true };
    expect(parseFieldValue(dob, '2031-01-01', reading)).toEqual({ ok: true, value: '2031-01-01' });
  });
});
