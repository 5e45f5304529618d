/** What the writers do, each with a mark of its own that stands for it in the database. */
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
  'mail',
] as const;
export type OperationKind = (typeof OPERATIONS)[number];

/**
 * `open`: sent, and no answer yet, so it is sent again with the same Idempotency-Key. `acknowledged`: answered 2xx, so it has
 * to stand for good. `refused`: answered 4xx.
 */
type OperationState = 'open' | 'acknowledged' | 'refused';

/** One write as the outside saw it. */
export interface Operation {
  kind: OperationKind;
  mark: string;
  /** How many rows it makes where it is done once and whole. */
  rows: number;
  state: OperationState;
  /** Sendings that nobody answered. */
  unanswered: number;
  /** What was sent besides, for checks of its kind: the hash of a file, the row of a cell. */
  facts: Record<string, string>;
  /** Why it was refused. */
  reason?: string;
}

/** What is wrong with an act, once the database was asked for its rows. */
export type Violation = 'lost' | 'half' | 'twice' | 'refused';

/** A stop watch that starts when a fault ends and stops with the first write that is answered 2xx. */
interface Outage {
  endedAt: number;
  answeredAt: number | null;
}

/** Keeps outside of the product what it acknowledged. */
export class Recorder {
  readonly operations: Operation[] = [];
  readonly #now: () => number;
  /** The longest that a write had to be repeated until it was answered, since the last fault. */
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

  /** `sentAt`: by the recorder's clock, of the sending that was answered. */
  acknowledge(operation: Operation, sentAt: number): void {
    operation.state = 'acknowledged';
    this.noteAnswer(sentAt);
  }

  reject(operation: Operation, reason: string): void {
    operation.state = 'refused';
    operation.reason = reason;
  }

  /** A write was answered 2xx, recorded or not; what was sent before the fault was over says nothing of after it. */
  noteAnswer(sentAt: number): void {
    if (this.#outage && sentAt >= this.#outage.endedAt) this.#outage.answeredAt ??= this.#now();
  }

  /** A write got its answer after so many milliseconds, all its sendings together. */
  noteWait(ms: number): void {
    this.longestWaitMs = Math.max(this.longestWaitMs, ms);
  }

  now(): number {
    return this.#now();
  }

  /** The fault is over, or, of a kill, has been done: from now on the product has 30 s to answer. */
  failureEnded(): void {
    this.#outage = { endedAt: this.#now(), answeredAt: null };
    this.longestWaitMs = 0;
  }

  /** Milliseconds from the end of the fault to the first write that was answered; null while there is none. */
  get msToAnswer(): number | null {
    const outage = this.#outage;
    return outage?.answeredAt == null ? null : outage.answeredAt - outage.endedAt;
  }

  of(kind: OperationKind): Operation[] {
    return this.operations.filter((operation) => operation.kind === kind);
  }
}

/** Judges an act by the number of rows that carry its mark. Null: as it should be. */
export function violationOf({ state, rows, unanswered }: Operation, found: number): Violation | null {
  if (found > rows) return 'twice';
  if (found > 0 && found < rows) return 'half';
  if (state === 'acknowledged') return found === 0 ? 'lost' : null;
  // Nobody does what is refused on purpose here: a refusal after an unanswered sending would be a repeat that was not known again.
  return state === 'refused' && (unanswered > 0 || found > 0) ? 'refused' : null;
}

/** The value below which this share of the values lies, by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
