import { isBlank, type Moment } from './blank.ts';
import { isDocumentRequest } from './document-requests.ts';
import { advisorOf, clientOf, isFinished, isVoided, isWebFormType, type SignableForm } from './signatures.ts';

/** The labels a session's derived status can have (1§4). */
export const SESSION_STATUSES = [
  'Unknown',
  'Pending Agent Signature',
  'Pending Client Signature',
  'Forms Signed - Payment Received',
  'Forms Signed - Pending Payment',
  'Forms Signed - No Payment',
  'Forms Signed - Complete',
] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** Instants of recorded payments; a single value is treated as a list of one. */
export type PaymentsReceived = readonly Moment[] | Moment;

/** A session's status, derived from its forms (1§4, decisions G1 to G7). total in cents. */
export function sessionStatus(session: {
  forms: readonly SignableForm[] | null | undefined;
  total?: number | null;
  payment_received_at?: PaymentsReceived;
}): SessionStatus {
  const states = (session.forms ?? []).filter(countsTowardsSession).map(signingState);
  if (states.length === 0) return 'Unknown';
  if (states.every((state) => state === 'signed')) return paymentStatus(session);
  if (states.includes('awaits advisor')) return 'Pending Agent Signature';
  if (states.includes('awaits client')) return 'Pending Client Signature';
  return 'Forms Signed - Complete';
}

/** Sort key of a session status: complete 1, payment 2, agent 2, client 3, anything else 999 (1§4, decisions G11). */
export function sessionStatusPriority(label: string | null | undefined): number {
  switch (label) {
    case 'Forms Signed - Payment Received':
    case 'Forms Signed - No Payment':
    case 'Forms Signed - Complete':
      return 1;
    case 'Forms Signed - Pending Payment':
    case 'Pending Agent Signature':
      return 2;
    case 'Pending Client Signature':
      return 3;
    default:
      return 999;
  }
}

/** Web forms, document requests, and forms with an envelope or any signature flag count; voided ones never do (1§4, decisions G2). */
function countsTowardsSession(form: SignableForm): boolean {
  if (isVoided(form)) return false;
  const isWebForm = isWebFormType(form.type) || isWebFormType(form.global_form_type);
  if (isWebForm || isDocumentRequest(form.type)) return true;
  return !isBlank(form.envelope_id) || advisorOf(form).required || clientOf(form).required;
}

/** True when the session has counted forms and each is signed or finished (1§4, decisions G10). */
export function allFormsCompleted({ forms }: { forms: readonly SignableForm[] | null | undefined }): boolean {
  const counted = (forms ?? []).filter(countsTowardsSession);
  return counted.length > 0 && counted.every((form) => signingState(form) === 'signed');
}

/** True when at least one value of payment_received_at is not empty (decisions G7). */
export function paymentRecorded(payments: PaymentsReceived): boolean {
  return Array.isArray(payments) ? payments.some((value) => !isBlank(value)) : !isBlank(payments);
}

function signingState(form: SignableForm): 'signed' | 'awaits advisor' | 'awaits client' {
  const advisor = advisorOf(form);
  const client = clientOf(form);
  if (advisor.outstanding) return 'awaits advisor';
  if (client.outstanding) return 'awaits client';
  return advisor.required || client.required || isFinished(form) ? 'signed' : 'awaits client';
}

function paymentStatus(session: {
  total?: number | null;
  payment_received_at?: PaymentsReceived;
}): SessionStatus {
  if (!((session.total ?? 0) > 0)) return 'Forms Signed - No Payment';
  return paymentRecorded(session.payment_received_at)
    ? 'Forms Signed - Payment Received'
    : 'Forms Signed - Pending Payment';
}
