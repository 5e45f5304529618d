import { useSyncExternalStore } from 'react';

/** Whether the last call found no network; a browser can believe itself online in front of a dead one. */
let isLost = false;
const listeners = new Set<() => void>();

/** Notes what a call has found out about the connection. */
export function noteConnection(isThere: boolean): void {
  if (isLost === !isThere) return;
  isLost = !isThere;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** True from the moment the browser or a call notices that there is no connection, until it is back. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, () => isLost || !navigator.onLine);
}
