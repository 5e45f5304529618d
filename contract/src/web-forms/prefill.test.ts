import { describe, expect, it } from 'vitest';
import { SECRET_FIELDS } from '../clients/fields/catalog.ts';
import { startAnswers } from './answers.ts';
import { IUL_APPLICATION } from './iul-application/iul-application.ts';
import { PERSONAL_INFO } from './personal-info/personal-info.ts';
import { prefillFrom } from './prefill.ts';
import { validateForm } from './validate.ts';

const CLIENT = {
  client_first_name: 'Rosa',
  client_last_name: 'Marín',
  dob: '1961-05-31',
  primary_phone: '(305) 555-0123',
  secondary_phone: '(305) 555-0124',
  primary_email: 'rosa@example.test',
  address: '12 Palm Way, Miami FL 33101',
  height: `5'4"`,
  weight: '141 lb',
  occupation: 'Baker',
  name_of_employer: 'Marín Bakery',
  name_of_pcp: 'Dr. Soto, Miami',
  ben1_name: 'Luis Marín',
  ben1_relationship: 'child',
  ben1_pct: 60,
  ben1_dob: '1988-02-03',
  ben3_name: 'Ana Marín',
  ben3_relationship: 'Stepdaughter',
  ben3_pct: 40,
};

describe('prefilling from a client record', () => {
  it('fills in the personal information form', () => {
    expect(prefillFrom(PERSONAL_INFO, CLIENT)).toEqual({
      personalInfo: {
        firstName: 'Rosa',
        lastName: 'Marín',
        dateOfBirth: '1961-05-31',
        heightFt: '5',
        heightIn: '4',
        weight: '141',
      },
      contactInfo: {
        primary_phone: '(305) 555-0123',
        secondary_phone: '(305) 555-0124',
        email: 'rosa@example.test',
      },
      addressInfo: { streetAddress: '12 Palm Way', city: 'Miami', state: 'FL', zip: '33101' },
      medicalHistory: { primaryPhysician: 'Dr. Soto, Miami' },
      ownership: {
        beneficiaries: [
          { name: 'Luis Marín', relationship: 'Child', percentage: '60' },
          { name: 'Ana Marín', relationship: '', percentage: '40' },
        ],
      },
    });
  });

  it('fills in work and birth dates of the application', () => {
    const known = prefillFrom(IUL_APPLICATION, CLIENT);
    expect(known.employment).toEqual({ occupation: 'Baker', employer: 'Marín Bakery' });
    expect(known.ownership?.beneficiaries).toContainEqual({
      name: 'Luis Marín',
      relationship: 'Child',
      percentage: '60',
      dateOfBirth: '1988-02-03',
    });
  });

  it('never includes a secret or its mask', () => {
    const secrets = Object.fromEntries(SECRET_FIELDS.map(({ name }) => [name, '219-09-9999']));
    for (const definition of [PERSONAL_INFO, IUL_APPLICATION]) {
      expect(prefillFrom(definition, secrets)).toEqual({});
    }
  });

  it('passes the validation of the steps it fills', () => {
    const answers = startAnswers(IUL_APPLICATION, { prefill: prefillFrom(IUL_APPLICATION, CLIENT) });
    const wrong = validateForm(IUL_APPLICATION, answers, { today: '2026-11-20' });
    const missing = ['required', 'choose', 'agree'];
    expect(wrong.filter(({ code }) => !missing.includes(code))).toEqual([]);
    expect(wrong.some(({ path }) => path.startsWith('addressInfo'))).toBe(false);
  });
});
