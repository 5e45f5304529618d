/** Whether the last request had no network; a browser can report being online on a dead connection. */
let isLost = false;
const listeners = new Set<() => void>();

/** Records what a request revealed about the connection. */
export function setConnected(isConnected: boolean): void {
  if (isLost === !isConnected) return;
  isLost = !isConnected;
  for (const listener of listeners) listener();
}

export function isConnectionLost(): boolean {
  return isLost;
}

/** Subscribes to changes; returns the unsubscribe function. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
