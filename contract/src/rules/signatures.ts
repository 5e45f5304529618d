import { type Flag, isBlank, isOn, lowerWord, type Moment } from './blank.ts';
import { WEB_FORM_MARKERS } from './constants.ts';

/** The fields of a session form that the status rules read; names as in 1§3. */
export type SignableForm = {
  type?: string | null;
  global_form_type?: string | null;
  status?: string | null;
  envelope_id?: string | null;
  is_voided?: Flag;
  voided_at?: Moment;
  is_completed?: Flag;
  signed_at?: Moment;
  pending_advisor_signature?: Flag;
  pending_client_signature?: Flag;
  has_advisor_signature?: Flag;
  has_client_signature?: Flag;
  advisor_signed_at?: Moment;
  client_signed_at?: Moment;
};

/** The status of one signer. */
export type Signer = { signed: boolean; required: boolean; outstanding: boolean };

/** The advisor's signature: required means pending or signed, outstanding means pending and not signed (decisions G1). */
export function advisorOf(form: SignableForm): Signer {
  const signed = isOn(form.has_advisor_signature) || !isBlank(form.advisor_signed_at);
  return signer(isOn(form.pending_advisor_signature), signed);
}

/** The client's signature, with the same rules as the advisor's (decisions G1). */
export function clientOf(form: SignableForm): Signer {
  const signed = isOn(form.has_client_signature) || !isBlank(form.client_signed_at);
  return signer(isOn(form.pending_client_signature), signed);
}

/** Any of the three marks makes a form voided (decisions H7). */
export function isVoided(form: SignableForm): boolean {
  return isOn(form.is_voided) || !isBlank(form.voided_at) || lowerWord(form.status) === 'voided';
}

/** Status completed or a signed_at value (1§4, decisions H1). */
export function isFinished(form: SignableForm): boolean {
  return lowerWord(form.status) === 'completed' || !isBlank(form.signed_at) || isOn(form.is_completed);
}

/** Completed, or signed by the advisor or the client, whatever happened afterwards: only an owner may delete it (decisions O5). */
export function isCompletedOrSigned(form: SignableForm): boolean {
  return isFinished(form) || advisorOf(form).signed || clientOf(form).signed;
}

/** A signer declined to sign: the form waits for no one and is not complete (decisions J7). */
export function isDeclined(form: SignableForm): boolean {
  return lowerWord(form.status) === 'declined';
}

/** True for 'Web Form', 'WebForm' and the two markers, ignoring whitespace and case (1§9, decisions F1). */
export function isWebFormType(type: string | null | undefined): boolean {
  const word = lowerWord(type).replaceAll(' ', '');
  return word === 'webform' || WEB_FORM_MARKERS.some((marker) => marker === word);
}

function signer(pending: boolean, signed: boolean): Signer {
  return { signed, required: pending || signed, outstanding: pending && !signed };
}
