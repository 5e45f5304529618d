import { isFinal } from '../email/transport.ts';
import { AppError } from '../errors.ts';
import { EsignError, type EsignErrorKind } from '../ports/esign.ts';
import { IdentityError } from '../ports/identity.ts';
import { PaymentError, type PaymentErrorKind } from '../ports/payments.ts';

/** Long enough for the address at which DocuSign requires consent: truncated, it would not work. */
const LONGEST = 600;
const NOT_FOUND = ['ENOENT', 'NoSuchKey', 'NotFound'];

/**
 * `answer`: the provider works, only the result is not the desired one. `refusal`: it rejects the call as invalid; that may be
 * due to the request, and is a provider problem if it rejects everything. `failure`: it does not work.
 */
export type Outcome = 'answer' | 'refusal' | 'failure';

const OUTCOMES: Readonly<Record<EsignErrorKind | PaymentErrorKind, Outcome>> = {
  not_found: 'answer',
  wrong_state: 'answer',
  total_differs: 'answer',
  content_lost: 'answer',
  not_processed: 'answer',
  busy: 'answer',
  invalid: 'refusal',
  key_reused: 'refusal',
  unavailable: 'failure',
};

/** What an error of a call says about the provider. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof EsignError || error instanceof PaymentError) return OUTCOMES[error.kind];
  if (error instanceof IdentityError) return error.kind === 'unavailable' ? 'failure' : 'answer';
  return isAnswer(error) ? 'answer' : 'failure';
}

function isAnswer(error: unknown): boolean {
  if (error instanceof AppError) return error.status < 500;
  if (!(error instanceof Error)) return false;
  if ('code' in error && NOT_FOUND.includes(String(error.code))) return true;
  return NOT_FOUND.includes(error.name) || isFinal(error);
}

/** The error message with its cause, shortened; without keys, passwords in addresses and email addresses. */
export function briefReason(error: unknown): string {
  const messages: string[] = [];
  for (let at = error; at instanceof Error && messages.length < 3; at = at.cause) {
    const { message } = at;
    if (!messages.some((part) => part.includes(message))) messages.push(message);
  }
  const sentences = messages
    .filter(Boolean)
    .map((part, at) => (at < messages.length - 1 ? part.replace(/\.$/, '') : part));
  const text = sentences.join(': ') || String(error);
  return text
    .replaceAll(/\/\/[^/\s@]+@/g, '//')
    .replaceAll(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '(address)')
    .replaceAll(/\b(Bearer|Basic)\s+\S+/gi, '$1 (secret)')
    .replaceAll(/(\w*(?:secret|token|password|signature))=[^\s&]+/gi, '$1=(secret)')
    .replaceAll(/[\w+/-]{40,}={0,2}(\.[\w+/=-]+)*/g, '(secret)')
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST);
}

/** A provider's text in a form that the database can store. */
export function plainText(text: string, longest: number): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, longest);
}
