import { defineQuestion, step } from '../question-builders.ts';

/** How to reach the person. */
export const CONTACT_STEP = step('contactInfo', [
  defineQuestion('contactInfo.primary_phone', 'phone', {
    autocomplete: 'tel',
    client: { field: 'primary_phone' },
  }),
  defineQuestion('contactInfo.secondary_phone', 'phone', {
    required: false,
    client: { field: 'secondary_phone' },
  }),
  defineQuestion('contactInfo.email', 'email', { autocomplete: 'email', client: { field: 'primary_email' } }),
]);
