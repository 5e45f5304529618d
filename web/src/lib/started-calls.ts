import { CACHE_STALE_MS } from '@ledgerline/contract/rules';

/** Identity of a request. */
interface StartedCall {
  method: string;
  url: string;
  token: string | null;
  /** As JSON; requests without a body have none. */
  body?: string;
}

interface Started extends StartedCall {
  at: number;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    /** Requests that the HTML of the page started before any script loaded. */
    startedCalls?: Started[];
  }
}

/** Starts a request the page is known to need, in parallel with the scripts. Read only a clone of the response. */
export function startCall(call: StartedCall): Promise<Response> {
  const { method, url, token, body } = call;
  const answer = fetch(url, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}`, 'x-screen': '1' }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  // Its result may never be used.
  answer.catch(() => undefined);
  window.startedCalls = [...(window.startedCalls ?? []), { ...call, at: Date.now(), answer }];
  return answer;
}

/** When the oldest reused response was requested; null if none was reused. */
let oldestClaimedAt: number | null = null;

/**
 * Whether a screen shows data its HTML requested longer ago than this; returned once. Unused requests that old are
 * dropped.
 */
export function showsOlderThan(milliseconds: number): boolean {
  const isOld = (at: number) => Date.now() - at > milliseconds;
  window.startedCalls = window.startedCalls?.filter(({ at }) => !isOld(at));
  const from = oldestClaimedAt;
  oldestClaimedAt = null;
  return from !== null && isOld(from);
}

/** `fetch` for one request of the page: its first attempt reuses a started one, all others send a new one. */
export function fetchOf({ method, url, token, body }: StartedCall): typeof fetch {
  const isFresh = ({ at }: Started) => Date.now() - at < CACHE_STALE_MS;
  const isIt = (call: Started) =>
    call.method === method && call.url === url && call.token === token && call.body === body;
  const found = window.startedCalls?.find(isIt);
  window.startedCalls = window.startedCalls?.filter((call) => call !== found);
  let started = found && isFresh(found) ? found.answer : undefined;
  return (...request) => {
    if (started)
      oldestClaimedAt = Math.min(oldestClaimedAt ?? Number.POSITIVE_INFINITY, found?.at ?? Date.now());
    const answer = started ?? fetch(...request);
    started = undefined;
    return answer;
  };
}
