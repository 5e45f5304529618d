import { refusedFor } from './api-error.ts';

/** Somebody pressed the eye and then would not say why; there is nothing to tell him. */
export class RevealCancelled extends Error {}

type Ask = () => Promise<string | null>;

let ask: Ask | undefined;
/** Since the brokerage asked once, this page asks first: a refused reveal counts like any other. */
let isAsked = false;

/** Who asks people for a reason: the dialog in the shell. Returns what takes it back. */
export function askReasonsBy(asking: Ask): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = undefined;
  };
}

/**
 * Reveals a secret: at once, and where the owners of the brokerage want a reason (decision 064), with the one that is typed
 * then. Without it the server reveals nothing.
 */
export async function withReason(reveal: (reason?: string) => Promise<string>): Promise<string> {
  if (!isAsked) {
    try {
      return await reveal();
    } catch (error) {
      if (!refusedFor(error, 'reason_needed') || !ask) throw error;
      isAsked = true;
    }
  }
  const reason = await ask?.();
  if (reason === null || reason === undefined) throw new RevealCancelled();
  return reveal(reason);
}
