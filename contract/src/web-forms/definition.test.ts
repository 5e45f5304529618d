import { describe, expect, it } from 'vitest';
import { emptyFormData, prefillFrom, questionsOf, startAnswers, stepsOf, visibleFields } from './answers.ts';
import { isList, LANGUAGES, type Localized } from './definition.ts';
import { PROBLEM_MESSAGES, problemText } from './messages.ts';
import { PERSONAL_INFO } from './personal-info/personal-info.ts';
import { sampleAnswers } from './personal-info/sample-answers.ts';
import { findWebForm, formLinkIdOfRoute, WEB_FORMS } from './registry.ts';
import { maskAnswers, strayMasks, unmaskAnswers } from './secrets.ts';

/** Every object of the definition that holds one text per language. */
function textsIn(value: unknown): Localized[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('en' in value) return [value as Localized];
  return Object.values(value).flatMap(textsIn);
}

/** The fields of 1§3, section by section. */
const SPECIFIED = {
  personalInfo:
    'nameTitle firstName middleName lastName nameSuffix dateOfBirth gender ssn countryOfBirth stateOfBirth usCitizen foreignTravel heightFt heightIn weight isMilitary employmentStatus validDriversLicense streetAddress city state zip primary_phone email mailingDifferentResidential',
  contactInfo: 'primary_phone secondary_phone email',
  addressInfo: 'streetAddress city state zip mailing_streetAddress mailing_city mailing_state mailing_zip',
  ownership:
    'isPrimaryOwner isJointOwner joint_firstName joint_lastName joint_dateOfBirth joint_ssn isSecondaryAddressNotifications beneficiaries',
  medicalHistory:
    'hasWeightChange hasHeartDisease hasDiabetes hasCancer smokeStatus primaryPhysician currentMedications',
  banking: 'bankName accountName routingNumber accountNumber accountType',
};

describe('the personal information form', () => {
  it('has every field of the specification and no other', () => {
    const specified = Object.entries(SPECIFIED).flatMap(([section, names]) =>
      names.split(' ').map((name) => `${section}.${name}`),
    );
    const kept = [...questionsOf(PERSONAL_INFO).map(({ key }) => key), ...Object.keys(PERSONAL_INFO.mirrors)];
    expect(kept.sort()).toEqual(specified.sort());
    const list = questionsOf(PERSONAL_INFO).find(isList);
    expect(list?.fields.map(({ key }) => key)).toEqual(['name', 'relationship', 'percentage']);
  });

  it('says every text in every language', () => {
    const texts = [...textsIn(PERSONAL_INFO), ...textsIn(PROBLEM_MESSAGES)];
    expect(texts.length).toBeGreaterThan(100);
    for (const text of texts) {
      for (const language of LANGUAGES) expect(text[language]?.trim(), JSON.stringify(text)).toBeTruthy();
    }
  });

  it('has translations that differ from the English of whole sentences', () => {
    const sentences = textsIn(PERSONAL_INFO).filter(({ en }) => en.split(' ').length > 3);
    for (const { en, es, pt } of sentences) expect(new Set([en, es, pt]).size, en).toBe(3);
  });

  it('is registered with its route, and the link id is the route without /forms/', () => {
    const entry = WEB_FORMS.find(({ id }) => id === 'personal-info');
    expect(entry).toMatchObject({ route: '/forms/personal-info', totalSteps: 6 });
    expect(findWebForm(formLinkIdOfRoute(entry?.route ?? ''))).toBe(PERSONAL_INFO);
    expect(findWebForm('nothing')).toBeUndefined();
  });

  it('names a real question in every condition', () => {
    const keys = questionsOf(PERSONAL_INFO).map(({ key }) => key);
    for (const { when } of questionsOf(PERSONAL_INFO)) if (when) expect(keys).toContain(when.key);
  });
});

describe('answers', () => {
  it('opens with what is saved, then with what is known of the client, then empty', () => {
    const prefill = prefillFrom(PERSONAL_INFO, {
      client_first_name: 'Rosa',
      client_last_name: 'Marín',
      dob: '1961-05-31',
      primary_phone: null,
      ssn: '219-09-9999',
    });
    expect(prefill).toEqual({
      personalInfo: { firstName: 'Rosa', lastName: 'Marín', dateOfBirth: '1961-05-31' },
    });
    const opened = startAnswers(PERSONAL_INFO, { saved: { personalInfo: { firstName: 'Rosita' } }, prefill });
    expect(opened.personalInfo).toMatchObject({ firstName: 'Rosita', lastName: 'Marín', ssn: '' });
    expect(opened.ownership?.beneficiaries).toEqual([{ name: '', relationship: '', percentage: '' }]);
  });

  it('shows a conditional question with its answer only', () => {
    const empty = emptyFormData(PERSONAL_INFO);
    const shown = (answers: typeof empty) => visibleFields(PERSONAL_INFO, answers, 3).map(({ key }) => key);
    expect(shown(empty)).not.toContain('ownership.joint_ssn');
    const joint = { ...empty, ownership: { isJointOwner: true } };
    expect(shown(joint)).toContain('ownership.joint_ssn');
    expect(stepsOf(PERSONAL_INFO, empty)).toHaveLength(6);
  });
});

describe('secrets of a form', () => {
  it('leave as masks and come back as the stored value when nothing was typed', () => {
    const stored = sampleAnswers();
    const masked = maskAnswers(PERSONAL_INFO, stored);
    expect(masked.personalInfo?.ssn).toBe('•••-••-9999');
    expect(masked.banking).toMatchObject({ accountNumber: '••••6789', routingNumber: '011000015' });
    expect(unmaskAnswers(PERSONAL_INFO, masked, stored)).toEqual(stored);
  });

  it('do not come back for a mask of another value', () => {
    const foreign = { personalInfo: { ssn: '•••-••-0000' } };
    const answers = unmaskAnswers(PERSONAL_INFO, foreign, sampleAnswers());
    expect(strayMasks(PERSONAL_INFO, answers).map(({ key }) => key)).toEqual(['personalInfo.ssn']);
  });
});

describe('problemText', () => {
  it('fills in the numbers in each language', () => {
    const problem = { code: 'number', values: { min: 1, max: 8 } } as const;
    expect(problemText(problem, 'en')).toBe('Please enter a whole number from 1 to 8');
    expect(problemText(problem, 'es')).toBe('Escriba un número entero de 1 a 8');
    expect(problemText(problem, 'pt')).toBe('Digite um número inteiro de 1 a 8');
  });
});
