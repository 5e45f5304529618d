import type { ErrorBody, ErrorCode, FieldError } from '@ledgerline/contract/errors';
import { formattedError } from '@ledgerline/contract/rules';
import { HTTPError, NetworkError, TimeoutError } from 'ky';

const NO_FIELDS: FieldError[] = [];

/** A failed call in the one form screens know (0§8): message, status, code, details. */
export class ApiError extends Error {
  readonly status: number | undefined;
  /** The words beside the status; '' over newer protocols and before an answer came. */
  readonly statusText: string;
  readonly code: ErrorCode | undefined;
  readonly details: ErrorBody['details'];
  /** The server's own sentence, if it sent one: some texts of the specification prefer it. */
  readonly serverMessage: string | undefined;

  constructor(
    error: unknown,
    status: number | undefined,
    body: Partial<ErrorBody> | undefined,
    statusText = '',
  ) {
    super(
      formattedError({ server_message: body?.message, library_message: messageOf(error), status }).message,
    );
    this.status = status;
    this.statusText = statusText;
    this.code = body?.code;
    this.details = body?.details;
    this.serverMessage = body?.message;
  }
}

/** The words of this transport where the server sent none of its own (0§8): never an address, a key or a parser's. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof HTTPError)
    return `The server answered with an error (${error.response.status}). Please try again.`;
  if (error instanceof TimeoutError) return 'The server did not answer in time. Please try again.';
  if (error instanceof NetworkError || error instanceof TypeError)
    return 'The server could not be reached. Please check the connection and try again.';
  return error instanceof Error && error.message ? error.message : undefined;
}

/**
 * The server looked at a write and did nothing: sent again, it is another one. After anything else it may have been done, also
 * where the last answer was "too late" or "too many": an attempt before it, whose answer was lost, may have been taken.
 */
export function isRejection(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === undefined) return false;
  const { status } = error;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Whether the server refused for one of these reasons. */
export function hasErrorCode(error: unknown, ...codes: ErrorCode[]): boolean {
  return error instanceof ApiError && error.code !== undefined && codes.includes(error.code);
}

/** What was asked for is not there. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** It was done, and the answer is none that this page can read. */
export function isDoneUnread(error: unknown): boolean {
  return error instanceof ApiError && error.status !== undefined && error.status < 300;
}

/** What the server itself said of a failure, if it did. */
export function errorMessageOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.serverMessage : undefined;
}

/** What was wrong where, as the server names it. */
export function wrongFields(error: unknown): FieldError[] {
  return (error instanceof ApiError && error.details?.fields) || NO_FIELDS;
}
