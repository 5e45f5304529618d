import { type LiveEvent, liveEventSchema, openLive } from '@ledgerline/contract/live/endpoints';
import { endSignIn } from './api.ts';
import { TAB_ID, urlOf } from './http.ts';
import { storedToken } from './sign-in.ts';
import { showsOlderThan } from './started-calls.ts';

interface Listener {
  onEvent: (event: LiveEvent) => void;
  resumed: (() => void) | undefined;
}

const FIRST_RECONNECT_MS = 2_000;
const MAX_RECONNECT_MS = 30_000;
/** The server writes at least every 20 s; a stream silent for longer is dead. */
const QUIET_LIMIT_MS = 50_000;

/** Data that the HTML requested longer than this before the stream first opened may have changed unnoticed. */
const LATE_EVENT_MS = 1_000;

const listeners = new Set<Listener>();
const stateListeners = new Set<() => void>();
let running: AbortController | null = null;
let isOpen = false;

/** Whether the stream is connected; callers that need current data poll while it is not. */
export function isLiveOpen(): boolean {
  return isOpen;
}

export function subscribeLiveState(changed: () => void): () => void {
  stateListeners.add(changed);
  return () => stateListeners.delete(changed);
}

function setOpen(next: boolean): void {
  if (isOpen === next) return;
  isOpen = next;
  for (const changed of stateListeners) changed();
}

/**
 * Subscribes to changes of other tabs and agents; the stream opens with the first listener and closes with the last.
 * `resumed` runs when it reconnects after a gap, in which changes may have been missed, and when it first connects
 * long after the HTML requested what is shown.
 */
export function subscribeLive(onEvent: (event: LiveEvent) => void, resumed?: () => void): () => void {
  const listener = { onEvent, resumed };
  listeners.add(listener);
  if (!running) {
    running = new AbortController();
    void maintainConnection(running.signal);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    running?.abort();
    running = null;
  };
}

async function maintainConnection(signal: AbortSignal): Promise<void> {
  let waitMs = FIRST_RECONNECT_MS;
  let wasOpen = false;
  while (!signal.aborted) {
    let wasEnded = false;
    try {
      wasEnded = await readStream(signal, () => {
        waitMs = FIRST_RECONNECT_MS;
        const isLate = showsOlderThan(LATE_EVENT_MS);
        if (wasOpen || isLate) for (const { resumed } of listeners) resumed?.();
        wasOpen = true;
        setOpen(true);
      });
    } catch (error) {
      if (!signal.aborted) console.warn('live updates are interrupted', error);
    }
    if (running === null || running.signal === signal) setOpen(false);
    // Its session has ended: the next connection is rejected, which redirects to sign-in.
    if (!signal.aborted && !wasEnded) await sleep(waitMs);
    waitMs = Math.min(waitMs * 2, MAX_RECONNECT_MS);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Whether the server closed it for good because its session ended. */
async function readStream(signal: AbortSignal, opened: () => void): Promise<boolean> {
  const token = storedToken();
  if (!token) return false;
  const quiet = new AbortController();
  const response = await fetch(urlOf(openLive, {}), {
    headers: { authorization: `Bearer ${token}`, 'x-screen': '1' },
    signal: AbortSignal.any([signal, quiet.signal]),
  });
  if (response.status === 401 && token === storedToken()) endSignIn();
  if (!response.ok || !response.body) return false;
  opened();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = '';
  let wasEnded = false;
  for (;;) {
    const watch = setTimeout(() => quiet.abort(), QUIET_LIMIT_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(watch));
    if (done) return wasEnded;
    buffered += value;
    const messages = buffered.split('\n\n');
    buffered = messages.pop() ?? '';
    wasEnded ||= messages.includes('event: ended');
    for (const message of messages) receive(message);
  }
}

function receive(message: string): void {
  const data = message.split('\n').find((line) => line.startsWith('data: '));
  if (!data) return;
  const event = parseEvent(data.slice('data: '.length));
  if (!event || event.tab === TAB_ID) return;
  for (const { onEvent } of listeners) onEvent(event);
}

/** A newer server may send kinds unknown to this page: none of its screens show them. */
function parseEvent(text: string): LiveEvent | null {
  try {
    return liveEventSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
