import { describe, expect, it } from 'vitest';
import { findEarlierRows, type Person, PersonIndex, phoneKey, relate } from './rules.ts';

const person = (first: string, last: string, rest: Partial<Person> = {}): Person => ({
  first,
  last,
  dob: null,
  email: null,
  phone: null,
  ssn: null,
  ...rest,
});
const EMAIL = { email: 'home@family.test' };
const born = (dob: string) => ({ ...EMAIL, dob });

describe('two people who share an email', () => {
  it.each<[string, Person, Person, string]>([
    [
      'another name and birth date',
      person('Ana', 'Lee', born('1980-01-02')),
      person('Bo', 'Lee', born('2011-03-04')),
      'household',
    ],
    [
      'one name and birth date',
      person('Ana', 'Lee', born('1980-01-02')),
      person('ANA', 'Léé', born('1980-01-02')),
      'same',
    ],
    ['a short name', person('Bob', 'Lee', EMAIL), person('Robert', 'Lee', born('1980-01-02')), 'same'],
    ['no name', person('', '', EMAIL), person('Robert', 'Lee', born('1980-01-02')), 'same'],
    [
      'one name and another birth date',
      person('Ana', 'Lee', born('1980-01-02')),
      person('Ana', 'Lee', born('1980-02-01')),
      'possible',
    ],
    [
      'another name and one birth date',
      person('Ana', 'Lee', born('1980-01-02')),
      person('Eva', 'Lee', born('1980-01-02')),
      'possible',
    ],
    [
      'another name without a birth date',
      person('Ana', 'Lee', EMAIL),
      person('Eva', 'Lee', EMAIL),
      'possible',
    ],
    [
      'another last name and one birth date',
      person('Ana', 'Lee', born('1980-01-02')),
      person('Ana', 'Diaz', born('1980-01-02')),
      'same',
    ],
    [
      'another last name without a birth date',
      person('Ana', 'Lee', EMAIL),
      person('Ana', 'Diaz', EMAIL),
      'possible',
    ],
    [
      'father and son without a birth date',
      person('Al', 'Lee Sr', EMAIL),
      person('Al', 'Lee Jr', EMAIL),
      'possible',
    ],
  ])('with %s', (_, one, other, relation) => {
    expect(relate(one, other)).toBe(relation);
    expect(relate(other, one)).toBe(relation);
  });
});

describe('the index of people', () => {
  it('finds the right member of a household by the requested keys', () => {
    const index = new PersonIndex<number>(['email', 'name_dob']);
    index.add(person('Ana', 'Lee', born('1980-01-02')), 1);
    index.add(person('Bo', 'Lee', born('2011-03-04')), 2);
    const [best, ...others] = index.find(person('Bo', 'Lee', born('2011-03-04')));
    expect(best).toMatchObject({ id: 2, relation: 'same', by: ['email', 'name_dob'] });
    expect(others.map(({ id, relation }) => [id, relation])).toEqual([[1, 'household']]);
    expect(new PersonIndex<number>([]).find(person('Bo', 'Lee', EMAIL))).toEqual([]);
  });

  it('prefers the exact name to a short form', () => {
    const index = new PersonIndex<number>(['email']);
    index.add(person('J', 'Lee', EMAIL), 1);
    index.add(person('John', 'Lee', EMAIL), 2);
    expect(index.find(person('John', 'Lee', EMAIL)).map(({ id }) => id)).toEqual([2, 1]);
  });

  it('compares names only where very many share an email', () => {
    const index = new PersonIndex<number>(['email']);
    for (let n = 0; n < 20_000; n++) index.add(person(`P${n}`, 'Lee', EMAIL), n);
    expect(index.find(person('P777', 'Lee', EMAIL)).map(({ id }) => id)).toEqual([777]);
  });

  it('returns the first row of a person, also through a row in between', () => {
    const row = (row_number: number, email: string | null, phone: string | null) => ({
      row_number,
      person: person('Ana', 'Lee', { email, phone }),
    });
    const rows = [row(2, 'a', '1'), row(3, 'b', '1'), row(4, 'b', null), row(5, 'c', '2')];
    const found = findEarlierRows(rows, ['email', 'phone']);
    expect([...found].map(([number, [best]]) => [number, best?.id, best?.by])).toEqual([
      [3, 2, ['phone']],
      [4, 2, ['email']],
    ]);
  });
});

it.each([
  ['+1 (305) 555-0100', '3055550100'],
  ['305-555-0100 (7)', '3055550100'],
  ['(305) 555-0100', '3055550100'],
  ['000-000-0000', null],
  ['555-01', null],
  ['', null],
])('reads the phone %j as %j', (phone, key) => {
  expect(phoneKey(phone)).toBe(key);
});
