import { hasErrorCode } from '../../../lib/api-error.ts';
import type { LedgerCalls } from '../api.ts';
import type { LedgerState } from './ledger-state.ts';
import type { Row } from './row-store.ts';
import type { WriteQueue } from './write-queue.ts';

/** A call that creates temporary rows and got no answer: the server may have created their clients. */
export interface LostCreation {
  idempotencyKey: string;
  /** The temporary rows that the call creates. */
  keys: readonly number[];
  /** Sends the same call again under its key, and shows the clients that it created. */
  repeat: () => Promise<void>;
}

const NOTHING = { cells: [], restore: [], create: [], remove: [] };

/** The clients that the temporary rows of this tab become, each row one client whatever happens to its calls. */
export class TemporaryRows {
  readonly #state: LedgerState;
  readonly #queue: WriteQueue;
  readonly #calls: LedgerCalls;
  readonly #ids = new Map<number, number>();
  readonly #lost = new Map<number, LostCreation>();
  readonly #settling = new Map<LostCreation, Promise<void>>();

  constructor(parts: { state: LedgerState; queue: WriteQueue; calls: LedgerCalls }) {
    this.#state = parts.state;
    this.#queue = parts.queue;
    this.#calls = parts.calls;
  }

  /** The client that a temporary row has become; any other key is its own. */
  idOf(key: number): number {
    return this.#ids.get(key) ?? key;
  }

  become(key: number, id: number, row?: Row): void {
    this.#ids.set(key, id);
    this.#queue.rename(key, id);
    this.#state.become(key, id, row);
  }

  /** The last call that would have created this row, while its outcome is unknown. */
  lostCreation(key: number): LostCreation | undefined {
    return this.#lost.get(key);
  }

  addLost(creation: LostCreation): void {
    for (const key of creation.keys) this.#lost.set(key, creation);
  }

  /** The outcome of the call with this key is known. */
  forgetLost(idempotencyKey: string): void {
    for (const [key, lost] of this.#lost) if (lost.idempotencyKey === idempotencyKey) this.#lost.delete(key);
  }

  /** Finds out what became of the lost calls of these rows, before anything else is written to them. */
  async settle(keys: readonly number[]): Promise<void> {
    const creations = new Set(keys.flatMap((key) => this.#lost.get(key) ?? []));
    await Promise.all([...creations].map((creation) => this.#settleOnce(creation)));
  }

  #settleOnce(creation: LostCreation): Promise<void> {
    const running = this.#settling.get(creation) ?? this.#settleOne(creation);
    this.#settling.set(creation, running);
    return running.finally(() => this.#settling.delete(creation));
  }

  async #settleOne(creation: LostCreation): Promise<void> {
    if (!(await this.#isUsed(creation.idempotencyKey))) this.forgetLost(creation.idempotencyKey);
    else await creation.repeat();
  }

  /** An empty batch under the same key: accepted, it keeps the lost call from being handled from now on. */
  async #isUsed(idempotencyKey: string): Promise<boolean> {
    try {
      await this.#calls.saveCells(NOTHING, idempotencyKey);
      return false;
    } catch (error) {
      if (!hasErrorCode(error, 'idempotency_mismatch')) throw error;
      return true;
    }
  }
}
