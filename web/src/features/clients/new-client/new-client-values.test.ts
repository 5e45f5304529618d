import { expect, test } from 'vitest';
import { newClientFrom } from './new-client-values.ts';

test.each([
  ['maria alvarez', 'Maria', 'Alvarez'],
  ['Alvarez, Maria Luisa', 'Maria Luisa', 'Alvarez'],
  ['maria luisa alvarez', 'Maria Luisa', 'Alvarez'],
  ['ana de la cruz', 'Ana', 'de la Cruz'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ["sean o'brien-lee", 'Sean', "O'Brien-Lee"],
  ['LaToya McDonald', 'LaToya', 'McDonald'],
  ['  maria ', 'Maria', ''],
  ['de', 'De', ''],
])('%j becomes %j and %j', (q, client_first_name, client_last_name) => {
  expect(newClientFrom(q)).toEqual({
    client_first_name,
    client_last_name,
    primary_email: '',
    primary_phone: '',
  });
});

test('an email or a phone goes into its own field', () => {
  expect(newClientFrom('ana@example.com')).toMatchObject({
    client_first_name: '',
    primary_email: 'ana@example.com',
  });
  expect(newClientFrom('(305) 555-0123')).toMatchObject({
    client_first_name: '',
    primary_phone: '(305) 555-0123',
  });
  expect(newClientFrom('305.555.0123')).toMatchObject({
    client_first_name: '',
    primary_phone: '305-555-0123',
  });
});
