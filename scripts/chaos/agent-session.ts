import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../demo/random.ts';
import type { Operation, Recorder } from './recorder.ts';

/** A call of the API; writes carry a one-time key as those of the browser do. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  body?: unknown;
  form?: () => FormData;
  /** Of a form or signing link; the agent's own sign-in unless given. */
  token?: string;
}

/** A write that never got an answer within this time: the product is away for good. */
const ANSWER_TIMEOUT_MS = 120_000;
/** As a browser waits for an answer (0§7). */
const TIMEOUT_MS = 30_000;
const REPEATED = [408, 425, 429, 500, 502, 503, 504, 507];

export class GaveUp extends Error {}
export class RejectedError extends Error {}

interface Outcome {
  status: number;
  body: Record<string, unknown>;
}

/** An agent at work: signs in again when the product asks for it, and repeats what got no answer. */
export class AgentSession {
  readonly recorder: Recorder;
  readonly random: Random;
  readonly name: string;
  readonly #address: () => string;
  readonly #signIn: { username: string; password: string };
  #token = '';
  #count = 0;
  /** Ids of clients that only this agent writes to. */
  readonly clients: number[] = [];

  constructor(parts: {
    recorder: Recorder;
    random: Random;
    name: string;
    address: () => string;
    signIn: { username: string; password: string };
  }) {
    this.recorder = parts.recorder;
    this.random = parts.random;
    this.name = parts.name;
    this.#address = parts.address;
    this.#signIn = parts.signIn;
  }

  /** A word that nobody else writes. */
  mark(): string {
    this.#count += 1;
    return `${this.name}x${this.#count}`;
  }

  /**
   * Sends a call until it is answered; every repeat carries the same key. Keeps the act's state.
   * @throws Refused on 4xx, GaveUp when there is no answer for two minutes
   */
  async insist<T>(call: Call, operation?: Operation): Promise<T> {
    const key = randomUUID();
    const deadline = performance.now() + ANSWER_TIMEOUT_MS;
    while (performance.now() < deadline) {
      const sentAt = this.recorder.now();
      const outcome = await this.#try(call, key);
      if (outcome && outcome.status < 300) {
        this.recorder.noteWait(performance.now() - deadline + ANSWER_TIMEOUT_MS);
        if (operation) this.recorder.acknowledge(operation, sentAt);
        else if (call.method !== 'GET') this.recorder.noteAnswer(sentAt);
        return outcome.body as T;
      }
      if (outcome && (await this.#mayRepeat(call, outcome))) continue;
      if (outcome && !REPEATED.includes(outcome.status)) {
        const reason = `${call.method} ${call.path}: ${outcome.status} ${JSON.stringify(outcome.body)}`;
        if (operation) this.recorder.reject(operation, reason);
        throw new RejectedError(reason);
      }
      if (operation) operation.unanswered += 1;
      await sleep(this.random.integer(150, 500));
    }
    throw new GaveUp(`${call.method} ${call.path} got no answer for ${ANSWER_TIMEOUT_MS / 1000} s`);
  }

  /** A sign-in that ended, was locked by a clock that jumped, or is no longer fresh. */
  async #mayRepeat({ token }: Call, { status, body }: Outcome): Promise<boolean> {
    if (token !== undefined) return false;
    const code = String((body.error as { code?: string } | undefined)?.code ?? body.code ?? '');
    if (status !== 401 && !['locked', 'proof_needed'].includes(code)) return false;
    this.#token = '';
    await sleep(100);
    return true;
  }

  async #try(call: Call, key: string): Promise<Outcome | null> {
    try {
      if (call.token === undefined && this.#token === '') this.#token = await this.#newToken();
      return await this.#send(call, key);
    } catch {
      return null;
    }
  }

  async #newToken(): Promise<string> {
    const { status, body } = await this.#send(
      { method: 'POST', path: '/crm/login', body: this.#signIn, token: '' },
      randomUUID(),
    );
    if (status >= 300) throw new Error(`the sign-in was answered ${status}`);
    return String(body.token);
  }

  async #send({ method, path, body, form, token = this.#token }: Call, key: string): Promise<Outcome> {
    const headers: Record<string, string> = {};
    if (token) headers.authorization = `Bearer ${token}`;
    if (method !== 'GET') headers['idempotency-key'] = key;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const sent = form ? form() : body === undefined ? null : JSON.stringify(body);
    const response = await fetch(`${this.#address()}/api${path}`, {
      method,
      headers,
      body: sent,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text) };
  }

  /** The bytes behind a signed address. */
  async bytes(address: string): Promise<Buffer> {
    const response = await fetch(new URL(address, this.#address()), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`${response.status} for a file`);
    return Buffer.from(await response.arrayBuffer());
  }
}
