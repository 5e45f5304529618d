import { inEveryLanguage } from '../../languages.ts';
import type { Choice, WebFormStep } from '../definition.ts';
import { choices, defineQuestion, step } from '../question-builders.ts';

const NAME_SUFFIXES: readonly Choice[] = ['Jr.', 'Sr.', 'II', 'III', 'IV'].map((value) => ({
  value,
  label: inEveryLanguage(() => value),
}));

/** The name. */
const NAME_STEP = step('personalInfo', [
  defineQuestion('personalInfo.nameTitle', 'choice', {
    required: false,
    options: choices('nameTitle'),
    autocomplete: 'honorific-prefix',
    width: 'third',
  }),
  defineQuestion('personalInfo.firstName', 'text', {
    autocomplete: 'given-name',
    client: { field: 'client_first_name' },
    maxLength: 100,
  }),
  defineQuestion('personalInfo.middleName', 'text', {
    required: false,
    autocomplete: 'additional-name',
    maxLength: 100,
  }),
  defineQuestion('personalInfo.lastName', 'text', {
    autocomplete: 'family-name',
    client: { field: 'client_last_name' },
    maxLength: 100,
  }),
  defineQuestion('personalInfo.nameSuffix', 'choice', {
    required: false,
    options: NAME_SUFFIXES,
    autocomplete: 'honorific-suffix',
    width: 'third',
  }),
  defineQuestion('personalInfo.gender', 'choice', { options: choices('gender') }),
]);

/** Birth and citizenship. */
const BIRTH_STEP = step('birth', [
  defineQuestion('personalInfo.dateOfBirth', 'date', {
    autocomplete: 'bday',
    client: { field: 'dob' },
    width: 'half',
  }),
  defineQuestion('personalInfo.ssn', 'ssn', {
    required: false,
    client: { field: 'ssn', isPrefilled: false },
  }),
  defineQuestion('personalInfo.countryOfBirth', 'text', { maxLength: 100, width: 'half' }),
  defineQuestion('personalInfo.stateOfBirth', 'text', { required: false, maxLength: 100, width: 'half' }),
  defineQuestion('personalInfo.usCitizen', 'yesno'),
  defineQuestion('personalInfo.foreignTravel', 'yesno'),
]);

/** Height, weight and work, which every carrier asks for. */
const BODY_STEP = step('bodyAndWork', [
  defineQuestion('personalInfo.heightFt', 'number', {
    min: 1,
    max: 8,
    client: { field: 'height', part: 'feet' },
    width: 'third',
  }),
  defineQuestion('personalInfo.heightIn', 'number', {
    min: 0,
    max: 11,
    client: { field: 'height', part: 'inches' },
    width: 'third',
  }),
  defineQuestion('personalInfo.weight', 'number', {
    min: 1,
    max: 1500,
    client: { field: 'weight', part: 'pounds' },
    width: 'third',
  }),
  defineQuestion('personalInfo.isMilitary', 'yesno'),
  defineQuestion('personalInfo.employmentStatus', 'choice', { options: choices('employmentStatus') }),
  defineQuestion('personalInfo.validDriversLicense', 'yesno'),
]);

/** Who the person is. */
export const PERSONAL_STEPS: readonly WebFormStep[] = [NAME_STEP, BIRTH_STEP, BODY_STEP];
