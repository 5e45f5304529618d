import { ask, step } from '../question-builders.ts';

/** How to reach the person. */
export const CONTACT_STEP = step('contactInfo', [
  ask('contactInfo.primary_phone', 'phone', { autocomplete: 'tel', client: { field: 'primary_phone' } }),
  ask('contactInfo.secondary_phone', 'phone', { required: false, client: { field: 'secondary_phone' } }),
  ask('contactInfo.email', 'email', { autocomplete: 'email', client: { field: 'primary_email' } }),
]);
