import { useEffect, useSyncExternalStore } from 'react';
import { isConnectionLost, onConnection, setConnected } from './connection.ts';
import { transport, urlOf } from './http.ts';
import { PUBLIC_SETTINGS } from './light-endpoints.ts';

/** `off`: this device has no network. `lost`: it reports a network, but the last request failed. */
export type Connection = 'there' | 'lost' | 'off';

const PAUSE_MS = 5000;

/** The connection state, updated by the browser and by requests. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => {
    if (!navigator.onLine) return 'off';
    return isConnectionLost() ? 'lost' : 'there';
  });
}

/** The same for components that show it: polls while disconnected, because nothing else on the page may send requests. */
export function useWatchedConnection(): Connection {
  const connection = useConnection();
  useEffect(() => (connection === 'lost' ? startPolling() : undefined), [connection]);
  return connection;
}

function subscribe(listener: () => void): () => void {
  const online = () => {
    // An earlier request's result is outdated.
    setConnected(true);
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

/** Sends a small request every few seconds; the transport records the first response of any kind. */
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
