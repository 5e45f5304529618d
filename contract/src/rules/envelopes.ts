import { isBlank, lowerWord } from './blank.ts';
import { UNEXPECTED_ERROR } from './error-messages.ts';

/** Only an envelope that is Sent or Delivered can be voided (1§4). */
export function voidAllowed({ envelope_status }: { envelope_status: string | null | undefined }): boolean {
  return ['sent', 'delivered'].includes(lowerWord(envelope_status));
}

/** The alert after a failed void, in the exact words of the specification (1§8). */
export function voidEnvelopeMessage({
  server_message,
}: {
  server_message: string | null | undefined;
}): string {
  const message = isBlank(server_message) ? UNEXPECTED_ERROR : String(server_message).trim();
  const namesStates = /\bsent\b/i.test(message) && /\bdelivered\b/i.test(message) && /void/i.test(message);
  return namesStates
    ? 'Cannot void this envelope because it has not been sent or is already completed.'
    : `Error voiding envelope: ${message}`;
}
