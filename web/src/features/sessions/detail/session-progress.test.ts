import type { SessionPaymentData } from '@ledgerline/contract/sessions/endpoints';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { describe, expect, it } from 'vitest';
import { aForm, aSession } from '../testing/sessions.ts';
import { sessionProgress } from './session-progress.ts';

type Input = Parameters<typeof sessionProgress>[0];
type LinkEmail = NonNullable<Input['emails']>[number];

const NOW = Date.parse('2026-11-20T15:00:00.000Z');
const NO_PAYMENTS: SessionPaymentData = {
  transactions: [],
  recurringPayment: null,
  invoices: [],
  paid_cents: 0,
  settled_cents: 0,
};
const VIEWED = { client_last_viewed_at: '2026-11-19T15:00:00.000Z' };

function stepOf(
  label: string,
  { session = {}, ...input }: Partial<Omit<Input, 'session'>> & { session?: object },
) {
  const steps = sessionProgress({
    session: aSession(session),
    forms: [],
    emails: [],
    payments: NO_PAYMENTS,
    now: NOW,
    ...input,
  });
  const step = steps.find((one) => one.label === label);
  return step ? `${step.state}: ${step.note}` : 'none';
}

const email = (fields: Partial<LinkEmail> = {}): LinkEmail => ({
  status: 'sent',
  session_id: 5,
  session_form_id: null,
  created_at: '2026-11-18T15:00:00.000Z',
  sent_at: '2026-11-18T15:00:05.000Z',
  link_ends_at: '2026-11-25T15:00:00.000Z',
  ...fields,
});
const failed = email({ status: 'failed', sent_at: null });
const expired = email({ link_ends_at: '2026-11-20T14:59:59.999Z' });

describe('Sent', () => {
  it.each<[string, string, LinkEmail[] | undefined, object]>([
    ['todo: ', 'while the emails are loading', undefined, {}],
    ['todo: Not emailed yet', 'without an email', [], {}],
    ['done: Emailed Nov 18, 2026', 'after an email', [email()], {}],
    [
      'done: Emailed Nov 18, 2026',
      'on the last moment of the link',
      [email({ link_ends_at: new Date(NOW).toISOString() })],
      {},
    ],
    ['problem: Emailed link expired', 'when the link of the email expired', [expired], {}],
    ['problem: Emailed link expired', 'also for a client who viewed it', [expired], VIEWED],
    [
      'done: Emailed Nov 18, 2026',
      'when nothing is left to do with an expired link',
      [expired],
      { all_forms_completed: true },
    ],
    ['part: Email being sent', 'in the queue', [email({ status: 'queued', sent_at: null })], {}],
    ['problem: Email not sent', 'without a mail server', [failed], {}],
    ['done: Emailed Nov 18, 2026', 'when only a later email failed', [failed, email()], {}],
    ['problem: Email not sent', 'when the link expired and the next email failed', [failed, expired], {}],
    ['done: Client opened the link', 'when the link was copied or texted', [], VIEWED],
    ['done: Client opened the link', 'when an email failed and the link was copied', [failed], VIEWED],
    [
      'todo: Not emailed yet',
      'after emails about other things',
      [email({ session_id: 6 }), email({ session_form_id: 1 }), email({ link_ends_at: null })],
      {},
    ],
  ])('is %s %s', (expected, _, emails, session) => {
    expect(stepOf('Sent', { emails, session })).toBe(expected);
  });
});

describe('Opened', () => {
  const web = { type: 'Web Form', form_link_id: 'personal-info' };
  it.each<[string, string, SubmissionRow[], object]>([
    ['todo: Not yet', 'at first', [aForm(web)], {}],
    ['done: Last viewed Nov 19, 2026', 'after a view', [], VIEWED],
    [
      'todo: Page not viewed',
      'when a form was filled in elsewhere',
      [aForm({ ...web, progress_step: 1 })],
      {},
    ],
  ])('is %s %s', (expected, _, forms, session) => {
    expect(stepOf('Opened', { forms, session })).toBe(expected);
  });
});

