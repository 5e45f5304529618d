import { describe, expect, it } from 'vitest';
import { CLIENT_FIELDS } from '../clients/fields/catalog.ts';
import { guessMapping } from './column-guess.ts';
import { FOREIGN_HEADERS } from './foreign-headers.ts';

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
    ['Favorite color', null],
    ['', null],
    ['Name', null],
  ])('reads %j as %j', (header, name) => {
    expect(guessMapping([header])).toEqual([name]);
  });

  it.each([
    ['Applicant First Name', 'client_first_name'],
    ['Individual: First Name', 'client_first_name'],
    ['Individual: Birth Date', 'dob'],
    ['Primary Applicant DOB', 'dob'],
    ['Nombre', 'client_first_name'],
    ['Apellidos', 'client_last_name'],
    ['Fecha de nacimiento', 'dob'],
    ['Correo electrónico', 'primary_email'],
    ['Teléfono', 'primary_phone'],
    ['Dirección', 'address'],
    ['Código Postal', 'zip'],
    ['Data de nascimento', 'dob'],
    ['Endereço', 'address'],
    ['CEP', 'zip'],
    ['E-mail 1 - Value', 'primary_email'],
    ['Phone 1 - Value', 'primary_phone'],
    ['Address 1 - Region', 'state'],
    ['Primary Phone', 'primary_phone'],
    ['Spouse SSN', 'spouse_ssn'],
    ['Individual', null],
  ])('reads %j of another system as %j', (header, target) => {
    expect(guessMapping([header])).toEqual([target]);
  });

  it.each([
    [
      'Outlook',
      [
        'First Name',
        'Last Name',
        'E-mail Address',
        'Mobile Phone',
        'Home Street',
        'Home City',
        'Home State',
        'Home Postal Code',
        'Birthday',
      ],
    ],
    [
      'EZLynx',
      [
        'Applicant First Name',
        'Applicant Last Name',
        'Applicant Email',
        'Applicant Cell Phone',
        'Applicant Address Line 1',
        'Applicant City',
        'Applicant State',
        'Applicant Zip Code',
        'Applicant DOB',
      ],
    ],
    [
      'AgencyBloc',
      [
        'Individual: First Name',
        'Individual: Last Name',
        'Individual: Email',
        'Individual: Phone',
        'Individual: Street 1',
        'Individual: City',
        'Individual: State',
        'Individual: Zip',
        'Individual: Date of Birth',
      ],
    ],
    [
      'HealthSherpa',
      [
        'first_name',
        'last_name',
        'email',
        'phone',
        'street_address',
        'city',
        'state',
        'zip_code',
        'date_of_birth',
      ],
    ],
  ])('reads the columns of %s', (_, headers) => {
    expect(guessMapping(headers)).toEqual([
      ...['client_first_name', 'client_last_name', 'primary_email', 'primary_phone'],
      ...['address', 'city', 'state', 'zip', 'dob'],
    ]);
  });

  it("never maps another system's header to two targets", () => {
    const headers = FOREIGN_HEADERS.flatMap(([target, names]) =>
      names.map((name) => [name, target] as const),
    );
    for (const [name, target] of headers) expect([name, guessMapping([name])]).toEqual([name, [target]]);
  });

  it('recognizes every field by its name and by its label', () => {
    const names = CLIENT_FIELDS.map((field) => field.name);
    expect(guessMapping(names)).toEqual(names);
    expect(guessMapping(CLIENT_FIELDS.map((field) => field.label))).toEqual(names);
  });

  it('recognizes every alias of the catalog', () => {
    for (const field of CLIENT_FIELDS)
      for (const alias of field.aliases)
        expect([alias, guessMapping([alias])]).toEqual([alias, [field.name]]);
  });

  it('maps a field to one column only, the leftmost', () => {
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
