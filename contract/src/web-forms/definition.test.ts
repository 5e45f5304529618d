import { describe, expect, it } from 'vitest';
import { findField } from '../clients/fields/catalog.ts';
import { LANGUAGES, type Localized } from '../languages.ts';
import { emptyFormData, questionsOf, startAnswers, visibleFields } from './answers.ts';
import { type Condition, isList, type When } from './definition.ts';
import { IUL_APPLICATION } from './iul-application/iul-application.ts';
import { problemLine, problemText } from './messages.ts';
import { PERSONAL_INFO } from './personal-info/personal-info.ts';
import { prefillFrom } from './prefill.ts';
import { findWebForm, formLinkIdOfRoute, WEB_FORM_DEFINITIONS, WEB_FORMS } from './registry.ts';
import { maskAnswers, strayMasks, unmaskAnswers } from './secrets.ts';
import { sampleAnswers } from './testing/personal-info-answers.ts';

/** The single conditions of a question's `when`. */
function conditionsOf(when: When | undefined): readonly Condition[] {
  if (when === undefined) return [];
  if ('all' in when) return when.all;
  return 'any' in when ? when.any : [when];
}

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

const FORMS = WEB_FORM_DEFINITIONS.map((definition) => ({ id: definition.id, definition }));

describe('the personal information form', () => {
  it('has every field of the specification and no other', () => {
    const specified = Object.entries(SPECIFIED).flatMap(([section, names]) =>
      names.split(' ').map((name) => `${section}.${name}`),
    );
    const keys = [...questionsOf(PERSONAL_INFO).map(({ key }) => key), ...Object.keys(PERSONAL_INFO.mirrors)];
    expect(keys.sort()).toEqual(specified.sort());
    const list = questionsOf(PERSONAL_INFO).find(isList);
    expect(list?.fields.map(({ key }) => key)).toEqual(['name', 'relationship', 'percentage']);
  });
});

describe('the application for an indexed policy', () => {
  it('has every field of the specification, so that the detail view renders it like the other form', () => {
    const keys = [
      ...questionsOf(IUL_APPLICATION).map(({ key }) => key),
      ...Object.keys(IUL_APPLICATION.mirrors),
    ];
    for (const [section, names] of Object.entries(SPECIFIED)) {
      for (const name of names.split(' ')) expect(keys).toContain(`${section}.${name}`);
    }
  });
});

it.each(WEB_FORM_DEFINITIONS)('$id names a heading for every section of its answers', (definition) => {
  const sections = questionsOf(definition).map(({ key }) => key.split('.')[0] ?? '');
  expect(Object.keys(definition.sections).sort()).toEqual([...new Set(sections)].sort());
});

describe.each(FORMS)('$id as data', ({ id, definition }) => {
  const questions = questionsOf(definition);

  it('has every text in every language', () => {
    const texts = textsIn(definition);
    expect(texts.length).toBeGreaterThan(100);
    for (const text of texts) {
      for (const language of LANGUAGES) expect(text[language]?.trim(), JSON.stringify(text)).toBeTruthy();
    }
  });

  it('translates every full sentence', () => {
    const sentences = textsIn(definition).filter(({ en }) => en.split(' ').length > 3);
    for (const text of sentences) expect(new Set(Object.values(text)).size, text.en).toBe(LANGUAGES.length);
  });

  it('is registered with its route, and the link id is the route without /forms/', () => {
    const entry = WEB_FORMS.find((candidate) => candidate.id === id);
    expect(entry).toMatchObject({ route: `/forms/${id}`, totalSteps: definition.steps.length });
    expect(findWebForm(formLinkIdOfRoute(entry?.route ?? ''))).toBe(definition);
  });

  it('asks every question once, and the fields of a list once', () => {
    const keys = questions.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const list of questions.filter(isList)) {
      expect(new Set(list.fields.map(({ key }) => key)).size, list.key).toBe(list.fields.length);
    }
  });

  it('names an earlier question and one of its answers in every condition', () => {
    for (const [at, { key, when }] of questions.entries()) {
      for (const condition of conditionsOf(when)) {
        const source = questions.slice(0, at).find((question) => question.key === condition.key);
        expect(source, `${key} depends on ${condition.key}`).toBeDefined();
        const offered = source && !isList(source) ? source.options?.map(({ value }) => value) : undefined;
        expect(offered ?? ['yes', 'no'], key).toEqual(expect.arrayContaining([condition.is].flat()));
      }
    }
  });

  it('offers options for choices, each of them once', () => {
    for (const question of questions.flatMap((one) => (isList(one) ? [...one.fields] : [one]))) {
      const values = (question.options ?? []).map(({ value }) => value);
      expect(values.length > 0, question.key).toBe(question.kind === 'choice');
      expect(new Set(values).size, question.key).toBe(values.length);
    }
  });

  it('prefills and applies fields of the client record, and never prefills a secret', () => {
    for (const question of questions) {
      if (isList(question) || !question.client) continue;
      const field = findField(question.client.field);
      expect(field, question.key).toBeDefined();
      if ('isPrefilled' in question.client) continue;
      expect([field?.kind, question.secret], question.key).not.toContain('secret');
      expect(question.secret, question.key).toBeUndefined();
    }
  });

  it('refers to its own questions in mirrors and requirements', () => {
    const keys = questions.map(({ key }) => key);
    for (const source of Object.values(definition.mirrors)) expect(keys).toContain(source);
    for (const question of questions) {
      if (isList(question)) continue;
      for (const key of question.requiredWith ?? []) expect(keys).toContain(key);
    }
  });
});

describe('the registry', () => {
  it('has no form of another name', () => {
    expect(findWebForm('nothing')).toBeUndefined();
    expect(WEB_FORMS.map(({ id }) => id)).toEqual(['personal-info', 'iul-application']);
  });
});

describe('answers', () => {
  it('starts with saved answers, then client values, then empty', () => {
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

  it('shows a conditional question only for its answer', () => {
    const empty = emptyFormData(PERSONAL_INFO);
    const step = PERSONAL_INFO.steps.findIndex(({ key }) => key === 'ownership');
    const shown = (answers: typeof empty) =>
      visibleFields(PERSONAL_INFO, answers, step).map(({ key }) => key);
    expect(shown(empty)).not.toContain('ownership.joint_ssn');
    const joint = { ...empty, ownership: { isJointOwner: true } };
    expect(shown(joint)).toContain('ownership.joint_ssn');
  });
});

describe('secrets of a form', () => {
  it('are sent as masks and restored when returned unchanged', () => {
    const stored = sampleAnswers();
    const masked = maskAnswers(PERSONAL_INFO, stored);
    expect(masked.personalInfo?.ssn).toBe('•••-••-9999');
    expect(masked.banking).toMatchObject({ accountNumber: '••••6789', routingNumber: '••••0015' });
    expect(unmaskAnswers(PERSONAL_INFO, masked, stored)).toEqual(stored);
  });

  it('are not restored for a mask of another value', () => {
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

  it('formats amounts', () => {
    const problem = { code: 'money_range', values: { min: 25_000, max: 10_000_000 } } as const;
    expect(problemText(problem, 'en')).toBe('Please enter an amount from $25,000 to $10,000,000');
  });

  it('follows its question', () => {
    expect(problemLine('Phone', 'Please fill this in')).toBe('Phone: Please fill this in');
    expect(problemLine('Is there a joint owner?', 'Please choose')).toBe(
      'Is there a joint owner? Please choose',
    );
  });
});
