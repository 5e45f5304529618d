import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentCardState } from './payment-card.ts';
import {
  allFormsCompleted,
  SESSION_STATUSES,
  sessionStatus,
  sessionStatusPriority,
} from './session-status.ts';
import { defaultSessionName } from './sessions.ts';

const awaitsAdvisor = { type: 'DocuSign', envelope_id: 'e', pending_advisor_signature: true };
const awaitsBoth = { ...awaitsAdvisor, pending_client_signature: true };
const awaitsClient = { ...awaitsBoth, has_advisor_signature: true };
const signed = { ...awaitsClient, has_client_signature: true };
const openWebForm = { type: 'Web Form', status: 'pending' };
const doneWebForm = { type: 'WebForm', status: 'completed' };
const pdf = { type: 'PDF', status: 'pending' };
const paid = { payment_received_at: ['2026-01-05T10:00:00Z'] };

describe('sessionStatus', () => {
  it.each([
    ['no forms', { forms: [] }, 'Unknown'],
    ['only forms that do not count', { forms: [pdf, { type: 'Link' }] }, 'Unknown'],
    ['only voided forms', { forms: [{ ...signed, is_voided: true }] }, 'Unknown'],
    ['signed and paid', { forms: [signed], total: 100, ...paid }, 'Forms Signed - Payment Received'],
    [
      'signed, not paid',
      { forms: [signed], total: 100, payment_received_at: [] },
      'Forms Signed - Pending Payment',
    ],
    [
      'signed, blank payment',
      { forms: [signed], total: 1, payment_received_at: [null, ' '] },
      'Forms Signed - Pending Payment',
    ],
    ['signed, nothing to pay', { forms: [signed], total: 0, ...paid }, 'Forms Signed - No Payment'],
    [
      'flags cleared after signing',
      { forms: [{ type: 'DocuSign', has_advisor_signature: true }] },
      'Forms Signed - No Payment',
    ],
    [
      'all await the client',
      { forms: [awaitsClient, { type: 'DocuSign', pending_client_signature: true }] },
      'Pending Client Signature',
    ],
    ['all await the advisor', { forms: [awaitsAdvisor, awaitsAdvisor] }, 'Pending Agent Signature'],
    ['a form that needs both awaits the advisor first', { forms: [awaitsBoth] }, 'Pending Agent Signature'],
    ['one signed, one with the client', { forms: [signed, awaitsClient] }, 'Pending Client Signature'],
    [
      'one with the client, one with the advisor',
      { forms: [awaitsClient, awaitsAdvisor] },
      'Pending Agent Signature',
    ],
    [
      'advisor form voided',
      { forms: [awaitsClient, { ...awaitsAdvisor, voided_at: '2026-01-01' }] },
      'Pending Client Signature',
    ],
    ['fresh web form', { forms: [openWebForm], total: 0 }, 'Pending Client Signature'],
    ['finished web form', { forms: [doneWebForm], total: 0 }, 'Forms Signed - No Payment'],
    [
      'open PDF beside a finished web form',
      { forms: [doneWebForm, pdf], total: 5 },
      'Forms Signed - Pending Payment',
    ],
    [
      'web form by its template type',
      { forms: [{ global_form_type: 'web form' }] },
      'Pending Client Signature',
    ],
  ])('%s', (_name, session, label) => {
    expect(sessionStatus(session)).toBe(label);
  });

  it('has a priority for each label and 999 for anything else', () => {
    expect(SESSION_STATUSES.map(sessionStatusPriority)).toEqual([999, 2, 3, 1, 2, 1, 1]);
    expect(sessionStatusPriority('foo')).toBe(999);
  });

  it('does not depend on the order of the forms, nor on voided or uncounted ones', () => {
    const anyForm = fc.constantFrom(
      awaitsAdvisor,
      awaitsBoth,
      awaitsClient,
      signed,
      openWebForm,
      doneWebForm,
    );
    fc.assert(
      fc.property(fc.array(anyForm), fc.integer({ min: 0, max: 2 }), (forms, total) => {
        const label = sessionStatus({ forms, total });
        expect(sessionStatus({ forms: [...forms].reverse(), total })).toBe(label);
        expect(sessionStatus({ forms: [...forms, pdf, { ...awaitsBoth, status: 'VOIDED' }], total })).toBe(
          label,
        );
        expect(label.startsWith('Forms Signed')).toBe(allFormsCompleted({ forms }));
      }),
    );
  });
});

describe('paymentCardState', () => {
  it.each([
    [{ total: 0, all_forms_completed: true, ...paid }, 'hidden'],
    [{ total: -5, all_forms_completed: true, ...paid }, 'hidden'],
    [{ total: 5, all_forms_completed: false, payment_received_at: [] }, 'Forms in Progress'],
    [{ total: 5, all_forms_completed: true, payment_received_at: null }, 'Payment Pending'],
    [{ total: 5, all_forms_completed: true, ...paid }, 'Payment Received'],
    [{ total: 5, all_forms_completed: false, ...paid }, 'Payment Received'],
  ])('%j reads %s', (session, state) => {
    expect(paymentCardState(session)).toBe(state);
  });
});

describe('defaultSessionName', () => {
  it('counts the listed sessions, given as a number or as the list', () => {
    expect(defaultSessionName({ existing_sessions: 0 })).toBe('Session 1');
    expect(defaultSessionName({ existing_sessions: 2 })).toBe('Session 3');
    expect(defaultSessionName({ existing_sessions: [{}, { is_deleted: true }] })).toBe('Session 2');
  });
});
