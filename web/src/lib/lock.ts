import { IDLE_KEYS, isLocked } from './activity.ts';
import { storedToken } from './sign-in.ts';

const listeners = new Set<() => void>();

/** Tells of every change, in whatever tab it was made. */
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

/** When a call was sent, and by which sign-in. */
export interface Sent {
  at: number;
  token: string | null;
}

/**
 * For a call that a locked sign-in was refused: resolves once the screens are open again, with whether it is the same
 * sign-in. What was sent before they were opened, and is answered late, locks nobody out once more.
 */
export function lockUntilProved({ at, token }: Sent): Promise<boolean> {
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

/** A time that is still to come is of a clock that was set back, and says nothing. */
function wasOpenedSince(at: number): boolean {
  const opened = Number(localStorage.getItem(IDLE_KEYS.opened));
  return at < opened && opened <= Date.now();
}
