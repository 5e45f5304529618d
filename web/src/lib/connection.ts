/** Whether the last call found no network; a browser can believe itself online in front of a dead one. */
let isLost = false;
const listeners = new Set<() => void>();

/** Notes what a call has found out about the connection. */
export function noteConnection(isThere: boolean): void {
  if (isLost === !isThere) return;
  isLost = !isThere;
  for (const listener of listeners) listener();
}

export function isConnectionLost(): boolean {
  return isLost;
}

/** Tells of every change; the answer ends it. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
