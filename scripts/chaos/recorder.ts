/** The kinds of operations; each operation has a unique mark that identifies it in the database. */
export const OPERATIONS = [
  'client',
  'cell',
  'bulk',
  'upload',
  'import',
  'form',
  'signature',
  'invoice',
  'payment',
  'cash',
  'task',
  'email',
] as const;
export type OperationKind = (typeof OPERATIONS)[number];

/**
 * `open`: sent without a response yet, so it is retried with the same Idempotency-Key. `acknowledged`: answered with 2xx, so it
 * must be permanent. `rejected`: answered with 4xx.
 */
type OperationState = 'open' | 'acknowledged' | 'rejected';

/** One write from the caller's point of view. */
export interface Operation {
  kind: OperationKind;
  mark: string;
  /** The number of rows it creates if it is done exactly once and completely. */
  rows: number;
  state: OperationState;
  /** The number of requests without a response. */
  unanswered: number;
  /** Additional data for the checks of its kind: the hash of a file, the row of a cell. */
  facts: Record<string, string>;
  /** Why it was rejected. */
  reason?: string;
}

/** What is wrong with an operation, according to its rows in the database. */
export type Violation = 'lost' | 'partial' | 'duplicated' | 'rejected';

/** Measures from the end of a failure to the first write that is answered with 2xx. */
interface Outage {
  endedAt: number;
  answeredAt: number | null;
}

/** Records outside of the product what it has acknowledged. */
export class Recorder {
  readonly operations: Operation[] = [];
  readonly #now: () => number;
  /** The longest wait of a write for its response since the last failure, including retries. */
  longestWaitMs = 0;
  #outage: Outage | null = null;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  start(
    kind: OperationKind,
    mark: string,
    { rows = 1, facts = {} }: Partial<Pick<Operation, 'rows' | 'facts'>> = {},
  ): Operation {
    const operation: Operation = { kind, mark, rows, state: 'open', unanswered: 0, facts };
    this.operations.push(operation);
    return operation;
  }

  /** `sentAt`: when the request that got the response was sent, by the recorder's clock. */
  acknowledge(operation: Operation, sentAt: number): void {
    operation.state = 'acknowledged';
    this.recordResponse(sentAt);
  }

  reject(operation: Operation, reason: string): void {
    operation.state = 'rejected';
    operation.reason = reason;
  }

  /** Call for every write that was answered with 2xx. Requests sent before the failure ended do not count as recovery. */
  recordResponse(sentAt: number): void {
    if (this.#outage && sentAt >= this.#outage.endedAt) this.#outage.answeredAt ??= this.#now();
  }

  /** Records how long a write took, including all retries. */
  recordWait(ms: number): void {
    this.longestWaitMs = Math.max(this.longestWaitMs, ms);
  }

  now(): number {
    return this.#now();
  }

  /** The failure has ended, or the kill was sent: the product now has 30 s to recover. */
  failureEnded(): void {
    this.#outage = { endedAt: this.#now(), answeredAt: null };
    this.longestWaitMs = 0;
  }

  /** Milliseconds from the end of the failure to the first successful write; null until then. */
  get recoveryMs(): number | null {
    const outage = this.#outage;
    return outage?.answeredAt == null ? null : outage.answeredAt - outage.endedAt;
  }

  of(kind: OperationKind): Operation[] {
    return this.operations.filter((operation) => operation.kind === kind);
  }
}

/** The violation of an operation, from the number of rows with its mark; null if there is none. */
export function violationOf({ state, rows, unanswered }: Operation, found: number): Violation | null {
  if (found > rows) return 'duplicated';
  if (found > 0 && found < rows) return 'partial';
  if (state === 'acknowledged') return found === 0 ? 'lost' : null;
  // No writer sends invalid requests: a rejection after a request without a response means that the retry was not recognized.
  return state === 'rejected' && (unanswered > 0 || found > 0) ? 'rejected' : null;
}

/** The percentile of the values, by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
