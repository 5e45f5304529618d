import { describe, expect, it } from 'vitest';
import { answerAt, type FormAnswers, withAnswer } from '../answers.ts';
import type { FormProblem } from '../structure.ts';
import { sampleAnswers } from '../testing/iul-application-answers.ts';
import { finishedAnswers, validateForm } from '../validate.ts';
import { IUL_APPLICATION } from './iul-application.ts';

const today = '2026-11-20';
const check = (answers: unknown) => validateForm(IUL_APPLICATION, answers, { today });
const codes = (problems: FormProblem[]) => problems.map(({ path, code }) => `${path}: ${code}`);
const withSet = (...pairs: [key: string, value: string][]) =>
  pairs.reduce<FormAnswers>((answers, [key, value]) => withAnswer(answers, key, value), sampleAnswers());

describe('the sample application', () => {
  it('is valid, and stays valid through JSON and once completed', () => {
    expect(check(sampleAnswers())).toEqual([]);
    expect(check(JSON.parse(JSON.stringify(sampleAnswers())))).toEqual([]);
    const finished = finishedAnswers(IUL_APPLICATION, sampleAnswers(), today);
    expect(check(JSON.parse(JSON.stringify(finished)))).toEqual([]);
    expect(finishedAnswers(IUL_APPLICATION, finished, today)).toEqual(finished);
  });

  it('is stored in one notation', () => {
    const finished = finishedAnswers(IUL_APPLICATION, sampleAnswers(), today);
    expect(finished.coverage).toMatchObject({ coverageAmount: 500_000, plannedPremium: 412.5 });
    expect(finished.personalInfo).toMatchObject({ city: 'Miami', email: 'rosa@example.test' });
    expect(answerAt(finished, 'ownership.beneficiaries')).toContainEqual({
      name: 'Luis Marín',
      relationship: 'Child',
      percentage: 50,
      dateOfBirth: '1988-02-03',
    });
  });
});

describe('validation of the application', () => {
  it.each([
    ['personalInfo.ssn', '', 'required'],
    ['employment.occupation', '', 'required'],
    ['employment.annualIncome', 'a lot', 'money'],
    ['coverage.coverageAmount', '24,999.99', 'money_range'],
    ['coverage.coverageAmount', '10,000,000.01', 'money_range'],
    ['coverage.premiumMode', 'Weekly', 'option'],
    ['coverage.indexedShare', '0', 'percent'],
    ['existingInsurance.policies', '', 'too_few'],
    ['existingInsurance.replacementReason', '', 'required'],
    ['medicalHistory.details', '', 'required'],
    ['medicalHistory.lastTobaccoYear', '94', 'number'],
    ['banking.accountNumber', '', 'required'],
    ['banking.draftDay', '29', 'number'],
    ['banking.draftAuthorized', '', 'agree'],
    ['banking.draftAuthorized', 'no', 'agree'],
    ['declarations.isTrue', '', 'agree'],
  ])('rejects %s = %j', (key, value, code) => {
    expect(codes(check(withSet([key, value])))).toEqual([`${key}: ${code}`]);
  });

  it.each<[string, [string, string][], string[]]>([
    [
      'work details only of people who work',
      [
        ['personalInfo.employmentStatus', 'Retired'],
        ['employment.occupation', ''],
        ['employment.employer', ''],
      ],
      [],
    ],
    [
      'bank details only for a bank draft',
      [
        ['banking.paymentMethod', 'Bill by mail'],
        ['banking.bankName', ''],
        ['banking.draftAuthorized', ''],
      ],
      [],
    ],
    [
      'nothing about policies if there are none',
      [
        ['existingInsurance.hasExisting', 'no'],
        ['existingInsurance.replacementReason', ''],
      ],
      [],
    ],
    [
      'name and SSN of a trust that owns the policy',
      [
        ['ownership.isPrimaryOwner', 'no'],
        ['ownership.owner_type', 'Trust'],
      ],
      ['ownership.owner_name: required', 'ownership.owner_ssn: required'],
    ],
    [
      'all details of another person who owns the policy',
      [
        ['ownership.isPrimaryOwner', 'no'],
        ['ownership.owner_type', 'Person'],
      ],
      [
        'ownership.owner_name: required',
        'ownership.owner_relationship: choose',
        'ownership.owner_dateOfBirth: required',
        'ownership.owner_ssn: required',
      ],
    ],
    [
      'the joint owner when there is one',
      [['ownership.isJointOwner', 'yes']],
      [
        'ownership.joint_firstName: required',
        'ownership.joint_lastName: required',
        'ownership.joint_dateOfBirth: required',
        'ownership.joint_ssn: required',
      ],
    ],
    [
      'the second address when notices go there',
      [['ownership.isSecondaryAddressNotifications', 'yes']],
      [
        'ownership.second_name: required',
        'ownership.second_streetAddress: required',
        'ownership.second_city: required',
        'ownership.second_state: choose',
        'ownership.second_zip: required',
      ],
    ],
  ])('asks for %s', (_, answers, expected) => {
    expect(codes(check(withSet(...answers)))).toEqual(expected);
  });

  it.each([
    ['ownership.beneficiaries', [], ['ownership.beneficiaries: too_few']],
    ['ownership.beneficiaries', ['60', '30'], ['ownership.beneficiaries: total']],
    ['ownership.contingentBeneficiaries', [], []],
    ['ownership.contingentBeneficiaries', ['70'], ['ownership.contingentBeneficiaries: total']],
    ['ownership.contingentBeneficiaries', ['50', '50'], []],
  ])('requires the shares of %s %j to add up, if there are any', (key, shares, expected) => {
    const people = shares.map((percentage) => ({ name: 'Luis', relationship: 'Child', percentage }));
    expect(codes(check(withAnswer(sampleAnswers(), key, people)))).toEqual(expected);
  });

  it('drops answers to questions that are no longer visible', () => {
    const changed = withSet(
      ['existingInsurance.hasExisting', 'no'],
      ['banking.paymentMethod', 'Bill by mail'],
    );
    const finished = finishedAnswers(IUL_APPLICATION, changed, today);
    expect(finished.existingInsurance).toEqual({ hasExisting: 'no', wasDeclined: 'no' });
    expect(finished.banking).toEqual({ paymentMethod: 'Bill by mail' });
  });
});
