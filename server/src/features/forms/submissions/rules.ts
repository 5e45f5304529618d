import type { BodyOf } from '@ledgerline/contract/endpoint';
import type { PublicFormState } from '@ledgerline/contract/public-forms/endpoints';
import {
  FORM_TYPES,
  formLinkId,
  isDeclined,
  isDocumentRequest,
  isFinished,
  isVoided,
  isWebFormType,
  type SignableForm,
} from '@ledgerline/contract/rules';
import type { updateSubmission } from '@ledgerline/contract/submissions/endpoints';

/** What a visitor can still do with the form: fill it in, or only read why not (1§4; PF-015, PF-016). */
export function fillingState(
  form: SignableForm,
): Exclude<PublicFormState, 'expired' | 'revoked' | 'passcode'> {
  if (isVoided(form)) return 'voided';
  return isFinished(form) ? 'completed' : 'ready';
}

/** A document out for signature must be voided before it can be deleted (decisions H19). */
export function deleteAllowed(form: SignableForm): boolean {
  return !form.envelope_id || isVoided(form) || isFinished(form) || isDeclined(form);
}

/** Why a form cannot be unlinked from its client, whose name and values are in its open envelope; null when it can. */
export function unlinkError(form: SignableForm): string | null {
  if (isDocumentRequest(form.type)) return 'A document request belongs to its client. Delete it instead.';
  if (deleteAllowed(form) && !(form.envelope_id && isDeclined(form))) return null;
  return isDeclined(form)
    ? 'This form was declined. Delete it instead of unlinking it.'
    : 'This form is out for signature. Void it before unlinking it from its client.';
}

/** Why a form has no finished document. One that was stored and no longer exists was deleted by an owner (decisions O5). */
export function missingCopy(
  form: SignableForm & { signed_document_id: string | null },
  isWithProvider: boolean,
): 'waiting' | 'fetching' | 'none' {
  const isPending = form.type === 'DocuSign' && form.signed_document_id === null && isWithProvider;
  if (!isPending || isVoided(form) || isDeclined(form)) return 'none';
  if (!isFinished(form)) return 'waiting';
  return form.envelope_id && form.is_completed ? 'fetching' : 'none';
}

/** The storage key of the document with the signatures so far. */
export function partialDocumentKey(id: number): string {
  return `envelopes/${id}/so-far.pdf`;
}

type FormType = (typeof FORM_TYPES)[number];

/** The form type that a text names, as it is stored, in any spelling (decisions F1); null for unknown text. */
export function knownFormType(type: string): FormType | null {
  if (isWebFormType(type)) return 'Web Form';
  return FORM_TYPES.find((known) => known.toLowerCase() === type.trim().toLowerCase()) ?? null;
}

/** Why a submission cannot be added to a session, as a message; null when it can. */
export function sessionError(
  form: { client_id: number | null; session_id: number | null },
  session: { id: number; client_id: number },
): string | null {
  if (form.session_id !== null && form.session_id !== session.id) {
    return 'This form is already in another session. Unlink it from that session first.';
  }
  return form.client_id !== null && form.client_id !== session.client_id
    ? 'This session belongs to another client.'
    : null;
}

type UpdateInput = BodyOf<typeof updateSubmission>;

/** The current form. */
type Form = SignableForm &
  Record<'form_id' | 'client_id' | 'session_id', number | null> &
  Record<'source_template_id' | 'form_link_id' | 'envelope_id' | 'next_signer_role', string | null>;

/**
 * Fields that describe the progress of a form; once it is out for signature or completed, its signatures determine them.
 */
const STATES = [
  'status',
  'next_signer_role',
  'pending_advisor_signature',
  'pending_client_signature',
] as const;

/**
 * Why a form cannot be changed as requested, as a message; null when it can. Values equal to the current ones are not a
 * change.
 */
export function changeError(row: Form, input: UpdateInput): string | null {
  if (isOfAnother(row, input)) return 'The template of a form can’t be changed. Add another form instead.';
  if (input.client_id === null && row.client_id !== null)
    return 'Use Unlink to remove this form from its client.';
  if (input.session_id === null && row.session_id !== null) {
    return 'Use Unlink to remove this form from its session.';
  }
  const isSettled = row.envelope_id !== null || isFinished(row) || isVoided(row);
  const isState = STATES.some((field) => input[field] !== undefined && input[field] !== row[field]);
  return isSettled && isState
    ? 'This form is out for signature or completed: its status and signers can’t be changed manually.'
    : null;
}

function isOfAnother(row: Form, input: UpdateInput): boolean {
  const { form_id, source_template_id, type, form_link_id } = input;
  const sources = [row.source_template_id, row.form_link_id, String(row.form_id)];
  return (
    (form_id !== undefined && form_id !== row.form_id) ||
    (source_template_id !== undefined && !sources.includes(source_template_id)) ||
    (type !== undefined && knownFormType(type) !== row.type) ||
    (form_link_id !== undefined && formLinkId(form_link_id) !== (row.form_link_id ?? ''))
  );
}
