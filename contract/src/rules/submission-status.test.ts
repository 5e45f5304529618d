import { describe, expect, it } from 'vitest';
import { voidAllowed, voidEnvelopeMessage } from './envelopes.ts';
import {
  hasFormData,
  sessionFormStatus,
  simpleFormStatus,
  submissionCategory,
  unlinkFromClientAllowed,
} from './submission-status.ts';

const both = { envelope_id: 'e', pending_advisor_signature: true, pending_client_signature: true };

describe('sessionFormStatus', () => {
  it.each([
    [{ ...both, is_voided: true, status: 'completed' }, 'Voided'],
    [{ status: 'Voided' }, 'Voided'],
    [{ voided_at: '2026-01-01T00:00:00Z' }, 'Voided'],
    [{ pending_advisor_signature: true, client_id: 1 }, 'Pending Agent Signature'],
    [{ status: 'pending' }, 'Draft'],
    [{ status: 'pending', client_id: 1 }, 'Ready'],
    [{ status: 'sent', session_id: 1 }, 'Ready'],
    [{ pending_client_signature: true }, 'Pending Client Signature'],
    [{ status: 'completed', client_id: 1 }, 'Completed'],
    [{ signed_at: '2026-01-01' }, 'Completed'],
    [both, 'Pending Agent Signature'],
    [{ ...both, has_advisor_signature: true }, 'Pending Client Signature'],
    [{ ...both, has_advisor_signature: true, has_client_signature: true }, 'Completed'],
    [{ ...both, advisor_signed_at: '2026-01-01', client_signed_at: '2026-01-02' }, 'Completed'],
    [{ envelope_id: 'e', pending_advisor_signature: 1 }, 'Pending Agent Signature'],
    [{ envelope_id: 'e', pending_advisor_signature: true, has_advisor_signature: true }, 'Completed'],
    [{ envelope_id: 'e', pending_client_signature: true, has_client_signature: true }, 'Completed'],
    [{ envelope_id: 'e', status: 'COMPLETED' }, 'Completed'],
    [{ envelope_id: 'e', status: 'sent' }, 'Sent - Awaiting Signature'],
    [{ envelope_id: 'e', status: 'pending' }, 'Pending'],
    [{ envelope_id: 'e', status: 'declined' }, 'declined'],
    [{ ...both, status: 'declined' }, 'declined'],
    [{ ...both, has_advisor_signature: true, status: 'declined' }, 'declined'],
    [{ ...both, status: 'declined', is_voided: true }, 'Voided'],
    [{ envelope_id: 'e', status: null }, 'Pending'],
  ])('%j reads %s', (form, label) => {
    expect(sessionFormStatus(form)).toBe(label);
  });

  it('has a simple label for clients', () => {
    expect(simpleFormStatus({ ...both, is_voided: true })).toBe('Cancelled');
    expect(simpleFormStatus(both)).toBe('Awaiting advisor signature');
    expect(simpleFormStatus({ pending_advisor_signature: true })).toBe('Pending advisor signature');
    expect(simpleFormStatus({ ...both, has_advisor_signature: true })).toBe('Ready to sign');
    expect(simpleFormStatus({ envelope_id: 'e', status: 'sent' })).toBe('Ready to sign');
    expect(simpleFormStatus({ status: 'completed' })).toBe('Completed');
    expect(simpleFormStatus({ client_id: 1 })).toBe('Pending');
  });
});

describe('submissionCategory', () => {
  it.each([
    [{ ...both, is_voided: true }, 'voided'],
    [{ status: 'completed' }, 'complete'],
    [both, 'alert'],
    [{ ...both, status: 'declined', read_at: '2026-01-01' }, 'in_progress'],
    [{ client_id: 1, form_data: '{}' }, 'new'],
    [{ client_id: 1, form_data: { personalInfo: {} } }, 'in_progress'],
    [{ client_id: 1, read_at: '2026-01-01' }, 'in_progress'],
    [{ ...both, has_advisor_signature: true, read_at: '2026-01-01' }, 'in_progress'],
  ])('%j is %s', (form, category) => {
    expect(submissionCategory(form)).toBe(category);
  });

  it.each([
    [null, false],
    [undefined, false],
    ['', false],
    [' { } ', false],
    ['null', false],
    [{}, false],
    [[], false],
    [{ a: 1 }, true],
    ['{"a":1}', true],
    ['broken {', true],
  ])('form data %j counts as present: %s', (data, present) => {
    expect(hasFormData(data)).toBe(present);
  });
});

describe('unlinkFromClientAllowed', () => {
  it.each([
    [{ client_id: 1, session_id: null }, true],
    [{ client_id: 1, session_id: 2 }, false],
    [{ client_id: null, session_id: null }, false],
    [{ client_id: null, session_id: 2 }, false],
  ])('%j: %s', (form, allowed) => {
    expect(unlinkFromClientAllowed(form)).toBe(allowed);
  });
});

describe('voiding an envelope', () => {
  it.each([
    ['Sent', true],
    ['DELIVERED', true],
    ['completed', false],
    ['voided', false],
    ['', false],
    [null, false],
  ])('is allowed in state %s: %s', (envelope_status, allowed) => {
    expect(voidAllowed({ envelope_status })).toBe(allowed);
  });

  it('explains a rejection by state and passes on any other error', () => {
    const message = 'Cannot void this envelope because it has not been sent or is already completed.';
    for (const server_message of [
      'Only Sent or Delivered envelopes can be voided',
      "Only envelopes in the 'Sent' or 'Delivered' states may be voided.",
    ]) {
      expect(voidEnvelopeMessage({ server_message })).toBe(message);
    }
    expect(voidEnvelopeMessage({ server_message: 'No reason given' })).toBe(
      'Error voiding envelope: No reason given',
    );
    expect(voidEnvelopeMessage({ server_message: null })).toBe(
      'Error voiding envelope: An unexpected error occurred',
    );
  });
});
