import { useEffect, useSyncExternalStore } from 'react';
import { isConnectionLost, noteConnection, onConnection } from './connection.ts';
import { transport, urlOf } from './http.ts';
import { PUBLIC_SETTINGS } from './light-endpoints.ts';

/** `off`: this device has no network. `lost`: it believes to have one, and the last call reached nobody. */
export type Connection = 'there' | 'lost' | 'off';

const PAUSE_MS = 5000;

/** How the connection is, from the moment the browser or a call notices. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => {
    if (!navigator.onLine) return 'off';
    return isConnectionLost() ? 'lost' : 'there';
  });
}

/** The same for who says it to people: while nobody is reached it asks again, for nothing else on the page may. */
export function useWatchedConnection(): Connection {
  const connection = useConnection();
  useEffect(() => (connection === 'lost' ? startPolling() : undefined), [connection]);
  return connection;
}

function subscribe(listener: () => void): () => void {
  const online = () => {
    // What a call found out before says nothing any more.
    noteConnection(true);
    listener();
  };
  const stop = onConnection(listener);
  window.addEventListener('online', online);
  window.addEventListener('offline', listener);
  return () => {
    stop();
    window.removeEventListener('online', online);
    window.removeEventListener('offline', listener);
  };
}

/** Makes a small call every few seconds; the transport notes the first answer, whatever it is. */
function startPolling(): () => void {
  const end = new AbortController();
  const { signal } = end;
  async function poll() {
    await transport(urlOf(PUBLIC_SETTINGS, {}), { retry: 0, cache: 'no-store', signal }).catch(
      () => undefined,
    );
    if (!signal.aborted) timer = setTimeout(poll, PAUSE_MS);
  }
  let timer = setTimeout(poll, PAUSE_MS);
  return () => {
    end.abort();
    clearTimeout(timer);
  };
}
