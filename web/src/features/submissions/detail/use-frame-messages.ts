import { useWindowEvent } from '@mantine/hooks';
import { type SigningMessage, signingMessage } from '../../../lib/signing-events.ts';

interface FrameMessages {
  /** A form's window says that editing is over (1§7). */
  onFormEdited: (sessionFormId: number) => void;
  /** The signing frame says how it ended, and where to go on. */
  onSigningOver: (message: SigningMessage, sessionPath: string) => void;
}

/** What form windows and signing frames tell; only pages of this origin are listened to (decisions C7). */
export function useFrameMessages({ onFormEdited, onSigningOver }: FrameMessages): void {
  useWindowEvent('message', (event: MessageEvent<unknown>) => {
    if (event.origin !== window.location.origin) return;
    const message = readFrameMessage(event.data);
    if (message?.type === 'formEditComplete') onFormEdited(message.sessionFormId);
    if (message?.type === 'signingComplete')
      onSigningOver(signingMessage(message.event), message.sessionPath);
  });
}

type FrameMessage =
  | { type: 'formEditComplete'; sessionFormId: number }
  | { type: 'signingComplete'; sessionPath: string; event: string | null };

/** Anything else than the two messages in their exact shape is nobody's business here. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, sessionFormId, sessionPath, event } = Object.fromEntries(Object.entries(data));
  const id = Number(sessionFormId);
  if (type === 'formEditComplete' && Number.isSafeInteger(id) && id > 0) return { type, sessionFormId: id };
  if (type === 'signingComplete' && typeof sessionPath === 'string' && /^\/crm(\/|$)/.test(sessionPath))
    return { type, sessionPath, event: typeof event === 'string' ? event : null };
  return null;
}
