import { describe, expect, it } from 'vitest';
import { contactsOf } from '../matching/rules.ts';
import { compareRecords, type Described } from './rules.ts';

const person = (first: string, last: string, rest: { dob?: string; phone?: string; email?: string } = {}) =>
  ({
    first,
    last,
    dob: rest.dob ?? null,
    contacts: contactsOf([rest.phone], [rest.email]),
  }) satisfies Described;
const PHONE = { phone: '(305) 555-0100' };

describe('two records', () => {
  it.each<[string, Described, Described, boolean, string[] | null]>([
    ['with nothing in common', person('Ana', 'Lee'), person('Bo', 'Diaz'), false, null],
    [
      'with one phone',
      person('', '', PHONE),
      person('Bo', 'Lee', { phone: '1-305-555-0100' }),
      false,
      ['phone'],
    ],
    [
      'with one phone and email',
      person('', '', { ...PHONE, email: 'A@b.com' }),
      person('', '', { ...PHONE, email: 'a@b.com ' }),
      false,
      ['phone', 'email'],
    ],
    [
      'with a placeholder phone',
      person('Ana', 'Lee', { phone: '555-555-5555' }),
      person('Bo', 'Diaz', { phone: '555-555-5555' }),
      false,
      null,
    ],
    [
      'with name and birth date',
      person('José', 'Núñez', { dob: '1980-01-02' }),
      person('JOSE', 'Nunez', { dob: '1980-01-02' }),
      true,
      ['name_dob'],
    ],
    [
      'with a nickname and birth date',
      person('Bob', 'Lee', { dob: '1980-01-02' }),
      person('Robert', 'Lee', { dob: '1980-01-02' }),
      false,
      ['similar_name_dob'],
    ],
    [
      'with another last name after a marriage',
      person('Ana', 'Lee', { dob: '1980-01-02' }),
      person('Ana', 'Diaz', { dob: '1980-01-02' }),
      false,
      ['similar_name_dob'],
    ],
    ['with another last name only', person('Ana', 'Lee'), person('Ana', 'Diaz'), false, null],
    ['with one name', person('Ana', 'Lee'), person('Ana', 'Lee', { dob: '1980-01-02' }), true, ['same_name']],
    ['with a typing error', person('Ana', 'Gutierrez'), person('Ana', 'Gutierez'), true, ['similar_name']],
    [
      'with one name and different birth dates',
      person('Ana', 'Lee', { dob: '1980-01-03' }),
      person('Ana', 'Lee', { dob: '1980-01-02' }),
      true,
      null,
    ],
    [
      'with one name and phone, and different birth dates',
      person('Ana', 'Lee', { ...PHONE, dob: '1980-01-03' }),
      person('Ana', 'Lee', { ...PHONE, dob: '1980-01-02' }),
      true,
      ['phone'],
    ],
    [
      'of one household',
      person('Ana', 'Lee', { ...PHONE, dob: '1980-01-03' }),
      person('Bo', 'Lee', { ...PHONE, dob: '2011-03-04' }),
      false,
      null,
    ],
    [
      'with one birth date only',
      person('Ana', 'Lee', { dob: '1980-01-02' }),
      person('Bo', 'Diaz', { dob: '1980-01-02' }),
      false,
      null,
    ],
  ])('%s', (_, one, other, areSpelledAlike, reasons) => {
    expect(compareRecords(one, other, areSpelledAlike)?.reasons ?? null).toEqual(reasons);
    expect(compareRecords(other, one, areSpelledAlike)?.reasons ?? null).toEqual(reasons);
  });
});
