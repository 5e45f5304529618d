import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { describe, expect, test } from 'vitest';
import { displayText, plainText } from '../../../domain/clients/field-text.ts';
import { copyText, editText, pastedValue, richText, typedValue } from './cell-text.ts';

const MONEY = fieldNamed('cigna');
const DATE = fieldNamed('dob');
const NOTES = fieldNamed('notes');
const SSN = fieldNamed('ssn');
const STATUS = fieldNamed('status');
const PHONE = fieldNamed('secondary_phone');
const ZIP = fieldNamed('address');

describe('display text', () => {
  test.each([
    ['money with two decimals', MONEY, 1234.5, '$1,234.50'],
    ['an amount of zero', MONEY, 0, '$0.00'],
    ['an empty amount', MONEY, null, ''],
    ['a date as month, day, year', DATE, '1990-05-31', '05/31/1990'],
    ['a status as a word', STATUS, 'lead', 'Lead'],
    [
      'a note as one line of words',
      NOTES,
      '<p>Call <b>Ann</b></p><p>on Monday &amp; Tuesday</p>',
      'Call Ann on Monday & Tuesday',
    ],
    ['a secret as its mask', SSN, '•••-••-6789', '•••-••-6789'],
    ['leading zeros', ZIP, '00123', '00123'],
    ['a phone as on the client’s page', PHONE, '3055550123', '(305) 555-0123'],
    ['a phone with a leading 1', fieldNamed('primary_phone'), '13055550123', '(305) 555-0123'],
    ['a phone of another length as stored', fieldNamed('employer_phone'), '555-0123', '555-0123'],
    ['no phone', PHONE, null, ''],
  ])('%s', (_name, field, value, shown) => {
    expect(displayText(field, value)).toBe(shown);
  });
});

describe('initial editor text', () => {
  test.each([
    ['an amount without signs', MONEY, 1234.5, '1234.50'],
    ['a date as it is typed', DATE, '1990-05-31', '05/31/1990'],
    ['a note with its markup', NOTES, '<p>x</p>', '<p>x</p>'],
    ['a phone as it is shown', PHONE, '3055550123', '(305) 555-0123'],
  ])('%s', (_name, field, value, text) => {
    expect(editText(field, value)).toBe(text);
  });
});

describe('a number of a fixed length', () => {
  const CARD =
    'is not a valid card number. Enter all digits as printed on the card; spreadsheets round long numbers';

  test.each([
    ['ssn', '123-45-678'],
    ['business_ein', '1-2345678'],
    ['routing_number', '063100278'],
  ] as const)(
    'in the column %s with %s is sent as typed, for the server to complete or confirm',
    (name, text) => {
      const sent = { ok: true, value: text };
      expect(typedValue(fieldNamed(name), text, null)).toEqual(sent);
      expect(pastedValue(fieldNamed(name), text, null)).toEqual(sent);
    },
  );

  test('entered without its leading zero equals the stored one', () => {
    const same = { ok: true, value: '01-2345678' };
    expect(typedValue(fieldNamed('business_ein'), '1-2345678', '01-2345678')).toEqual(same);
    expect(pastedValue(fieldNamed('business_ein'), '1-2345678', '01-2345678')).toEqual(same);
  });

  test.each([
    ['ssn', '123-45-67890', 'has 10 digits instead of 9'],
    ['card_number', '4242', CARD],
    ['card_number', '4242 4242 4242 4224', CARD],
  ] as const)('in the column %s with %s is rejected when it is typed or pasted', (name, text, message) => {
    const rejected = { ok: false, message };
    expect(typedValue(fieldNamed(name), text, null)).toEqual(rejected);
    expect(pastedValue(fieldNamed(name), text, null)).toEqual(rejected);
  });

  test('keeps an invalid stored number unchanged', () => {
    expect(typedValue(fieldNamed('business_ein'), '12-345', '12-345')).toEqual({ ok: true, value: '12-345' });
    expect(pastedValue(SSN, '•••-••-6789', '•••-••-6789')).toEqual({ ok: true, value: '•••-••-6789' });
  });
});

