import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../demo/random.ts';
import type { Operation, Recorder } from './recorder.ts';

/** An API call; writes carry an idempotency key, as in the browser. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  body?: unknown;
  form?: () => FormData;
  /** The token of a form or signing link; by default that of the agent's sign-in. */
  token?: string;
}

/** A write without a response within this time is given up: the product did not recover. */
const TOTAL_TIMEOUT_MS = 120_000;
/** The request timeout of the browser (0§7). */
const REQUEST_TIMEOUT_MS = 30_000;
const RETRYABLE = [408, 425, 429, 500, 502, 503, 504, 507];

export class NoResponseError extends Error {}
export class RejectedError extends Error {}

interface Outcome {
  status: number;
  body: Record<string, unknown>;
}

/** An agent's API session: signs in again when required, and retries requests without a response. */
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

  /** A unique text that identifies one write in the database. */
  mark(): string {
    this.#count += 1;
    return `${this.name}x${this.#count}`;
  }

  /**
   * Sends a call until it gets a response; every retry carries the same key. Updates the state of the operation.
   * @throws RejectedError on 4xx, NoResponseError after two minutes without a response
   */
  async request<T>(call: Call, operation?: Operation): Promise<T> {
    const key = randomUUID();
    const deadline = performance.now() + TOTAL_TIMEOUT_MS;
    while (performance.now() < deadline) {
      const sentAt = this.recorder.now();
      const outcome = await this.#try(call, key);
      if (outcome && outcome.status < 300) {
        this.recorder.recordWait(performance.now() - deadline + TOTAL_TIMEOUT_MS);
        if (operation) this.recorder.acknowledge(operation, sentAt);
        else if (call.method !== 'GET') this.recorder.recordResponse(sentAt);
        return outcome.body as T;
      }
      if (outcome && (await this.#mayRetry(call, outcome))) continue;
      if (outcome && !RETRYABLE.includes(outcome.status)) {
        const reason = `${call.method} ${call.path}: ${outcome.status} ${JSON.stringify(outcome.body)}`;
        if (operation) this.recorder.reject(operation, reason);
        throw new RejectedError(reason);
      }
      if (operation) operation.unanswered += 1;
      await sleep(this.random.integer(150, 500));
    }
    throw new NoResponseError(`${call.method} ${call.path} got no response for ${TOTAL_TIMEOUT_MS / 1000} s`);
  }

  /** Whether to sign in again: the sign-in has ended, is locked after a clock jump, or requires re-authentication. */
  async #mayRetry({ token }: Call, { status, body }: Outcome): Promise<boolean> {
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
    if (status >= 300) throw new Error(`the sign-in failed with ${status}`);
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
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text) };
  }

  /** Downloads a signed address. */
  async download(address: string): Promise<Buffer> {
    const response = await fetch(new URL(address, this.#address()), {
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`${response.status} for a file`);
    return Buffer.from(await response.arrayBuffer());
  }
}
