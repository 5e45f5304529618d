import { ask, step } from '../question-builders.ts';
import type { Condition } from '../definition.ts';

const HAS_MAILING: Condition = { key: 'personalInfo.mailingDifferentResidential', is: 'yes' };

/** Where the person lives. */
export const ADDRESS_STEP = step('addressInfo', [
  ask('addressInfo.streetAddress', 'text', {
    autocomplete: 'street-address',
    client: { field: 'address', part: 'streetAddress' },
  }),
  ask('addressInfo.city', 'text', {
    autocomplete: 'address-level2',
    client: { field: 'address', part: 'city' },
    maxLength: 100,
  }),
  ask('addressInfo.state', 'state', {
    autocomplete: 'address-level1',
    client: { field: 'address', part: 'state' },
    width: 'half',
  }),
  ask('addressInfo.zip', 'zip', {
    autocomplete: 'postal-code',
    client: { field: 'address', part: 'zip' },
    width: 'half',
  }),
]);

/** Where mail goes. */
export const MAIL_STEP = step('mail', [
  ask('personalInfo.mailingDifferentResidential', 'yesno'),
  ask('addressInfo.mailing_streetAddress', 'text', {
    autocomplete: 'section-mailing shipping street-address',
    when: HAS_MAILING,
  }),
  ask('addressInfo.mailing_city', 'text', {
    autocomplete: 'section-mailing shipping address-level2',
    when: HAS_MAILING,
    maxLength: 100,
  }),
  ask('addressInfo.mailing_state', 'state', {
    autocomplete: 'section-mailing shipping address-level1',
    when: HAS_MAILING,
    width: 'half',
  }),
  ask('addressInfo.mailing_zip', 'zip', {
    autocomplete: 'section-mailing shipping postal-code',
    when: HAS_MAILING,
    width: 'half',
  }),
]);
