import { describe, expect, it } from 'vitest';
import { isLocalSession, nextStep } from './session-display.ts';
import { aForm } from './testing/sessions.ts';

describe('the next signer', () => {
  const SIGNED = '2026-11-20T15:00:00.000Z';
  it.each([
    [
      'an open advisor signature',
      { pending_advisor_signature: true, pending_client_signature: true },
      'Waiting for advisor to sign',
    ],
    [
      'a signature of the advisor alone',
      { pending_advisor_signature: true, pending_client_signature: true, advisor_signed_at: SIGNED },
      'Waiting for client to sign',
    ],
    [
      'a document that the client signs first',
      { pending_advisor_signature: true, pending_client_signature: true, next_signer_role: 'client' },
      'Waiting for client to sign',
    ],
    ['a template that names the advisor', { next_signer_role: 'advisor' }, 'Waiting for advisor to sign'],
    ['an e-signature form without flags', {}, 'Waiting for client to sign'],
    ['a web form', { type: 'Web Form' }, 'Waiting for client'],
    [
      'a started web form',
      { type: 'Web Form', progress_step: 2, total_steps: 6 },
      'Client is at step 3 of 6',
    ],
    [
      'a web form with every step answered',
      { type: 'Web Form', progress_step: 6, total_steps: 6 },
      'Client is at step 6 of 6',
    ],
    ['a finished web form', { type: 'Web Form', status: 'completed' }, undefined],
    [
      'documents that the client sent',
      { type: 'Documents', status: 'completed', is_completed: true, has_pending_answers: true },
      'Waiting for agent to review documents',
    ],
    ['reviewed documents', { type: 'Documents', status: 'completed', is_completed: true }, undefined],
    ['both signatures', { has_advisor_signature: true, has_client_signature: true }, undefined],
    ['a voided form', { is_voided: true, pending_client_signature: true }, undefined],
    ['a declined form', { status: 'declined', pending_client_signature: true }, undefined],
    ['a PDF to read', { type: 'PDF' }, undefined],
    ['a link to follow', { type: 'Link' }, undefined],
  ])('%s', (_, fields, text) => {
    expect(nextStep(aForm(fields))?.text).toBe(text);
  });
});

describe('names of a session page', () => {
  it('distinguishes local sessions from server sessions', () => {
    expect(isLocalSession('TEMP_abcdefgh12345678')).toBe(true);
    expect(isLocalSession('12')).toBe(false);
  });
});
