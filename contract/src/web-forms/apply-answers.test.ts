import { describe, expect, it } from 'vitest';
import type { FieldValue } from '../clients/field-values.ts';
import { inEveryLanguage } from '../languages.ts';
import { type FormAnswers, withAnswer } from './answers.ts';
import { findDifferences, offerableFields, withDependents } from './apply-answers.ts';
import { field, type WebFormDefinition } from './definition.ts';
import { IUL_APPLICATION } from './iul-application/iul-application.ts';
import { BENEFICIARIES } from './personal-info/ownership-step.ts';
import { PERSONAL_INFO } from './personal-info/personal-info.ts';
import { prefillFrom } from './prefill.ts';
import { sampleAnswers as sampleApplication } from './testing/iul-application-answers.ts';
import { sampleAnswers } from './testing/personal-info-answers.ts';
import { finishedAnswers } from './validate.ts';

const today = '2026-11-20';
const finished = finishedAnswers(PERSONAL_INFO, sampleAnswers(), today);

/** A client record with the same values as the sample form, in other notations. */
const SAME: Record<string, FieldValue> = {
  client_first_name: 'Rosa',
  client_last_name: ' Marín',
  dob: '1961-05-31',
  ssn: '219099999',
  primary_phone: '+1 305 555 0123',
  primary_email: 'ROSA@example.test',
  address: '12 palm way, Miami FL 33101',
  height: '5 ft 4 in',
  weight: '141',
  bank_name: 'First Example  Bank',
  account_name: 'rosa marín',
  routing_number: '011000015',
  account_number: '000123456789',
  ben1_name: 'Eva Marín',
  ben1_relationship: 'sibling',
  ben1_pct: 33.34,
  ben2_name: 'Luis Marín',
  ben2_relationship: 'Child',
  ben2_pct: 33.33,
  ben4_name: 'Ana Marín',
  ben4_relationship: 'Child',
  ben4_pct: '33.33',
};

const differences = (client: Record<string, FieldValue>, answers: FormAnswers = finished) =>
  findDifferences(PERSONAL_INFO, answers, client);
const pairs = (client: Record<string, FieldValue>, answers?: FormAnswers) =>
  differences(client, answers).map(({ field, client_value, value }) => [field, client_value, value]);

describe('answers compared to the client record', () => {
  it('are equal in any notation', () => {
    expect(pairs(SAME)).toEqual([]);
  });

  it.each<[string, FieldValue, FieldValue]>([
    ['client_first_name', 'ROSA', 'Rosa'],
    ['client_last_name', 'Marin', 'Marín'],
    ['dob', '1961-05-30', '1961-05-31'],
    ['dob', null, '1961-05-31'],
    ['ssn', '219-09-9998', '219-09-9999'],
    ['primary_phone', '(305) 555-0199', '(305) 555-0123'],
    ['primary_email', 'r@example.test', 'rosa@example.test'],
    ['address', '12 Palm Way, Miami, FL 33102', '12 Palm Way, Miami, FL 33101'],
    ['height', `5'5"`, `5'4"`],
    ['weight', '150 lb', '141 lb'],
    ['bank_name', '', 'First Example Bank'],
    ['account_number', '1', '000123456789'],
    ['ben1_pct', 33, 33.34],
    ['ben2_relationship', 'Spouse', 'Child'],
  ])('differ in %s: %j', (field, theirs, ours) => {
    expect(pairs({ ...SAME, [field]: theirs })).toEqual([[field, theirs, ours]]);
  });

  it('are ignored where the form was left empty', () => {
    const { banking: _, ...others } = finished;
    expect(pairs({ ...SAME, bank_name: 'Another Bank', secondary_phone: '1' }, others)).toEqual([]);
  });

  it('are in the order of the record with its labels, secrets marked', () => {
    const found = differences({});
    expect(found.map(({ field }) => field).slice(0, 3)).toEqual([
      'client_first_name',
      'client_last_name',
      'dob',
    ]);
    expect(found.filter(({ is_secret }) => is_secret).map(({ label }) => label)).toEqual([
      'SSN',
      'Routing number',
      'Account number',
    ]);
  });

  it('of the application include work, doctor and birth dates of beneficiaries', () => {
    const application = finishedAnswers(IUL_APPLICATION, sampleApplication(), today);
    const fields = findDifferences(IUL_APPLICATION, application, {}).map(({ field }) => field);
    expect(fields).toEqual(
      expect.arrayContaining(['occupation', 'name_of_employer', 'ben1_dob', 'ben2_pct']),
    );
  });

  it('prefilled and returned unchanged have no differences', () => {
    const known = { ...SAME, ben3_name: null };
    const back = prefillFrom(PERSONAL_INFO, known);
    expect(pairs(known, back)).toEqual([]);
  });
});

