import { expect, it } from 'vitest';
import { canDeleteSubmission } from './policy.ts';

it.each([
  ['new', {}, true],
  ['waiting for its signers', { pending_advisor_signature: true, pending_client_signature: true }, true],
  ['completed', { status: 'completed' }, false],
  ['signed by the advisor', { has_advisor_signature: true }, false],
  ['signed by the client and voided', { client_signed_at: '2026-03-01', is_voided: true }, false],
])('a form that is %s', (_state, form, isDeletable) => {
  expect(canDeleteSubmission({ is_owner: false }, form)).toBe(isDeletable);
  expect(canDeleteSubmission({ is_owner: true }, form)).toBe(true);
});
