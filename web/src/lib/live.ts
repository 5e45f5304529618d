import { type LiveEvent, liveEventSchema, openLive } from '@ledgerline/contract/live/endpoints';
import { TAB_ID, urlOf } from './http.ts';
import { storedToken } from './sign-in.ts';

type Listener = (event: LiveEvent) => void;

const RECONNECT_MS = 2000;
const listeners = new Set<Listener>();
let running: AbortController | null = null;

/** Hears what other tabs and agents change; the stream opens with the first listener and closes with the last. */
export function subscribeLive(listener: Listener): () => void {
  listeners.add(listener);
  if (!running) {
    running = new AbortController();
    void keepOpen(running.signal);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    running?.abort();
    running = null;
  };
}

async function keepOpen(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await readStream(signal);
    } catch (error) {
      if (!signal.aborted) console.warn('live updates are interrupted', error);
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}

async function readStream(signal: AbortSignal): Promise<void> {
  const token = storedToken();
  if (!token) return;
  const response = await fetch(urlOf(openLive, {}), {
    headers: { authorization: `Bearer ${token}` },
    signal,
  });
  if (!response.ok || !response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    buffered += value;
    const messages = buffered.split('\n\n');
    buffered = messages.pop() ?? '';
    for (const message of messages) hear(message);
  }
}

function hear(message: string): void {
  const data = message.split('\n').find((line) => line.startsWith('data: '));
  if (!data) return;
  const event = liveEventSchema.safeParse(JSON.parse(data.slice('data: '.length)));
  if (!event.success || event.data.tab === TAB_ID) return;
  for (const listener of listeners) listener(event.data);
}