describe('beneficiaries', () => {
  const people = (...names: string[]) =>
    withAnswer(
      finished,
      'ownership.beneficiaries',
      names.map((name) => ({ name, relationship: 'Child', percentage: 100 / names.length })),
    );

  it('get free slots first', () => {
    const found = pairs({ ...SAME, ben4_name: null, ben4_relationship: null, ben4_pct: null });
    expect(found).toEqual([
      ['ben3_name', null, 'Ana Marín'],
      ['ben3_relationship', null, 'Child'],
      ['ben3_pct', null, 33.33],
    ]);
  });

  it('who are removed are cleared completely', () => {
    const known = {
      ben1_name: 'Luis',
      ben1_ssn: '219-09-9999',
      ben1_pct: 50,
      ben2_name: 'Ana',
      ben2_pct: 50,
    };
    const found = differences({ ...SAME, ...known, ben4_name: null }, people('Ana')).filter(
      ({ together }) => together === 'ben1',
    );
    expect(found.map(({ field, value }) => [field, value])).toEqual([
      ['ben1_name', null],
      ['ben1_ssn', null],
      ['ben1_relationship', null],
      ['ben1_pct', null],
    ]);
  });

  it('never inherit the SSN of the person they replace', () => {
    const full = { ...SAME, ben3_name: 'Old', ben3_ssn: '219-09-1111', ben3_dob: '1950-01-01' };
    const found = differences(full, people('Eva Marín', 'Luis Marín', 'Ana Marín', 'New'));
    const slot = found.filter(({ together }) => together === 'ben3');
    expect(slot.map(({ field, value }) => [field, value])).toEqual([
      ['ben3_name', 'New'],
      ['ben3_dob', null],
      ['ben3_ssn', null],
      ['ben3_relationship', 'Child'],
      ['ben3_pct', 25],
    ]);
    expect(withDependents(found, ['ben3_pct']).map(({ field }) => field)).toEqual(
      slot.map(({ field }) => field),
    );
    expect(withDependents(found, ['ben1_pct']).map(({ field }) => field)).toEqual(['ben1_pct']);
  });
});

describe('a form with its own keys', () => {
  const plain = inEveryLanguage(() => 'Question');
  const form: WebFormDefinition = {
    id: 'of-tomorrow',
    title: plain,
    description: '',
    icon: '',
    intro: plain,
    mirrors: {},
    sections: {},
    steps: [
      {
        key: 'who',
        title: plain,
        questions: [
          field('who.given', 'text', plain, { client: { field: 'client_first_name' } }),
          field('who.number', 'ssn', plain, { client: { field: 'ssn', isPrefilled: false } }),
          field('body.ft', 'number', plain, { client: { field: 'height', part: 'feet' } }),
          field('body.in', 'number', plain, { client: { field: 'height', part: 'inches' } }),
          {
            ...BENEFICIARIES,
            key: 'heirs.people',
            fields: [field('called', 'text', plain, { beneficiary: 'name' })],
          },
        ],
      },
    ],
  };
  const known = { client_first_name: 'Rosa', ssn: '219-09-9999', height: `5'4"`, ben1_name: 'Eva' };

  it('is prefilled and applied without further code', () => {
    expect(prefillFrom(form, known)).toEqual({
      who: { given: 'Rosa' },
      body: { ft: '5', in: '4' },
      heirs: { people: [{ called: 'Eva' }] },
    });
    const answers = {
      who: { given: 'Rosa M', number: '219-09-9998' },
      body: { ft: '5', in: '6' },
      heirs: { people: [{ called: 'Eva' }, { called: 'Luis' }] },
    };
    expect(findDifferences(form, answers, known).map(({ field: name, value }) => [name, value])).toEqual([
      ['client_first_name', 'Rosa M'],
      ['ssn', '219-09-9998'],
      ['height', `5'6"`],
      ['ben2_name', 'Luis'],
    ]);
    expect(offerableFields(form)).not.toContain('dob');
  });
});

describe('offerableFields', () => {
  it('lists exactly the fields that a form can set', () => {
    const fields = offerableFields(PERSONAL_INFO);
    for (const field of ['ssn', 'address', 'height', 'ben4_pct', 'account_number'] as const)
      expect(fields).toContain(field);
    for (const field of ['notes', 'status', 'occupation', 'card_number'] as const)
      expect(fields).not.toContain(field);
    expect(offerableFields(IUL_APPLICATION)).toContain('occupation');
  });
});