describe('parsing editor text', () => {
  test('unchanged text keeps the value, even if it would fail validation today', () => {
    expect(typedValue(fieldNamed('primary_email'), 'not an address', 'not an address')).toEqual({
      ok: true,
      value: 'not an address',
    });
  });

  test('surrounding spaces change nothing', () => {
    expect(typedValue(ZIP, '  x ', 'x')).toEqual({ ok: true, value: 'x' });
  });

  test('a phone that differs only in formatting changes nothing', () => {
    expect(typedValue(PHONE, '(305) 555-0123', '3055550123')).toEqual({ ok: true, value: '3055550123' });
  });

  test('a phone with dots is rejected, as in a form', () => {
    expect(typedValue(PHONE, '305.555.0123', null)).toEqual({
      ok: false,
      message: 'Please enter a valid phone number',
    });
  });

  test('12.5 in a premium is the number 12.5', () => {
    expect(typedValue(MONEY, '12.5', null)).toEqual({ ok: true, value: 12.5 });
  });

  test('an invalid date is rejected with a reason', () => {
    expect(typedValue(DATE, '13/45/1990', null)).toMatchObject({ ok: false });
  });
});

describe('clipboard text', () => {
  test.each([
    ['a phone as stored', PHONE, '3055550123', '3055550123'],
    ['a phone with its leading 1', PHONE, '13055550123', '13055550123'],
    ['money as shown', MONEY, 1234.5, '$1,234.50'],
  ])('%s', (_name, field, value, text) => {
    expect(copyText(field, value)).toBe(text);
  });

  test('a phone that is pasted into another cell is stored there as it was', () => {
    const other = fieldNamed('primary_phone');
    expect(pastedValue(other, copyText(PHONE, '13055550123'), '3055550199')).toEqual({
      ok: true,
      value: '13055550123',
    });
  });

  test('a phone pasted as it is shown, over itself, leaves it as it is', () => {
    expect(pastedValue(PHONE, '(305) 555-0123', '3055550123')).toEqual({ ok: true, value: '3055550123' });
  });
});

describe('parsing clipboard text', () => {
  test.each([
    ['money with signs', MONEY, '$1,234.50', null, 1234.5],
    ['a date in US form', DATE, '5/3/1990', null, '1990-05-03'],
    ['leading zeros', ZIP, '00123', null, '00123'],
    ['a status as it is shown', STATUS, 'Lead', 'new', 'lead'],
    ['plain words into notes, as a paragraph', NOTES, '1 < 2', '', '<p>1 &lt; 2</p>'],
    ['a phone with dots and an extension', PHONE, '305.555.0123 ext. 12', null, '305-555-0123 (12)'],
    ['nothing', MONEY, '', 12, null],
  ])('%s', (_name, field, text, current, value) => {
    expect(pastedValue(field, text, current)).toEqual({ ok: true, value });
  });

  test('a mask pasted over itself leaves the secret unchanged', () => {
    expect(pastedValue(SSN, '•••-••-6789', '•••-••-6789')).toEqual({ ok: true, value: '•••-••-6789' });
  });

  test('another client’s mask is rejected', () => {
    expect(pastedValue(SSN, '•••-••-6789', '•••-••-1111')).toMatchObject({ ok: false });
  });

  test('a note copied over itself keeps its formatting', () => {
    const note = '<p>Call <b>Ann</b></p>';
    expect(pastedValue(NOTES, copyText(NOTES, note), note)).toEqual({ ok: true, value: note });
  });
});

describe('rich text and plain text', () => {
  test('lines become paragraphs and back', () => {
    expect(plainText(richText('one\ntwo & <three>'))).toBe('one\ntwo & <three>');
  });

  test('blank text is an empty note', () => {
    expect(richText('  ')).toBe('');
  });
});
