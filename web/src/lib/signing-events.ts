/** The final event of a signing page, for the portal around its frame. */
export interface SigningMessage {
  isSigned: boolean;
  title: string;
  message: string;
}

const AGAIN = 'Open it again when you are ready.';

/** By the events of the signing page (1§2, decisions C6). */
const NOT_SIGNED: Readonly<Record<string, string>> = {
  cancel: `You left before you had finished signing. ${AGAIN}`,
  decline: 'You declined to sign. This document can no longer be signed; it has to be sent again.',
  session_timeout: `The signing page closed after inactivity. ${AGAIN}`,
  ttl_expired: `The signing page is available for a few minutes only. ${AGAIN}`,
  exception: `Something went wrong on the signing page. ${AGAIN}`,
  access_code_failed: `The access code was incorrect. ${AGAIN}`,
};

const NOTHING_TO_SIGN = {
  isSigned: false,
  title: 'You have read the document',
  message: 'There was nothing to sign.',
};

/** The message for an agent whose framed signing ended; an unknown event is never reported as signed. */
export function signingMessage(event: string | null): SigningMessage {
  if (event === 'signing_complete') return { isSigned: true, title: 'Signed', message: 'Signed.' };
  if (event === 'viewing_complete') return NOTHING_TO_SIGN;
  const known = event !== null && Object.hasOwn(NOT_SIGNED, event) ? NOT_SIGNED[event] : undefined;
  return {
    isSigned: false,
    title: 'The document was not signed',
    message: known ?? 'The signing page was closed. Check the form’s status to see whether it was signed.',
  };
}
