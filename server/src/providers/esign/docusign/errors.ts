import { EsignError, type EsignErrorKind } from '#platform/ports/esign.ts';
import { ConnectionError, type HttpAnswer } from '../../http/client.ts';
import { jsonOf, withoutPeople } from '../../http/json-text.ts';
import { errorSchema, oauthErrorSchema } from './wire.ts';

/** What DocuSign said when it refused, for the log: its code, then its words, shortened and without people's data. */
export class DocusignError extends Error {
  readonly code: string;
  readonly statusCode: number;
  constructor(code: string, statusCode: number, message: string) {
    super([code, withoutPeople(message)].filter(Boolean).join(' '));
    this.name = 'DocusignRefusal';
    this.code = code;
    this.statusCode = statusCode;
  }
}

/** An answer that should not be: no JSON of the shape that was asked for, or no PDF. */
export class UnreadableAnswer extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`DocuSign's answer is not ${what}`, options);
    this.name = 'UnreadableAnswer';
  }
}

export function toDocusignError({ status, bytes }: HttpAnswer): DocusignError {
  const body = jsonOf(bytes);
  const rest = errorSchema.safeParse(body).data;
  if (rest?.errorCode) return new DocusignError(rest.errorCode.toUpperCase(), status, rest.message);
  const oauth = oauthErrorSchema.safeParse(body).data;
  return new DocusignError(oauth?.error ?? '', status, oauth?.error_description ?? '');
}

type Kind = Exclude<EsignErrorKind, 'content_lost' | 'not_processed' | 'busy'>;

/** Sentences for agents; DocuSign's own words are the cause. */
const SENTENCES: Readonly<Record<Kind, string>> = {
  not_found: 'DocuSign does not know this document.',
  wrong_state: 'DocuSign cannot do this with the document as it stands.',
  invalid: 'DocuSign did not accept this document.',
  unavailable: 'DocuSign cannot be used at the moment.',
};

export function esignError(kind: Kind, cause: unknown): EsignError {
  return new EsignError(kind, SENTENCES[kind], { cause });
}

export function kindOf({ code, statusCode }: DocusignError): Kind {
  if (limitOf(code) || statusCode === 408 || statusCode === 429 || statusCode >= 500) return 'unavailable';
  if (statusCode === 401 || statusCode === 403 || /AUTH|LACKS_PERMISSION|NOT_BELONG/.test(code))
    return 'unavailable';
  if (statusCode === 404 || /DOES_NOT_EXIST|NOT_FOUND|(ENVELOPE|TEMPLATE|DOCUMENT)_ID_INVALID/.test(code)) {
    return 'not_found';
  }
  return 'invalid';
}

/** Limits come as 400 or 429; only the code says which one was reached. `busy`: too many downloads at once. */
export function limitOf(code: string): 'burst' | 'hourly' | 'busy' | null {
  if (/^api_request_is_throttled$/i.test(code)) return 'busy';
  const [, span] =
    /^(burst|hourly)_(?:apiinvocation_(?:envelope_)?|envelope_polling_)limit_exceeded$/i.exec(code) ?? [];
  if (!span) return null;
  return span.toLowerCase() === 'burst' ? 'burst' : 'hourly';
}

/** The code with which DocuSign refused; empty when it did not refuse. */
export function codeOf(error: unknown): string {
  return error instanceof EsignError && error.cause instanceof DocusignError ? error.cause.code : '';
}

/** Whether the call may have had its effect all the same. */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof EsignError)) return false;
  const { cause } = error;
  if (cause instanceof DocusignError) return cause.statusCode >= 500 || cause.statusCode === 408;
  return cause instanceof ConnectionError || cause instanceof UnreadableAnswer;
}
