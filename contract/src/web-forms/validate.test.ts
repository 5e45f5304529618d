import { describe, expect, it } from 'vitest';
import { answerAt, type FormAnswers, isAnswered, withAnswer } from './answers.ts';
import { PERSONAL_INFO } from './personal-info/personal-info.ts';
import { type FormProblem, structureProblems } from './structure.ts';
import { sampleAnswers } from './testing/personal-info-answers.ts';
import { finishedAnswers, validateForm } from './validate.ts';

const today = '2026-11-20';
const check = (answers: unknown, step?: number) =>
  validateForm(PERSONAL_INFO, answers, step === undefined ? { today } : { today, step });
const codes = (problems: FormProblem[]) => problems.map(({ path, code }) => `${path}: ${code}`);
const withSet = (key: string, value: string) => withAnswer(sampleAnswers(), key, value);

describe('validateForm', () => {
  it('accepts a complete form', () => {
    expect(check(sampleAnswers())).toEqual([]);
  });

  it('checks one step on its own', () => {
    expect(check({}, 0)[0]?.path).toBe('personalInfo.firstName');
    expect(check({}, 3).map(({ path }) => path)).toEqual(['contactInfo.primary_phone', 'contactInfo.email']);
  });

  it('requires every required question of every step', () => {
    const missing = check({});
    for (const [at, step] of PERSONAL_INFO.steps.entries()) {
      const required = step.questions.filter(
        (question) => question.kind !== 'list' && question.required && !question.when,
      );
      const found = missing.filter(({ path }) => required.some(({ key }) => key === path));
      expect(found.length, `step ${at + 1}`).toBe(required.length);
    }
  });

  it.each([
    ['personalInfo.dateOfBirth', '02/30/1990', 'date'],
    ['personalInfo.dateOfBirth', '2026-11-21', 'date_future'],
    ['personalInfo.dateOfBirth', '1/1/2031', 'date_future'],
    ['personalInfo.dateOfBirth', '1850-01-01', 'date_old'],
    ['personalInfo.dateOfBirth', 'February 30, 1980', 'date'],
    ['personalInfo.dateOfBirth', 'the second of December 1980', 'date'],
    ['personalInfo.dateOfBirth', 'December 2, 2031', 'date_future'],
    ['personalInfo.dateOfBirth', 'x'.repeat(61), 'too_long'],
    ['addressInfo.state', 'Ontario', 'option'],
    ['personalInfo.ssn', '123-45-678', 'ssn'],
    ['personalInfo.ssn', '000-12-3456', 'ssn'],
    ['personalInfo.ssn', '•••-••-9999', 'masked'],
    ['personalInfo.gender', 'female', 'option'],
    ['personalInfo.usCitizen', 'maybe', 'too_long'],
    ['personalInfo.usCitizen', 'no!', 'choose'],
    ['personalInfo.heightFt', '9', 'number'],
    ['personalInfo.heightIn', '-1', 'number'],
    ['personalInfo.weight', '1.5', 'number'],
    ['contactInfo.primary_phone', '555-0123', 'phone'],
    ['contactInfo.primary_phone', '305 555 0123 ext 4', 'phone'],
    ['contactInfo.email', 'rosa@', 'email'],
    ['addressInfo.state', 'XX', 'option'],
    ['addressInfo.zip', '3310', 'zip'],
    ['banking.routingNumber', '011000016', 'routing'],
    ['banking.routingNumber', '000000000', 'routing'],
    ['banking.accountNumber', '12', 'account'],
    ['banking.bankName', '', 'required'],
    ['personalInfo.firstName', 'x'.repeat(101), 'too_long'],
    ['personalInfo.firstName', 'a\u0000b', 'null_character'],
  ])('rejects %s = %s', (key, value, code) => {
    expect(codes(check(withSet(key, value)))).toContain(`${key}: ${code}`);
  });

  it('asks for the joint owner and the mailing address only when there is one', () => {
    const joint = codes(check(withSet('ownership.isJointOwner', 'yes')));
    expect(joint).toContain('ownership.joint_firstName: required');
    const mailing = codes(check(withSet('personalInfo.mailingDifferentResidential', 'yes')));
    expect(mailing).toContain('addressInfo.mailing_zip: required');
  });

  it('accepts a form without bank details, but not with partial ones', () => {
    const { banking: _, ...others } = sampleAnswers();
    expect(check(others)).toEqual([]);
    expect(codes(check({ ...others, banking: { bankName: 'First Example Bank' } }))).toEqual([
      'banking.accountName: required',
      'banking.accountType: choose',
      'banking.routingNumber: required',
      'banking.accountNumber: required',
    ]);
  });

  it.each([
    [['60', '40'], []],
    [[60, 40], []],
    [['33.33', '33.33', '33.34'], []],
    [['60', '30'], ['ownership.beneficiaries: total']],
    [['60', '60'], ['ownership.beneficiaries: total']],
    [['100', '0'], ['ownership.beneficiaries.1.percentage: percent']],
    [[], ['ownership.beneficiaries: too_few']],
    [['20', '20', '20', '20', '20'], ['ownership.beneficiaries: too_many']],
  ])('requires the shares %j to add up to 100', (shares, expected) => {
    const beneficiaries = shares.map((percentage) => ({ name: 'Luis', relationship: 'Child', percentage }));
    expect(codes(check(withAnswer(sampleAnswers(), 'ownership.beneficiaries', beneficiaries)))).toEqual(
      expected,
    );
  });

  it('accepts a mask in the browser, where it represents a stored value', () => {
    const masked = withSet('personalInfo.ssn', '•••-••-9999');
    expect(validateForm(PERSONAL_INFO, masked, { today, allowMasks: true })).toEqual([]);
  });
});

