import { useWindowEvent } from '@mantine/hooks';

interface FrameMessages {
  /** A form's window says that editing is over (1§7). */
  onFormEdited: (sessionFormId: number) => void;
  /** The signing frame says where to go on. */
  onSigned: (sessionPath: string) => void;
}

/** What form windows and signing frames tell; only pages of this origin are listened to (decisions C7). */
export function useFrameMessages({ onFormEdited, onSigned }: FrameMessages): void {
  useWindowEvent('message', (event: MessageEvent<unknown>) => {
    if (event.origin !== window.location.origin) return;
    const message = readFrameMessage(event.data);
    if (message?.type === 'formEditComplete') onFormEdited(message.sessionFormId);
    if (message?.type === 'signingComplete') onSigned(message.sessionPath);
  });
}

type FrameMessage =
  | { type: 'formEditComplete'; sessionFormId: number }
  | { type: 'signingComplete'; sessionPath: string };

/** Anything else than the two messages in their exact shape is nobody's business here. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, sessionFormId, sessionPath } = Object.fromEntries(Object.entries(data));
  const id = Number(sessionFormId);
  if (type === 'formEditComplete' && Number.isSafeInteger(id) && id > 0) return { type, sessionFormId: id };
  if (type === 'signingComplete' && typeof sessionPath === 'string' && /^\/crm(\/|$)/.test(sessionPath))
    return { type, sessionPath };
  return null;
}
