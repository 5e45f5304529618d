import { hasErrorCode } from './api-error.ts';

/** The agent clicked reveal and then cancelled the prompt: there is no error to show. */
export class RevealCancelled extends Error {}

type ReasonHandler = () => Promise<string | null>;

let handler: ReasonHandler | undefined;
/** Set by the first rejected reveal: the shell then prompts first, because rejected reveals count toward limits too. */
let isReasonRequired = false;

/** Sets the prompt: the dialog in the shell. Returns the cleanup function. */
export function onReasonNeeded(newHandler: ReasonHandler): () => void {
  handler = newHandler;
  return () => {
    if (handler !== newHandler) return;
    handler = undefined;
    isReasonRequired = false;
  };
}

/**
 * Reveals a secret: immediately, or with a prompted reason where owners require one (decision 064). Without it the
 * server rejects the reveal.
 */
export async function withReason(reveal: (reason?: string) => Promise<string>): Promise<string> {
  if (!isReasonRequired) {
    try {
      return await reveal();
    } catch (error) {
      if (!hasErrorCode(error, 'reason_needed') || !handler) throw error;
      isReasonRequired = true;
    }
  }
  const reason = await handler?.();
  if (reason === null || reason === undefined) throw new RevealCancelled();
  return reveal(reason);
}
