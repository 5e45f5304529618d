import { describe, expect, it } from 'vitest';
import { isPlaceholderEmail, isPlaceholderPhone, isPlaceholderText } from './placeholders.ts';
import { compareNames, type NameRelation, nameKey } from './same-person.ts';

const name = (text: string) => {
  const [first = '', last = ''] = text.split(',').map((part) => part.trim());
  return { first, last };
};

describe('compareNames', () => {
  it.each<[string, string, NameRelation]>([
    ['José, Núñez', 'JOSE, NUNEZ', 'same'],
    ['Sean, O’Brien', "Sean, O'Brien", 'same'],
    ['Sean, O’Brien', 'Sean, OBrien', 'same'],
    ['Mary Ann, De La Cruz', 'MaryAnn, Delacruz', 'same'],
    ['Robert, Smith', 'Bob, Smith', 'compatible'],
    ['J., Smith', 'John, Smith', 'compatible'],
    ['John, Smith', 'John A, Smith', 'compatible'],
    ['John Albert, Smith', 'John A., Smith', 'compatible'],
    ['María, García', 'María, García López', 'compatible'],
    ['Ana, Smith-Jones', 'Ana, Jones', 'compatible'],
    ['Ana, de la Cruz', 'Ana, Cruz', 'compatible'],
    [', Smith', 'John, Smith', 'compatible'],
    ['John,', 'John, Smith', 'compatible'],
    ['Maria, Garcia', 'Maria, Lopez', 'needs_birth_date'],
    ['John, Smith', 'John, Smith Jr.', 'needs_birth_date'],
    ['John, Smith Sr', 'John, Smith Jr', 'different'],
    ['John, Smith', 'Jane, Smith', 'different'],
    ['Mary Ann, Smith', 'Mary Lou, Smith', 'different'],
    ['Bob, Smith', 'Robert, Jones', 'different'],
    ['J, Smith', 'John, Jones', 'different'],
    ['N/A, unknown', 'John, Smith', 'unknown'],
    ['Ji, Na', 'Min, No', 'different'],
    [',', 'John, Smith', 'unknown'],
    ['John,', ', Smith', 'unknown'],
  ])('relates %j and %j as %s, in both orders', (one, other, relation) => {
    expect(compareNames(name(one), name(other))).toBe(relation);
    expect(compareNames(name(other), name(one))).toBe(relation);
  });

  it('builds a key of letters from a name', () => {
    expect(nameKey(name("Sean, O'Brien-Núñez"))).toBe('seanobriennunez');
  });
});

describe('placeholders', () => {
  it.each([
    'none@none.com',
    'noemail@gmail.com',
    'NA@na.com',
    'no-email@x.org',
    'n/a@n/a.com',
    'a@a.com',
    'sin.correo@x.com',
    'xxx@xxx.com',
    'test@test.com',
    '123@gmail.com',
    'real@noemail.com',
    'aaaa@gmail.com',
  ])('recognizes %s as a placeholder email address', (email) => {
    expect(isPlaceholderEmail(email)).toBe(true);
  });

  it.each(['ana@example.com', 'nona@gmail.com', 'smith@smith.com', 'noel@x.org', 'tess@gmail.com'])(
    'accepts %s as an email address',
    (email) => {
      expect(isPlaceholderEmail(email)).toBe(false);
    },
  );

  it.each(['0000000000', '5555555555', '1111111111', '9999999999', '3050000000', '1234567890', '555', ''])(
    'recognizes %s as a placeholder phone number',
    (digits) => {
      expect(isPlaceholderPhone(digits)).toBe(true);
    },
  );

  it.each(['3055550100', '5550100', '8002221111'])('accepts %s as a phone number', (digits) => {
    expect(isPlaceholderPhone(digits)).toBe(false);
  });

  it.each([
    ['N/A', true],
    ['--', true],
    ['None', true],
    ['xx', true],
    ['Nona', false],
    ['Ana', false],
  ])('reads %j as a placeholder: %s', (text, isOne) => {
    expect(isPlaceholderText(text)).toBe(isOne);
  });
});
