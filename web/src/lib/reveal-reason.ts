import { hasErrorCode } from './api-error.ts';

/** Somebody pressed the eye and then would not say why; there is nothing to tell him. */
export class RevealCancelled extends Error {}

type ReasonHandler = () => Promise<string | null>;

let handler: ReasonHandler | undefined;
/** Since the brokerage asked once, this page asks first: a refused reveal counts like any other. */
let isReasonRequired = false;

/** Who asks people for a reason: the dialog in the shell. Returns what takes it back. */
export function onReasonNeeded(newHandler: ReasonHandler): () => void {
  handler = newHandler;
  return () => {
    if (handler === newHandler) handler = undefined;
  };
}

/**
 * Reveals a secret: at once, and where the owners of the brokerage want a reason (decision 064), with the one that is typed
 * then. Without it the server reveals nothing.
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
