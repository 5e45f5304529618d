/** Asks the person for a proof that it is he; whether it was given. */
type ReauthenticationHandler = () => Promise<boolean>;

let handler: ReauthenticationHandler | null = null;
let pending: Promise<boolean> | null = null;

/** The portal says here how it asks; nobody is asked where it says nothing. */
export function onReauthenticationNeeded(how: ReauthenticationHandler): () => void {
  handler = how;
  return () => {
    if (handler === how) handler = null;
  };
}

/** For a call that was refused as `proof_needed`: calls refused at the same moment share one question (decision 058). */
export function requestReauthentication(): Promise<boolean> {
  pending ??= (handler?.() ?? Promise.resolve(false)).finally(() => {
    pending = null;
  });
  return pending;
}
