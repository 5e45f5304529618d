import { EsignError, type EsignErrorKind } from '#platform/ports/esign.ts';
import { ConnectionError, type HttpResponse } from '../../http/client.ts';
import { jsonOf, withoutPeople } from '../../http/json-text.ts';
import { errorSchema, oauthErrorSchema } from './wire.ts';

/** DocuSign's error response for the log: its code, then its message, shortened and without personal data. */
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

/** An unexpected response: not JSON of the requested shape, or not a PDF. */
export class UnreadableAnswer extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`DocuSign’s response is not ${what}`, options);
    this.name = 'UnreadableAnswer';
  }
}

export function toDocusignError({ status, bytes }: HttpResponse): DocusignError {
  const body = jsonOf(bytes);
  const rest = errorSchema.safeParse(body).data;
  if (rest?.errorCode) return new DocusignError(rest.errorCode.toUpperCase(), status, rest.message);
  const oauth = oauthErrorSchema.safeParse(body).data;
  return new DocusignError(oauth?.error ?? '', status, oauth?.error_description ?? '');
}

type Kind = Exclude<EsignErrorKind, 'content_lost' | 'not_processed' | 'busy'>;

/** Messages for agents; DocuSign's own message is the cause. */
const SENTENCES: Readonly<Record<Kind, string>> = {
  not_found: 'DocuSign does not know this document.',
  wrong_state: 'DocuSign cannot do this with the document in its current state.',
  invalid: 'DocuSign did not accept this document.',
  unavailable: 'DocuSign is currently unavailable.',
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

/** Limits arrive as 400 or 429; only the code tells which one was reached. `busy`: too many concurrent downloads. */
export function limitOf(code: string): 'burst' | 'hourly' | 'busy' | null {
  if (/^api_request_is_throttled$/i.test(code)) return 'busy';
  const [, span] =
    /^(burst|hourly)_(?:apiinvocation_(?:envelope_)?|envelope_polling_)limit_exceeded$/i.exec(code) ?? [];
  if (!span) return null;
  return span.toLowerCase() === 'burst' ? 'burst' : 'hourly';
}

/** The code of DocuSign's error response; empty for any other error. */
export function codeOf(error: unknown): string {
  return error instanceof EsignError && error.cause instanceof DocusignError ? error.cause.code : '';
}

/** Whether the call may have taken effect nevertheless. */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof EsignError)) return false;
  const { cause } = error;
  if (cause instanceof DocusignError) return cause.statusCode >= 500 || cause.statusCode === 408;
  return cause instanceof ConnectionError || cause instanceof UnreadableAnswer;
}
