import { inEveryLanguage } from '../../languages.ts';
import { ask, choices, step } from '../question-builders.ts';
import type { Choice, WebFormStep } from '../definition.ts';

const NAME_SUFFIXES: readonly Choice[] = ['Jr.', 'Sr.', 'II', 'III', 'IV'].map((value) => ({
  value,
  label: inEveryLanguage(() => value),
}));

/** The name. */
const NAME_STEP = step('personalInfo', [
  ask('personalInfo.nameTitle', 'choice', {
    required: false,
    options: choices('nameTitle'),
    autocomplete: 'honorific-prefix',
    width: 'third',
  }),
  ask('personalInfo.firstName', 'text', {
    autocomplete: 'given-name',
    client: { field: 'client_first_name' },
    maxLength: 100,
  }),
  ask('personalInfo.middleName', 'text', {
    required: false,
    autocomplete: 'additional-name',
    maxLength: 100,
  }),
  ask('personalInfo.lastName', 'text', {
    autocomplete: 'family-name',
    client: { field: 'client_last_name' },
    maxLength: 100,
  }),
  ask('personalInfo.nameSuffix', 'choice', {
    required: false,
    options: NAME_SUFFIXES,
    autocomplete: 'honorific-suffix',
    width: 'third',
  }),
  ask('personalInfo.gender', 'choice', { options: choices('gender') }),
]);

/** Birth and citizenship. */
const BIRTH_STEP = step('birth', [
  ask('personalInfo.dateOfBirth', 'date', { autocomplete: 'bday', client: { field: 'dob' }, width: 'half' }),
  ask('personalInfo.ssn', 'ssn', { required: false, client: { field: 'ssn', isPrefilled: false } }),
  ask('personalInfo.countryOfBirth', 'text', { maxLength: 100, width: 'half' }),
  ask('personalInfo.stateOfBirth', 'text', { required: false, maxLength: 100, width: 'half' }),
  ask('personalInfo.usCitizen', 'yesno'),
  ask('personalInfo.foreignTravel', 'yesno'),
]);

/** What every carrier asks about body and work. */
const BODY_STEP = step('bodyAndWork', [
  ask('personalInfo.heightFt', 'number', {
    min: 1,
    max: 8,
    client: { field: 'height', part: 'feet' },
    width: 'third',
  }),
  ask('personalInfo.heightIn', 'number', {
    min: 0,
    max: 11,
    client: { field: 'height', part: 'inches' },
    width: 'third',
  }),
  ask('personalInfo.weight', 'number', {
    min: 1,
    max: 1500,
    client: { field: 'weight', part: 'pounds' },
    width: 'third',
  }),
  ask('personalInfo.isMilitary', 'yesno'),
  ask('personalInfo.employmentStatus', 'choice', { options: choices('employmentStatus') }),
  ask('personalInfo.validDriversLicense', 'yesno'),
]);

/** Who the person is. */
export const PERSONAL_STEPS: readonly WebFormStep[] = [NAME_STEP, BIRTH_STEP, BODY_STEP];
