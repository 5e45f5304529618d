import type { Condition } from '../definition.ts';
import { defineQuestion, step } from '../question-builders.ts';

const HAS_MAILING: Condition = { key: 'personalInfo.mailingDifferentResidential', is: 'yes' };

/** Where the person lives. */
export const ADDRESS_STEP = step('addressInfo', [
  defineQuestion('addressInfo.streetAddress', 'text', {
    autocomplete: 'street-address',
    client: { field: 'address', part: 'streetAddress' },
  }),
  defineQuestion('addressInfo.city', 'text', {
    autocomplete: 'address-level2',
    client: { field: 'address', part: 'city' },
    maxLength: 100,
  }),
  defineQuestion('addressInfo.state', 'state', {
    autocomplete: 'address-level1',
    client: { field: 'address', part: 'state' },
    width: 'half',
  }),
  defineQuestion('addressInfo.zip', 'zip', {
    autocomplete: 'postal-code',
    client: { field: 'address', part: 'zip' },
    width: 'half',
  }),
]);

/** The mailing address. */
export const MAIL_STEP = step('mail', [
  defineQuestion('personalInfo.mailingDifferentResidential', 'yesno'),
  defineQuestion('addressInfo.mailing_streetAddress', 'text', {
    autocomplete: 'section-mailing shipping street-address',
    when: HAS_MAILING,
  }),
  defineQuestion('addressInfo.mailing_city', 'text', {
    autocomplete: 'section-mailing shipping address-level2',
    when: HAS_MAILING,
    maxLength: 100,
  }),
  defineQuestion('addressInfo.mailing_state', 'state', {
    autocomplete: 'section-mailing shipping address-level1',
    when: HAS_MAILING,
    width: 'half',
  }),
  defineQuestion('addressInfo.mailing_zip', 'zip', {
    autocomplete: 'section-mailing shipping postal-code',
    when: HAS_MAILING,
    width: 'half',
  }),
]);