describe('Filled in and Signed', () => {
  const web = (fields: Partial<SubmissionRow> = {}) => aForm({ type: 'Web Form', ...fields });
  const advisor = { pending_advisor_signature: true };
  const client = { pending_client_signature: true };
  it.each<[string, string, string, SubmissionRow[]]>([
    ['none', 'none', 'without forms', []],
    ['none', 'none', 'with a PDF to read', [aForm({ type: 'PDF' })]],
    [
      'none',
      'none',
      'with voided forms only',
      [web({ is_voided: true }), aForm({ ...client, is_voided: true })],
    ],
    ['todo: 0 of 1', 'none', 'with an untouched form', [web()]],
    ['part: 0 of 1', 'none', 'with a started form', [web({ progress_step: 2 })]],
    ['part: 1 of 2', 'none', 'with one of two completed', [web({ status: 'completed' }), web()]],
    ['done: 1 of 1', 'none', 'with every form completed', [web({ is_completed: true })]],
    ['none', 'todo: 0 of 1 · Advisor next', 'when the advisor is next', [aForm({ ...advisor, ...client })]],
    [
      'none',
      'todo: 0 of 1',
      'when the client signs first',
      [aForm({ ...advisor, ...client, next_signer_role: 'client' })],
    ],
    ['none', 'part: 0 of 1', 'when the advisor signed', [aForm({ ...client, has_advisor_signature: true })]],
    [
      'none',
      'part: 1 of 2 · Advisor next',
      'with one of two signed',
      [aForm({ has_client_signature: true }), aForm(advisor)],
    ],
    [
      'none',
      'done: 1 of 1',
      'when all signed',
      [aForm({ has_client_signature: true, has_advisor_signature: true })],
    ],
    [
      'none',
      'problem: 0 of 1 · Declined',
      'when a signer declined',
      [aForm({ ...client, status: 'declined' })],
    ],
    ['none', 'todo: 0 of 1', 'before the envelope exists', [aForm()]],
  ])('are %s and %s %s', (filledIn, signed, _, forms) => {
    expect([stepOf('Filled in', { forms }), stepOf('Signed', { forms })]).toEqual([filledIn, signed]);
  });
});

describe('Paid', () => {
  const invoice = (
    payment_state: SessionPaymentData['invoices'][number]['payment_state'],
    fields: object = {},
  ) => ({
    id: 1,
    title: 'Plan',
    external_ref: null,
    status: payment_state === 'void' ? 'void' : 'sent',
    payment_state,
    total_cents: 10_000,
    is_made_by_schedule: false,
    ...fields,
  });
  const payment = (kind: 'payment' | 'refund'): SessionPaymentData['transactions'][number] => ({
    id: 1,
    kind,
    payment_method: 'cash',
    card_brand: null,
    card_last4: null,
    amount: 10_000,
    payment_status: 'completed',
    created_at: '2026-11-20T15:00:00.000Z',
  });
  const priced = { total_cents: 10_000 };
  const received = { ...priced, payment_received_at: ['2026-11-20T15:00:00.000Z'] };
  const paid = (paid_cents: number, settled_cents = paid_cents) => ({
    transactions: [payment('payment')],
    paid_cents,
    settled_cents,
  });
  it.each<[string, string, object, Partial<SessionPaymentData> | undefined]>([
    ['none', 'without a price', {}, {}],
    ['none', 'without a price while loading', {}, undefined],
    ['todo: ', 'while loading', priced, undefined],
    ['todo: No invoice yet', 'without an invoice', priced, {}],
    [
      'todo: No invoice yet',
      'with an invoice of its schedule only',
      priced,
      { invoices: [invoice('sent', { is_made_by_schedule: true })] },
    ],
    ['todo: Invoice voided', 'when its invoice was voided', priced, { invoices: [invoice('void')] }],
    ['todo: Invoice draft', 'with a draft', priced, { invoices: [invoice('draft')] }],
    [
      'todo: Invoice sent',
      'with a new invoice after a voided one',
      priced,
      { invoices: [invoice('void'), invoice('sent')] },
    ],
    [
      'part: $60.00 owed',
      'after a partial payment',
      received,
      { ...paid(4000), invoices: [invoice('partially_paid')] },
    ],
    [
      'done: Paid in full',
      'after the last payment',
      received,
      { ...paid(10_000), invoices: [invoice('paid')] },
    ],
    [
      'done: Paid in full',
      'with a discount',
      received,
      { ...paid(9000, 10_000), invoices: [invoice('paid')] },
    ],
    [
      'part: $60.00 owed',
      'after a partial refund',
      received,
      { ...paid(4000), invoices: [invoice('partially_refunded')] },
    ],
    ['todo: Invoice refunded', 'after a refund', received, { ...paid(0), invoices: [invoice('refunded')] }],
    ['done: Payment recorded', 'for a payment recorded elsewhere', received, {}],
    [
      'part: Invoice partially paid',
      'for a partially paid invoice without priced forms',
      {},
      { ...paid(4000), invoices: [invoice('partially_paid')] },
    ],
    ['done: Invoice paid', 'for a paid invoice without priced forms', {}, { invoices: [invoice('paid')] }],
  ])('is %s %s', (expected, _, session, payments) => {
    const data = payments && { ...NO_PAYMENTS, ...payments };
    expect(stepOf('Paid', { session, payments: data })).toBe(expected);
  });
});
