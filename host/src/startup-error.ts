/**
 * A reason not to start that the operator can act on. Its message is one line; `main.ts` prints it without a
 * stack and exits with 1. The technical cause, if any, travels in `cause`.
 */
export class StartupError extends Error {
  override name = 'StartupError';

  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, ' ').trim(), options);
  }
}

/** What a system error says, to be put into the brackets of such a line. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
