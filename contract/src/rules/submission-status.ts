import { isBlank, lowerWord, type Moment } from './blank.ts';
import { FORM_STATUSES, type SUBMISSION_CATEGORIES } from './constants.ts';
import { advisorOf, clientOf, isDeclined, isFinished, isVoided, type SignableForm } from './signatures.ts';

/** The fields of a submission that the rules read; names as in 1§3. */
export type SubmissionForm = SignableForm & {
  client_id?: number | string | null;
  session_id?: number | string | null;
  read_at?: Moment;
  form_data?: unknown;
};

export type SubmissionCategory = (typeof SUBMISSION_CATEGORIES)[number];

export const SIMPLE_FORM_STATUSES = [
  'Cancelled',
  'Pending advisor signature',
  'Ready to sign',
  'Completed',
  'Awaiting advisor signature',
  'Pending',
] as const;
export type SimpleFormStatus = (typeof SIMPLE_FORM_STATUSES)[number];

/** The display status of a session form, in the order of 1§4 (decisions G1, H1 to H4, H7, J7). */
export function sessionFormStatus(form: SubmissionForm): string {
  const advisor = advisorOf(form);
  const client = clientOf(form);
  if (isVoided(form)) return 'Voided';
  if (isDeclined(form)) return rawStatus(form.status);
  if (advisor.outstanding) return 'Pending Agent Signature';
  if (client.outstanding) return 'Pending Client Signature';
  if (advisor.required || client.required || isFinished(form)) return 'Completed';
  if (isBlank(form.envelope_id)) return isLinked(form) ? 'Ready' : 'Draft';
  if (lowerWord(form.status) === 'sent') return 'Sent - Awaiting Signature';
  return rawStatus(form.status);
}

/** The short label on the client's session link page (1§4, decisions H5). */
export function simpleFormStatus(form: SubmissionForm): SimpleFormStatus {
  switch (sessionFormStatus(form)) {
    case 'Voided':
      return 'Cancelled';
    case 'Completed':
      return 'Completed';
    case 'Pending Agent Signature':
      return isBlank(form.envelope_id) ? 'Pending advisor signature' : 'Awaiting advisor signature';
    case 'Pending Client Signature':
    case 'Sent - Awaiting Signature':
      return 'Ready to sign';
    default:
      return 'Pending';
  }
}

/** The list category of a submission (1§4, decisions H6). */
export function submissionCategory(form: SubmissionForm): SubmissionCategory {
  const status = sessionFormStatus(form);
  if (status === 'Voided') return 'voided';
  if (status === 'Completed') return 'complete';
  if (status === 'Pending Agent Signature') return 'alert';
  return isBlank(form.read_at) && !hasFormData(form.form_data) ? 'new' : 'in_progress';
}

/** False for null, '', {} and [], also as JSON text (decisions H11). */
export function hasFormData(data: unknown): boolean {
  if (typeof data === 'string') return !['', '{}', '[]', 'null'].includes(data.replaceAll(/\s/g, ''));
  return typeof data === 'object' && data !== null && Object.keys(data).length > 0;
}

/** Unlinking from the client needs a client and no session (1§4, decisions H20). */
export function unlinkFromClientAllowed(form: {
  client_id?: number | string | null;
  session_id?: number | string | null;
}): boolean {
  return !isBlank(form.client_id) && isBlank(form.session_id);
}

function isLinked(form: SubmissionForm): boolean {
  return !isBlank(form.client_id) || !isBlank(form.session_id);
}

function rawStatus(status: string | null | undefined): string {
  if (isBlank(status)) return 'Pending';
  const known = FORM_STATUSES.find((word) => word === lowerWord(status));
  return known === undefined ? String(status) : `${known.charAt(0).toUpperCase()}${known.slice(1)}`;
}
