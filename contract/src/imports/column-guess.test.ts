import { describe, expect, it } from 'vitest';
import { CLIENT_FIELDS } from '../clients/fields/catalogue.ts';
import { guessMapping } from './column-guess.ts';

describe('the guessed column mapping', () => {
  it.each([
    ['First Name', 'client_first_name'],
    ['LAST', 'client_last_name'],
    ['Cell Phone', 'primary_phone'],
    ['phone #', 'primary_phone'],
    ['E-mail', 'primary_email'],
    ['client_email', 'primary_email'],
    ['DOB', 'dob'],
    ['DOB (MM/DD/YYYY)', 'dob'],
    ["Client's DOB", 'dob'],
    ['Plan', 'current_health_plan_name'],
    ['S.S.N.', 'ssn'],
    ['Social Security Number', 'ssn'],
    ['Beneficiary 1 %', 'ben1_pct'],
    ['dep2_ssn', 'dep2_ssn'],
    ['Follow-Up', 'next_f_u_date'],
    ['Favourite colour', null],
    ['', null],
    ['Name', null],
  ])('reads %j as %j', (header, name) => {
    expect(guessMapping([header])).toEqual([name]);
  });

  it('recognises every field by its name and by its label', () => {
    const names = CLIENT_FIELDS.map((field) => field.name);
    expect(guessMapping(names)).toEqual(names);
    expect(guessMapping(CLIENT_FIELDS.map((field) => field.label))).toEqual(names);
  });

  it('recognises every alias of the catalogue', () => {
    for (const field of CLIENT_FIELDS)
      for (const alias of field.aliases)
        expect([alias, guessMapping([alias])]).toEqual([alias, [field.name]]);
  });

  it('gives a field to one column only, the leftmost', () => {
    expect(guessMapping(['Email', 'E-mail address', 'Phone'])).toEqual([
      'primary_email',
      null,
      'primary_phone',
    ]);
  });

  it('prefers the column that names a field most exactly', () => {
    expect(guessMapping(['Client phone (old)', 'Phone'])).toEqual([null, 'primary_phone']);
  });
});
