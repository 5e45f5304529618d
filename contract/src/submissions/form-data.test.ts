import { describe, expect, it } from 'vitest';
import { answerAt, isAnswered, questionsOf } from '../web-forms/answers.ts';
import { isList } from '../web-forms/definition.ts';
import { IUL_APPLICATION } from '../web-forms/iul-application/iul-application.ts';
import { PERSONAL_INFO } from '../web-forms/personal-info/personal-info.ts';
import { sampleAnswers as sampleApplication } from '../web-forms/testing/iul-application-answers.ts';
import { sampleAnswers } from '../web-forms/testing/personal-info-answers.ts';
import { finishedAnswers } from '../web-forms/validate.ts';
import { readFormData, submissionClient, submissionContact } from './form-data.ts';

const finished = finishedAnswers(PERSONAL_INFO, sampleAnswers(), '2026-11-20');

function rowsOf(form_data: unknown): Record<string, string> {
  const reading = readFormData(form_data);
  if (reading.state !== 'ready') return {};
  return Object.fromEntries(
    reading.sections.flatMap(({ rows }) => rows.map(({ key, value }) => [key, value])),
  );
}

describe('readFormData', () => {
  it.each([[null], [undefined], [''], ['  '], [{}], ['{}'], ['null']])(
    'returns No Form Data for %j',
    (data) => {
      expect(readFormData(data)).toEqual({ state: 'No Form Data' });
    },
  );

  it.each([
    ['{"a', 'The form data is not valid JSON.'],
    ['[1,2]', 'The form data must be an object with sections.'],
    [[], 'The form data must be an object with sections.'],
    [7, 'The form data must be an object with sections.'],
    [{ banking: [] }, 'The section banking must be an object.'],
    [{ personalInfo: { firstName: {} } }, 'The field personalInfo.firstName must be a single value.'],
    [
      { ownership: { beneficiaries: 'Luis' } },
      'The field ownership.beneficiaries must be a list of beneficiaries.',
    ],
  ])('reports what is wrong with %j', (data, error) => {
    expect(readFormData(data)).toEqual({ state: 'Form Data Structure Issue', errors: [error] });
  });

  it('returns No Data Available for data without a known section', () => {
    expect(readFormData({ other: { a: 1 } })).toEqual({ state: 'No Data Available' });
    expect(readFormData({ banking: { bankName: '' } })).toEqual({ state: 'No Data Available' });
  });

  it('shows text and object alike', () => {
    expect(readFormData(JSON.stringify(finished))).toEqual(readFormData(finished));
  });

  it('has the six sections in order', () => {
    const reading = readFormData(finished);
    expect(reading.state === 'ready' && reading.sections.map(({ title }) => title)).toEqual([
      'Personal Information',
      'Contact Information',
      'Address Information',
      'Ownership & Beneficiaries',
      'Medical History',
      'Banking Information',
    ]);
  });

  it('labels and formats the answers, and masks secrets', () => {
    const rows = rowsOf(finished);
    expect(rows).toMatchObject({
      'personalInfo.dateOfBirth': '05/31/1961',
      'personalInfo.usCitizen': 'Yes',
      'personalInfo.ssn': '•••-••-9999',
      'banking.accountNumber': '••••6789',
      'banking.routingNumber': '••••0015',
      'ownership.beneficiaries.2': 'Eva Marín, Sibling, 33.34%',
      'medicalHistory.smokeStatus': 'I have never smoked',
    });
    expect(JSON.stringify(rows)).not.toContain('000123456789');
  });

  it('reads true and false, and fields it has no question for', () => {
    const rows = readFormData({ personalInfo: { usCitizen: true, favoriteColor: 'teal' } });
    expect(rows.state === 'ready' && rows.sections[0]?.rows).toEqual([
      { key: 'personalInfo.usCitizen', label: 'Are you a U.S. citizen?', value: 'Yes', isSecret: false },
      { key: 'personalInfo.favoriteColor', label: 'Favorite color', value: 'teal', isSecret: false },
    ]);
  });
});