describe('structureProblems', () => {
  it.each([
    [null, 'form_data: wrong_type'],
    [[], 'form_data: wrong_type'],
    [{ extra: {} }, 'extra: unknown_key'],
    [{ personalInfo: 'x' }, 'personalInfo: wrong_type'],
    [{ personalInfo: { nickname: 'x' } }, 'personalInfo.nickname: unknown_key'],
    [{ personalInfo: { firstName: { a: 1 } } }, 'personalInfo.firstName: wrong_type'],
    [{ personalInfo: { weight: Number.NaN } }, 'personalInfo.weight: wrong_type'],
    [{ ownership: { beneficiaries: 'Luis' } }, 'ownership.beneficiaries: wrong_type'],
    [{ ownership: { beneficiaries: ['Luis'] } }, 'ownership.beneficiaries.0: wrong_type'],
    [{ ownership: { beneficiaries: [{ age: 4 }] } }, 'ownership.beneficiaries.0.age: unknown_key'],
  ])('rejects %j', (data, expected) => {
    expect(codes(structureProblems(PERSONAL_INFO, data))).toEqual([expected]);
  });

  it('accepts unfinished answers', () => {
    expect(structureProblems(PERSONAL_INFO, { personalInfo: { firstName: '' }, contactInfo: {} })).toEqual(
      [],
    );
  });
});

describe('finishedAnswers', () => {
  const finish = (answers: FormAnswers) => finishedAnswers(PERSONAL_INFO, answers, today);

  it.each([
    ['personalInfo.dateOfBirth', 'December 2, 1980', '1980-12-02'],
    ['personalInfo.dateOfBirth', 'Wednesday, September 24th, 1980', '1980-09-24'],
    ['personalInfo.dateOfBirth', '2 de diciembre de 1980', '1980-12-02'],
    ['personalInfo.dateOfBirth', '2 de dezembro de 1980', '1980-12-02'],
    ['personalInfo.dateOfBirth', ' 12 / 02 / 1980 ', '1980-12-02'],
    ['addressInfo.state', 'Texas', 'TX'],
    ['addressInfo.state', 'puerto rico', 'PR'],
    ['addressInfo.state', 'Northern Mariana Islands', 'MP'],
    ['addressInfo.state', 'N.Y.', 'NY'],
  ])('parses %s = %s as %s', (key, typed, stored) => {
    const answers = withSet(key, typed);
    expect(structureProblems(PERSONAL_INFO, answers)).toEqual([]);
    expect(check(answers)).toEqual([]);
    expect(answerAt(finish(answers), key)).toBe(stored);
  });

  it('stores a state name under both keys of the specification as its code', () => {
    expect(answerAt(finish(withSet('addressInfo.state', 'Texas')), 'personalInfo.state')).toBe('TX');
  });

  it('accepts a percentage with two decimals, a space, and the sign', () => {
    const beneficiaries = ['33.33 %', '66.67 %'].map((percentage) => ({
      name: 'Luis',
      relationship: 'Child',
      percentage,
    }));
    expect(check(withAnswer(sampleAnswers(), 'ownership.beneficiaries', beneficiaries))).toEqual([]);
  });

  it('normalizes answers', () => {
    const done = finish(sampleAnswers());
    expect(done.personalInfo).toMatchObject({ dateOfBirth: '1961-05-31', ssn: '219-09-9999', heightFt: 5 });
    expect(done.addressInfo).toMatchObject({ state: 'FL' });
    expect(answerAt(done, 'ownership.beneficiaries')).toContainEqual({
      name: 'Eva Marín',
      relationship: 'Sibling',
      percentage: 33.34,
    });
  });

  it('stores a shared answer under both keys of the specification', () => {
    expect(finish(sampleAnswers()).personalInfo).toMatchObject({
      primary_phone: '(305) 555-0123',
      email: 'rosa@example.test',
      streetAddress: '12 Palm Way',
      city: 'Miami',
      state: 'FL',
      zip: '33101',
    });
  });

  it('drops answers to questions that are no longer visible', () => {
    const changed = withAnswer(sampleAnswers(), 'ownership.joint_ssn', '219-09-9998');
    expect(isAnswered(answerAt(finish(changed), 'ownership.joint_ssn'))).toBe(false);
  });
});
