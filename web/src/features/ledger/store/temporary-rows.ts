import { hasErrorCode } from '../../../lib/api-error.ts';
import type { LedgerCalls } from '../api.ts';
import type { LedgerState } from './ledger-state.ts';
import type { Row } from './row-store.ts';
import type { WriteQueue } from './write-queue.ts';

/** A call creating temporary rows that got no response. The server may have created the clients. */
export interface LostCreation {
  idempotencyKey: string;
  /** The temporary rows the call creates. */
  keys: readonly number[];
  /** Repeats the call with the same key and shows the clients it created. */
  repeat: () => Promise<void>;
}

const NOTHING = { cells: [], restore: [], create: [], remove: [] };

/** Maps temporary rows of this tab to clients, exactly one client per row regardless of lost calls. */
export class TemporaryRows {
  readonly #state: LedgerState;
  readonly #queue: WriteQueue;
  readonly #calls: LedgerCalls;
  readonly #ids = new Map<number, number>();
  readonly #origins = new Map<number, number>();
  readonly #lost = new Map<number, LostCreation>();
  readonly #resolving = new Map<LostCreation, Promise<void>>();

  constructor(parts: {
    state: LedgerState;
    queue: WriteQueue;
    calls: LedgerCalls;
  }) {
    this.#state = parts.state;
    this.#queue = parts.queue;
    this.#calls = parts.calls;
  }

  /** The client id of a saved temporary row; other keys are returned unchanged. */
  idOf(key: number): number {
    return this.#ids.get(key) ?? key;
  }

  /** The temporary row of a client that this tab created, or the row itself; undefined for any other client. */
  originOf(key: number): number | undefined {
    return key < 0 ? key : this.#origins.get(key);
  }

  become(key: number, id: number, row?: Row): void {
    this.#ids.set(key, id);
    this.#origins.set(id, key);
    this.#queue.rename(key, id);
    this.#state.become(key, id, row);
  }

  /** The last call that should have created this row, while its result is unknown. */
  lostCreation(key: number): LostCreation | undefined {
    return this.#lost.get(key);
  }

  addLost(creation: LostCreation): void {
    for (const key of creation.keys) this.#lost.set(key, creation);
  }

  /** Marks the call with this key as resolved. */
  removeLost(idempotencyKey: string): void {
    for (const [key, lost] of this.#lost) if (lost.idempotencyKey === idempotencyKey) this.#lost.delete(key);
  }

  /** Resolves the lost calls of these rows before anything else is written to them. */
  async resolveLostCreations(keys: readonly number[]): Promise<void> {
    const creations = new Set(keys.flatMap((key) => this.#lost.get(key) ?? []));
    await Promise.all([...creations].map((creation) => this.#resolveOnce(creation)));
  }

  #resolveOnce(creation: LostCreation): Promise<void> {
    const running = this.#resolving.get(creation) ?? this.#resolveOne(creation);
    this.#resolving.set(creation, running);
    return running.finally(() => this.#resolving.delete(creation));
  }

  async #resolveOne(creation: LostCreation): Promise<void> {
    if (!(await this.#isUsed(creation.idempotencyKey))) this.removeLost(creation.idempotencyKey);
    else await creation.repeat();
  }

  /** Whether the lost call was processed. Sends an empty batch under its key, which prevents it from being processed later. */
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
