import { createHmac, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Books,
  ConnectConfiguration,
  ConnectFailure,
  ConnectMessage,
  FakeEnvelope,
  FakeRecipient,
} from './books.ts';
import { messageBody } from './connect-message.ts';

export const DEFAULT_EVENTS: readonly string[] = [
  'envelope-sent',
  'envelope-delivered',
  'envelope-completed',
  'envelope-declined',
  'envelope-voided',
  'recipient-completed',
  'recipient-declined',
];
const DEFAULT_DATA = ['recipients', 'custom_fields'];

export interface SignedMessage {
  body: string;
  headers: Record<string, string>;
}

/** Connect: subscriptions, the outbox, signatures, and delivery with retries. */
export class Connect {
  /** Response statuses of the listener, oldest first; 0 for no response. */
  readonly answers: { event: string; status: number }[] = [];
  /** Delay between two attempts of automatic delivery; DocuSign itself waits a day. */
  retryMs = 3000;
  readonly #books: Books;
  #isAutomatic = false;
  #running: Promise<void> | null = null;
  #stopping = new AbortController();

  constructor(books: Books) {
    this.#books = books;
  }

  /** Pending messages, oldest first. */
  get outbox(): ConnectMessage[] {
    return this.#books.state.connect.outbox;
  }

  get configurations(): ConnectConfiguration[] {
    return this.#books.state.connect.configurations;
  }

  get failures(): ConnectFailure[] {
    return this.#books.state.connect.failures;
  }

  /** Sets the only account-level configuration, for tests and the demo; `isAutomatic` delivers messages automatically. */
  connectTo(url: string, options: { isAutomatic?: boolean; events?: string[] } = {}): void {
    const configuration = {
      connectId: '10001',
      name: 'Ledgerline',
      urlToPublishTo: url,
      events: options.events ?? [...DEFAULT_EVENTS],
      includeData: DEFAULT_DATA,
      isSigned: true,
    };
    this.configurations.splice(0, this.configurations.length, configuration);
    this.#isAutomatic = options.isAutomatic ?? false;
    for (const message of this.outbox) message.url ??= url;
    this.#books.save();
    this.#ensureRunning();
  }

  stop(): Promise<void> {
    this.#isAutomatic = false;
    this.#stopping.abort();
    return this.#running ?? Promise.resolve();
  }

  sendEvent = (event: string, envelope: FakeEnvelope, recipient?: FakeRecipient): void => {
    for (const listener of this.#listeners(envelope)) {
      if (!listener.events.includes(event)) continue;
      const { configurationId, includeData, url, isSigned } = listener;
      const content = { event, envelope, recipient, configurationId, includeData, retryCount: 0 };
      const body = messageBody(this.#books, content);
      const { envelopeId } = envelope;
      this.outbox.push({ event, envelopeId, configurationId, url, body, isSigned, retryCount: 0 });
    }
    this.#ensureRunning();
  };

  #listeners({ listeners }: FakeEnvelope) {
    const own = listeners.map(({ url, events, includeData, isSigned }) => ({
      configurationId: '0',
      url: url as string | null,
      events: events ?? DEFAULT_EVENTS,
      includeData,
      isSigned,
    }));
    const account = this.configurations.map(
      ({ connectId, urlToPublishTo, events, includeData, isSigned }) => ({
        configurationId: connectId,
        url: urlToPublishTo as string | null,
        events: events as readonly string[],
        includeData,
        isSigned,
      }),
    );
    const all = [...own, ...account];
    if (all.length > 0) return all;
    const manual = { configurationId: '10001', url: null, events: DEFAULT_EVENTS };
    return [{ ...manual, includeData: DEFAULT_DATA, isSigned: true }];
  }

  /** Removes the messages (of one event) from the outbox and returns them, signed with every active secret. */
  drain(event?: string): SignedMessage[] {
    const drained = this.outbox.filter((message) => event === undefined || message.event === event);
    this.#remove(drained);
    return drained.map((message) => this.signed(message.body));
  }

  /** A body with its headers; pass other `secrets` for invalid signatures. */
  signed(body: string, secrets = this.#books.state.identity.connectSecrets): SignedMessage {
    const signatures = secrets.map((secret, position) => [
      `X-DocuSign-Signature-${position + 1}`,
      createHmac('sha256', secret).update(body).digest('base64'),
    ]);
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'User-Agent': 'DocuSign Connect' };
    return { body, headers: { ...headers, ...Object.fromEntries(signatures) } };
  }

  /** Sends these messages, or all pending ones, in order. Removes delivered ones from the outbox and returns the statuses. */
  async deliver(messages: readonly ConnectMessage[] = [...this.outbox]): Promise<number[]> {
    const statuses: number[] = [];
    for (const message of messages) {
      const status = await this.#send(message);
      statuses.push(status);
      this.answers.push({ event: message.event, status });
      if (status >= 200 && status < 300) this.#remove([message]);
      else this.#recordFailure(message, status);
    }
    return statuses;
  }

  /** Queues failed messages of the envelope again. Returns their number. */
  retry(envelopeId: string): number {
    const again = this.failures.filter((failure) => failure.envelopeId === envelopeId);
    for (const failure of again) {
      const { configurationId, url, body, isSigned, retryCount } = failure;
      const { event } = JSON.parse(body) as { event: string };
      if (this.outbox.some((message) => message.body === body)) continue;
      this.outbox.push({ event, envelopeId, configurationId, url, body, isSigned, retryCount });
    }
    this.#ensureRunning();
    return again.length;
  }

  async #send({ url, body, isSigned }: ConnectMessage): Promise<number> {
    if (url === null) throw new Error('no URL: call connectTo first, or drain() the messages');
    const { headers } = this.signed(body, isSigned ? undefined : []);
    try {
      const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(20_000)]);
      const response = await fetch(url, { method: 'POST', headers, body, signal });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }

  #recordFailure(message: ConnectMessage, status: number): void {
    const lastTry = this.#books.stamp();
    const known = this.failures.find(({ body }) => body === message.body);
    message.retryCount += 1;
    message.body = message.body.replace(/"retryCount":\d+/, `"retryCount":${message.retryCount}`);
    const update = { body: message.body, retryCount: message.retryCount, lastTry, error: `HTTP ${status}` };
    if (known) Object.assign(known, update);
    else {
      const { configurationId, envelopeId, isSigned } = message;
      const failureId = String(randomInt(1e9));
      const url = message.url ?? '';
      this.failures.push({
        failureId,
        configurationId,
        envelopeId,
        url,
        isSigned,
        created: lastTry,
        ...update,
      });
    }
    this.#books.save();
  }

  #remove(messages: readonly ConnectMessage[]): void {
    for (const message of messages) {
      const at = this.outbox.indexOf(message);
      if (at >= 0) this.outbox.splice(at, 1);
      const failure = this.failures.findIndex(({ body }) => body === message.body);
      if (failure >= 0) this.failures.splice(failure, 1);
    }
    this.#books.save();
  }

  #ensureRunning(): void {
    if (this.#isAutomatic) this.#running ??= this.#run();
  }

  /** Sends one message after another; a failure blocks all later messages, as at DocuSign. */
  async #run(): Promise<void> {
    await Promise.resolve();
    for (let first = this.outbox[0]; first && this.#isAutomatic; first = this.outbox[0]) {
      const [status = 0] = await this.deliver([first]);
      const isDelivered = status >= 200 && status < 300;
      if (!isDelivered) await sleep(this.retryMs, null, { signal: this.#stopping.signal }).catch(() => null);
    }
    this.#running = null;
  }
}
