/** Asks the person for a proof that it is he; whether it was given. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asked: Promise<boolean> | null = null;

/** The portal says here how it asks; nobody is asked where it says nothing. */
export function onProofNeeded(how: Ask): () => void {
  ask = how;
  return () => {
    if (ask === how) ask = null;
  };
}

/** For a call that was refused as `proof_needed`: calls refused at the same moment share one question (decision 058). */
export function askForProof(): Promise<boolean> {
  asked ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asked = null;
  });
  return asked;
}
