import { IDLE_KEYS, isLocked } from './activity.ts';
import { storedToken } from './sign-in.ts';

const listeners = new Set<() => void>();

/** Subscribes to changes made in any tab. */
export function subscribeLock(changed: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === IDLE_KEYS.locked || key === null) changed();
  };
  listeners.add(changed);
  window.addEventListener('storage', listen);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', listen);
  };
}

export function setLocked(next: boolean): void {
  if (isLocked() === next) return;
  if (next) localStorage.setItem(IDLE_KEYS.locked, '1');
  else {
    localStorage.setItem(IDLE_KEYS.opened, String(Date.now()));
    localStorage.removeItem(IDLE_KEYS.locked);
  }
  for (const changed of listeners) changed();
}

/** When a request was sent, and with which sign-in. */
export interface Sent {
  at: number;
  token: string | null;
}

/**
 * For a request rejected by a locked session: resolves after unlocking, with whether it is the same session. Requests
 * sent before unlocking and answered late do not lock it again.
 */
export function lockUntilUnlocked({ at, token }: Sent): Promise<boolean> {
  const isSame = () => token !== null && token === storedToken();
  if (!isLocked() && wasOpenedSince(at)) return Promise.resolve(isSame());
  setLocked(true);
  return new Promise((resolve) => {
    const stop = subscribeLock(() => {
      if (isLocked()) return;
      stop();
      resolve(isSame());
    });
  });
}

/** A time in the future comes from a clock that was set back: ignore it. */
function wasOpenedSince(at: number): boolean {
  const opened = Number(localStorage.getItem(IDLE_KEYS.opened));
  return at < opened && opened <= Date.now();
}
