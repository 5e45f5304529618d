import { useWindowEvent } from '@mantine/hooks';
import { type SigningMessage, signingMessage } from '../../../lib/signing-events.ts';

interface FrameMessages {
  /** A form's window reports that editing is done (1§7). */
  onFormEdited: (sessionFormId: number) => void;
  /** The signing frame reports how it ended, and where to continue. */
  onSigningEnded: (message: SigningMessage, sessionPath: string) => void;
}

/** Messages of form windows and signing frames; only from pages of this origin (decisions C7). */
export function useFrameMessages({ onFormEdited, onSigningEnded }: FrameMessages): void {
  useWindowEvent('message', (event: MessageEvent<unknown>) => {
    if (event.origin !== window.location.origin) return;
    const message = readFrameMessage(event.data);
    if (message?.type === 'formEditComplete') onFormEdited(message.sessionFormId);
    if (message?.type === 'signingComplete')
      onSigningEnded(signingMessage(message.event), message.sessionPath);
  });
}

type FrameMessage =
  | { type: 'formEditComplete'; sessionFormId: number }
  | { type: 'signingComplete'; sessionPath: string; event: string | null };

/** Anything except the two messages in their exact shape is ignored. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, sessionFormId, sessionPath, event } = Object.fromEntries(Object.entries(data));
  const id = Number(sessionFormId);
  if (type === 'formEditComplete' && Number.isSafeInteger(id) && id > 0) return { type, sessionFormId: id };
  if (type === 'signingComplete' && typeof sessionPath === 'string' && /^\/crm(\/|$)/.test(sessionPath))
    return { type, sessionPath, event: typeof event === 'string' ? event : null };
  return null;
}
