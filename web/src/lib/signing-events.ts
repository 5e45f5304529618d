/** What a signing page said at its end, for the portal around its frame. */
export interface SigningMessage {
  isSigned: boolean;
  title: string;
  message: string;
}

const AGAIN = 'Open it again when you are ready.';

/** By the events of the signed page (1§2, decisions C6). */
const NOT_SIGNED: Readonly<Record<string, string>> = {
  cancel: `You left before you had finished signing. ${AGAIN}`,
  decline: 'You declined to sign. Nobody else can sign this document any more; it has to be sent anew.',
  session_timeout: `Nothing was done for a while, so the signing page closed by itself. ${AGAIN}`,
  ttl_expired: `The address of the signing page works for a few minutes only. ${AGAIN}`,
  exception: `Something went wrong on the signing page. ${AGAIN}`,
  access_code_failed: `The access code was not right. ${AGAIN}`,
};

const NOTHING_TO_SIGN = {
  isSigned: false,
  title: 'You have read the document',
  message: 'There was nothing to sign.',
};

/** What to tell the agent whose signing in a frame has ended; an event that nobody knows is never called signed. */
export function signingMessage(event: string | null): SigningMessage {
  if (event === 'signing_complete') return { isSigned: true, title: 'Signed', message: 'Signed.' };
  if (event === 'viewing_complete') return NOTHING_TO_SIGN;
  const known = event !== null && Object.hasOwn(NOT_SIGNED, event) ? NOT_SIGNED[event] : undefined;
  return {
    isSigned: false,
    title: 'The document was not signed',
    message: known ?? 'The signing page was closed. Whether something was signed shows in the form’s status.',
  };
}
