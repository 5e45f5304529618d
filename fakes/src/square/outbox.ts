import type { OutgoingEvent } from './events.ts';

type Saved = Omit<OutgoingEvent, 'rawBody'> & { rawBody: string };
type Wanted = string | RegExp | ((event: OutgoingEvent) => boolean);

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Pending events: delivered by the tests, and automatically in the demo. */
export class Outbox {
  /** Oldest first. */
  readonly waiting: OutgoingEvent[];
  readonly #changed: () => void;
  #target: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isSending = false;

  constructor(changed: () => void, saved: readonly Saved[] = []) {
    this.#changed = changed;
    this.waiting = saved.map((event) => ({ ...event, rawBody: Buffer.from(event.rawBody, 'base64') }));
  }

  add(event: OutgoingEvent): void {
    this.waiting.push(event);
    if (this.#target) this.#schedule(0);
  }

  /** Removes and returns pending events, all or by type: a test can deliver, drop, repeat, reorder or change them. */
  drain(wanted: Wanted = () => true): OutgoingEvent[] {
    const drained = this.waiting.filter((event) => isWanted(event, wanted));
    for (const event of drained) this.waiting.splice(this.waiting.indexOf(event), 1);
    this.#changed();
    return drained;
  }

  /** Sends one event to the subscription's URL, or to its path at `target`. Returns the response status; 0 if there is none. */
  async deliver({ url, headers, rawBody }: OutgoingEvent, target = this.#target): Promise<number> {
    const { pathname, search } = new URL(url);
    const address = target ? new URL(pathname + search, target) : new URL(url);
    try {
      const signal = AbortSignal.timeout(10_000);
      const body = new Uint8Array(rawBody);
      const response = await fetch(address, { method: 'POST', headers, body, signal });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }

  /** Delivers all pending events in order; events without a 2xx response stay pending. */
  async deliverAll(target?: string): Promise<number[]> {
    const statuses: number[] = [];
    for (const event of [...this.waiting]) {
      const status = await this.deliver(event, target ?? this.#target);
      statuses.push(status);
      event.attempts += 1;
      const isDelivered = status >= 200 && status < 300;
      const index = this.waiting.indexOf(event);
      if (isDelivered && index !== -1) this.waiting.splice(index, 1);
    }
    this.#changed();
    return statuses;
  }

  connect(target: string): void {
    this.#target = target;
    this.#schedule(0);
  }

  stop(): void {
    this.#target = null;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  saved(): Saved[] {
    return this.waiting.map((event) => ({ ...event, rawBody: event.rawBody.toString('base64') }));
  }

  #schedule(delayMs: number): void {
    if (this.#isSending) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), delayMs);
    this.#timer.unref();
  }

  async #send(): Promise<void> {
    this.#timer = null;
    this.#isSending = true;
    await this.deliverAll();
    this.#isSending = false;
    if (!this.#target || this.waiting.length === 0) return;
    const tries = Math.min(...this.waiting.map(({ attempts }) => attempts));
    this.#schedule(tries === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS));
  }
}

function isWanted(event: OutgoingEvent, wanted: Wanted): boolean {
  if (typeof wanted === 'function') return wanted(event);
  return typeof wanted === 'string' ? event.type === wanted : wanted.test(event.type);
}
