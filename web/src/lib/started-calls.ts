import { CACHE_STALE_MS } from '@ledgerline/contract/rules';

/** What makes two calls the same one. */
interface StartedCall {
  method: string;
  url: string;
  token: string | null;
  /** As JSON; calls without one have none. */
  body?: string;
}

interface Started extends StartedCall {
  at: number;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    /** Calls that the HTML of the page began before any script had come. */
    startedCalls?: Started[];
  }
}

/** Begins a call that the page is known to make, so that its answer travels beside the scripts. */
export function startCall(call: StartedCall): void {
  const { method, url, token, body } = call;
  const answer = fetch(url, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}`, 'x-screen': '1' }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  // Nobody may ever ask what came of it.
  answer.catch(() => undefined);
  window.startedCalls = [...(window.startedCalls ?? []), { ...call, at: Date.now(), answer }];
}

/** When the oldest answer that a screen took up was asked for; null where none was. */
let oldestClaimedAt: number | null = null;

/**
 * Whether a screen shows what its HTML asked for more than so long ago; told once. What nobody has taken up by now and is
 * as old is given up.
 */
export function showsOlderThan(milliseconds: number): boolean {
  const isOld = (at: number) => Date.now() - at > milliseconds;
  window.startedCalls = window.startedCalls?.filter(({ at }) => !isOld(at));
  const from = oldestClaimedAt;
  oldestClaimedAt = null;
  return from !== null && isOld(from);
}

/** `fetch` for one call of the page: its first try takes up what was begun, every other asks anew. */
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
