/** Prompts for re-authentication; returns whether it succeeded. */
type ReauthenticationHandler = () => Promise<boolean>;

let handler: ReauthenticationHandler | null = null;
let pending: Promise<boolean> | null = null;

/** Set by the portal; without it there is no prompt. */
export function onReauthenticationNeeded(how: ReauthenticationHandler): () => void {
  handler = how;
  return () => {
    if (handler === how) handler = null;
  };
}

/** For a request rejected as `proof_needed`: requests rejected at the same moment share one prompt (decision 058). */
export function requestReauthentication(): Promise<boolean> {
  pending ??= (handler?.() ?? Promise.resolve(false)).finally(() => {
    pending = null;
  });
  return pending;
}
