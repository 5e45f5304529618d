import { ERRORS, type ErrorBody, type ErrorCode, type FieldError } from '@ledgerline/contract/errors';

interface AppErrorOptions {
  message?: string;
  fields?: FieldError[];
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** The server's only error class: a code from the contract's table, a message for people, and the field errors. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldError[] | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? defaultMessage(code, options.fields), { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.details = options.details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** The wire form; with `requestId`, a person can quote the failed call. */
  toBody(requestId: string): ErrorBody {
    return {
      success: false,
      message: this.message,
      code: this.code,
      details: { ...this.details, ...(this.fields ? { fields: this.fields } : {}), requestId },
    };
  }
}

/** A validation error for one field. */
export function wrongField(path: string, message: string): AppError {
  return new AppError('validation_failed', { fields: [{ path, message }] });
}

/** An undo whose object is no longer as the undone action left it. */
export function changedSince(): AppError {
  return new AppError('conflict', { message: 'It has been changed since then. Nothing was undone.' });
}

/** Throws an error at the name's field if there is a problem: an empty name is invalid, one in use a conflict (decisions A23). */
export function assertName(path: string, name: string, message: string | null): void {
  if (message === null) return;
  const fields = [{ path, message }];
  throw new AppError(name === '' ? 'validation_failed' : 'duplicate', { message, fields });
}

function defaultMessage(code: ErrorCode, fields: FieldError[] | undefined): string {
  const first = fields?.[0];
  return first ? sentenceFor(first) : ERRORS[code].message;
}

/**
 * Prefixes the field unless the message is a full sentence: messages of the specification start with a capital letter, others
 * with a quoted value.
 */
function sentenceFor(field: FieldError): string {
  const isSentence = /^[A-Z“]/.test(field.message);
  return isSentence || !field.path ? field.message : `${field.path} ${field.message}`;
}

/** Unique constraints of the database and their messages. */
const CONSTRAINT_MESSAGES: Record<string, string> = {
  agents_email_unique: 'This email is already in use by another agent',
  agents_username_unique: 'This username is already in use by another agent',
  bundles_name_unique: 'A bundle with this name already exists',
  form_folders_label_unique: 'A folder with this name already exists',
  global_forms_link_unique: 'This Form Link ID is already in use.',
  teams_name_unique: 'A team with this name already exists',
  global_forms_provider_template_unique: 'This e-signature template is already in the list.',
};

/** The codes of PostgreSQL and the operating system for a full disk or quota. */
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** The database is stopping or starting, ended an idle session, or has no free connection; or it is unreachable. */
const OUTAGE = new Set(
  '57P01 57P02 57P03 57P05 25P03 25P04 53300 ECONNREFUSED ECONNRESET ETIMEDOUT EPIPE'.split(' '),
);
/** A statement or a lock exceeded its time limit. */
const TIMEOUT_CODES = new Set(['57014', '55P03']);
const RETRYABLE_CODES = new Set(['40P01', '40001']);

interface CodedError {
  code: string;
  constraint?: string;
}

function isCoded(error: unknown): error is CodedError {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
}

const MAX_WRAPS = 4;

/** Libraries wrap errors, some with their own codes: the first known one counts. */
function rootOf(error: unknown): unknown {
  let at = error;
  for (let depth = 0; depth < MAX_WRAPS && at instanceof Error; depth += 1) {
    if (at instanceof AppError || (isCoded(at) && meaningOf(at.code) !== 'internal')) return at;
    at = at.cause;
  }
  return error;
}

/** Maps what a handler may throw to an AppError; anything unknown becomes `internal` with its cause for the log. */
export function toAppError(error: unknown): AppError {
  const root = rootOf(error);
  if (root instanceof AppError) return root;
  if (!isCoded(root)) return new AppError('internal', { cause: error });
  const message = root.constraint ? CONSTRAINT_MESSAGES[root.constraint] : undefined;
  return new AppError(meaningOf(root.code), { message, cause: error });
}

function meaningOf(code: string): ErrorCode {
  if (code === '23505') return 'duplicate';
  if (code === '23503') return 'wrong_state';
  // PostgreSQL 18 has a separate code for `on delete restrict`: other rows reference this one.
  if (code === '23001') return 'has_related_data';
  if (RETRYABLE_CODES.has(code)) return 'conflict';
  if (DISK_FULL.has(code)) return 'disk_full';
  return isOutageCode(code) || TIMEOUT_CODES.has(code) ? 'unavailable' : 'internal';
}

const isOutageCode = (code: string) => code.startsWith('08') || OUTAGE.has(code);

/**
 * Whether the database is unreachable or the disk is full, whatever the operation: the operation itself is not the cause, and may
 * be retried unchanged.
 */
export function isOutage(error: unknown): boolean {
  const root = rootOf(error);
  if (root instanceof AppError) return root.code === 'unavailable' || root.code === 'disk_full';
  return isCoded(root) && (isOutageCode(root.code) || DISK_FULL.has(root.code));
}
