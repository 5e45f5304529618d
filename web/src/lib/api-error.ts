import type { ErrorBody, ErrorCode, FieldError } from '@ledgerline/contract/errors';
import { formattedError } from '@ledgerline/contract/rules';
import { HTTPError, NetworkError, TimeoutError } from 'ky';

const NO_FIELDS: FieldError[] = [];

/** A failed request in the one shape screens know (0§8): message, status, code, details. */
export class ApiError extends Error {
  readonly status: number | undefined;
  /** The HTTP status text; '' over newer protocols and before a response arrived. */
  readonly statusText: string;
  readonly code: ErrorCode | undefined;
  readonly details: ErrorBody['details'];
  /** The server's own message, if it sent one: some texts of the specification prefer it. */
  readonly serverMessage: string | undefined;

  constructor(
    error: unknown,
    status: number | undefined,
    body: Partial<ErrorBody> | undefined,
    statusText = '',
  ) {
    super(
      formattedError({ server_message: body?.message, library_message: libraryMessage(error), status })
        .message,
    );
    this.status = status;
    this.statusText = statusText;
    this.code = body?.code;
    this.details = body?.details;
    this.serverMessage = body?.message;
  }
}

/** This client's messages where the server sent none (0§8): never a URL, a key or parser output. */
function libraryMessage(error: unknown): string | undefined {
  if (error instanceof HTTPError)
    return `The server returned an error (${error.response.status}). Please try again.`;
  if (error instanceof TimeoutError) return 'The server did not answer in time. Please try again.';
  if (error instanceof NetworkError || error instanceof TypeError)
    return 'The server could not be reached. Please check the connection and try again.';
  return error instanceof Error && error.message ? error.message : undefined;
}

/** The message of any error, as shown on screen. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The server rejected the write before doing anything: a resend is a new request. After any other error it may have
 * been executed, even when the last response was a timeout or rate limit: an earlier attempt with a lost response may
 * have succeeded.
 */
export function isRejection(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === undefined) return false;
  const { status } = error;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Whether the server rejected the request with one of these codes. */
export function hasErrorCode(error: unknown, ...codes: ErrorCode[]): boolean {
  return error instanceof ApiError && error.code !== undefined && codes.includes(error.code);
}

/** The requested object does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** It succeeded, but the response is unreadable for this page. */
export function isDoneUnread(error: unknown): boolean {
  return error instanceof ApiError && error.status !== undefined && error.status < 300;
}

/** The server's own error message, if any. */
export function errorMessageOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.serverMessage : undefined;
}

/** Server validation errors by field. */
export function wrongFields(error: unknown): FieldError[] {
  return (error instanceof ApiError && error.details?.fields) || NO_FIELDS;
}

/** For a removal: a record that no longer exists is removed. */
export async function ignoreNotFound<Reply>(call: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
