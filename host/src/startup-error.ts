/**
 * A startup failure that the operator can fix. Its message is one line; `main.ts` prints it without a stack trace and
 * exits with 1. The technical cause, if any, is in `cause`.
 */
export class StartupError extends Error {
  override name = 'StartupError';

  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, ' ').trim(), options);
  }
}

/** The message of a system error, for a startup error or a log line. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
