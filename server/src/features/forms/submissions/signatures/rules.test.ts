import { sessionFormStatus } from '@ledgerline/contract/rules';
import { describe, expect, it } from 'vitest';
import { changedColumns, columnsAfter, isOlder, type PricedSubmission, type SignedState } from './rules.ts';

const SIGNED = new Date('2026-11-20T15:00:00Z');

function submission(extra: Partial<PricedSubmission> = {}): PricedSubmission {
  return {
    status: 'sent',
    envelope_status: 'sent',
    pending_advisor_signature: true,
    pending_client_signature: true,
    has_advisor_signature: false,
    has_client_signature: false,
    advisor_signed_at: null,
    client_signed_at: null,
    signed_at: null,
    next_signer_role: 'advisor',
    is_voided: false,
    voided_at: null,
    is_completed: false,
    selected_items_json: null,
    selected_items_total: 0,
    itemized_total: 0,
    final_form_total: 10_000,
    itemized_costs: { checkboxTabs: { Plan: 25 }, listTabs: {}, listTabDeps: {} },
    base_cost: 10_000,
    include_sales_tax: true,
    ...extra,
  };
}

function envelope(extra: Partial<SignedState> = {}): SignedState {
  return {
    status: 'sent',
    signers: [
      { role: 'advisor', status: 'waiting', signedAt: null },
      { role: 'client', status: 'waiting', signedAt: null },
    ],
    choices: {},
    completedAt: null,
    voidedAt: null,
    asOf: SIGNED,
    ...extra,
  };
}

const advisorSigned = { role: 'advisor', status: 'signed', signedAt: SIGNED } as const;
const clientSigned = { role: 'client', status: 'signed', signedAt: SIGNED } as const;
const clientWaits = { role: 'client', status: 'waiting', signedAt: null } as const;

describe('a submission after an envelope update', () => {
  it('waits for the client once the advisor has signed', () => {
    const after = columnsAfter(submission(), envelope({ signers: [advisorSigned, clientWaits] }));
    expect(after).toMatchObject({
      has_advisor_signature: true,
      advisor_signed_at: SIGNED,
      pending_advisor_signature: false,
      pending_client_signature: true,
      next_signer_role: 'client',
      is_completed: false,
    });
    expect(sessionFormStatus({ ...after, envelope_id: 'e' })).toBe('Pending Client Signature');
  });

  it('waits for the first signer in the document', () => {
    const advisorWaits = { role: 'advisor', status: 'waiting', signedAt: null } as const;
    const after = columnsAfter(submission(), envelope({ signers: [clientWaits, advisorWaits] }));
    expect(after).toMatchObject({ pending_advisor_signature: true, next_signer_role: 'client' });
  });

  it('is complete when the envelope is', () => {
    const state = envelope({
      status: 'completed',
      signers: [advisorSigned, clientSigned],
      completedAt: SIGNED,
    });
    const after = columnsAfter(submission(), state);
    expect(after).toMatchObject({
      status: 'completed',
      signed_at: SIGNED,
      next_signer_role: null,
      is_completed: true,
    });
    expect(sessionFormStatus({ ...after, envelope_id: 'e' })).toBe('Completed');
  });

  it('adds selected options to the totals, tax included', () => {
    const after = columnsAfter(submission(), envelope({ choices: { checkboxTabs: { Plan: true } } }));
    expect(after).toMatchObject({
      selected_items_total: 2500,
      itemized_total: 2500,
      final_form_total: 13_375,
    });
    expect(after.selected_items_json).toEqual([{ kind: 'checkbox', label: 'Plan', item: null, price: 25 }]);
  });

  it.each([
    ['sent', 'sent'],
    ['delivered', 'sent'],
    ['correct', 'sent'],
    ['processing', 'sent'],
    ['timedout', 'timedout'],
    ['unknown_future_status', 'unknown_future_status'],
    ['declined', 'declined'],
    ['voided', 'voided'],
    ['completed', 'completed'],
  ])('calls an envelope that is %s %s', (status, word) => {
    expect(columnsAfter(submission(), envelope({ status })).status).toBe(word);
  });

  it('marks a voided envelope in every way (decisions H7)', () => {
    const after = columnsAfter(submission(), envelope({ status: 'voided', voidedAt: SIGNED }));
    expect(after).toMatchObject({
      is_voided: true,
      voided_at: SIGNED,
      status: 'voided',
      next_signer_role: null,
    });
  });

  it('never removes a signature', () => {
    const signed = submission({
      has_advisor_signature: true,
      pending_advisor_signature: false,
      advisor_signed_at: SIGNED,
    });
    expect(columnsAfter(signed, envelope())).toMatchObject({
      has_advisor_signature: true,
      advisor_signed_at: SIGNED,
    });
  });

  it.each([
    ['completed', 'delivered', true],
    ['completed', 'completed', false],
    ['declined', 'sent', true],
    ['delivered', 'sent', false],
    ['sent', 'voided', false],
  ])('stored as %s, an update that reports %s is out of date: %s', (stored, status, expected) => {
    expect(isOlder(submission({ envelope_status: stored }), envelope({ status }))).toBe(expected);
  });

  it('treats an update without a stored signature as out of date', () => {
    const row = submission({ has_advisor_signature: true });
    expect(isOlder(row, envelope())).toBe(true);
    expect(isOlder(row, envelope({ signers: [advisorSigned, clientWaits] }))).toBe(false);
  });

  it('finds nothing new the second time', () => {
    const state = envelope({
      status: 'delivered',
      signers: [advisorSigned, clientWaits],
      choices: { checkboxTabs: { Plan: true } },
    });
    const once = submission();
    const after = columnsAfter(once, state);
    expect(changedColumns(once, after)).toContain('has_advisor_signature');
    const twice = {
      ...once,
      ...after,
      selected_items_json: JSON.parse('[{"price":25,"item":null,"label":"Plan","kind":"checkbox"}]'),
    };
    expect(changedColumns(twice, columnsAfter(twice, state))).toEqual([]);
  });
});