describe('the answers of an application', () => {
  const application = finishedAnswers(IUL_APPLICATION, sampleApplication(), '2026-11-20');

  it('appear in the six sections, then in their own', () => {
    const reading = readFormData(application);
    expect(reading.state === 'ready' && reading.sections.map(({ title }) => title)).toEqual([
      'Personal Information',
      'Contact Information',
      'Address Information',
      'Ownership & Beneficiaries',
      'Medical History',
      'Banking Information',
      'Work & Income',
      'Coverage & Premium',
      'Existing Insurance & Replacement',
      'Lifestyle',
      'Declarations',
    ]);
  });

  it('all have labels and texts', () => {
    const rows = rowsOf(application);
    expect(rows).toMatchObject({
      'coverage.coverageAmount': '$500,000.00',
      'coverage.indexedShare': '80%',
      'coverage.premiumMode': 'Every month',
      'ownership.beneficiaries.0': 'Luis Marín, Child, 50%, 02/03/1988',
      'ownership.contingentBeneficiaries.0': 'Eva Marín, Sibling, 100%',
      'existingInsurance.policies.0':
        'Example Life, $100,000.00, EL-20417, 2009, Will the new policy replace this one? Yes',
      'declarations.isTrue': 'Yes',
    });
    const questions = questionsOf(IUL_APPLICATION).filter(
      (question) => !isList(question) && isAnswered(answerAt(application, question.key)),
    );
    const shown = questions.filter(({ key }) => key !== 'personalInfo.heightIn');
    for (const { key } of shown) expect(rows[key], key).toBeTruthy();
    expect(rows['personalInfo.heightFt']).toMatch(/^\d ft \d+ in$/);
  });

  it('mask the SSN of another owner', () => {
    const rows = readFormData({ ownership: { owner_ssn: '219-09-9999' } });
    expect(rows.state === 'ready' && rows.sections[0]?.rows[0]).toMatchObject({
      value: '•••-••-9999',
      isSecret: true,
    });
  });

  it('of a wrong shape are reported like the others', () => {
    const reading = readFormData({ coverage: 'x', existingInsurance: { policies: 'none' } });
    expect(reading).toEqual({
      state: 'Form Data Structure Issue',
      errors: [
        'The section coverage must be an object.',
        'The field existingInsurance.policies must be a list of your policies.',
      ],
    });
  });
});

describe('answers that the form stores twice', () => {
  it('appear once when they agree, and both when they do not', () => {
    const rowsWith = (personalCity: string) => {
      const form_data = {
        personalInfo: { firstName: 'Rosa', city: personalCity },
        addressInfo: { city: 'Miami', state: 'fl' },
      };
      const reading = readFormData(form_data);
      return reading.state === 'ready' ? reading.sections.flatMap(({ rows }) => rows) : [];
    };
    expect(rowsWith('Miami').map(({ value }) => value)).toEqual(['Rosa', 'Miami', 'FL']);
    expect(rowsWith('Hialeah').map(({ value }) => value)).toEqual(['Rosa', 'Hialeah', 'Miami', 'FL']);
  });
});

describe('whom a submission is about', () => {
  it('reads the contact from contactInfo before personalInfo', () => {
    const personalInfo = { primary_phone: '1', email: 'a@example.test' };
    expect(submissionContact({ personalInfo })).toEqual({ phone: '1', email: 'a@example.test' });
    expect(submissionContact({ personalInfo, contactInfo: { primary_phone: '2', email: '' } })).toEqual({
      phone: '2',
      email: 'a@example.test',
    });
  });

  it('reads fields with and without the prefix client_, which takes precedence', () => {
    expect(submissionClient({ first_name: 'Rosa', last_name: 'Marín' }).name).toBe('Rosa Marín');
    const both = { first_name: 'Rosa', client_first_name: 'Rosalía', client_phone: '5', phone: '6' };
    expect(submissionClient(both)).toEqual({ name: 'Rosalía', email: '', phone: '5' });
  });
});
