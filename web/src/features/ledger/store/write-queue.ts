/** Serializes writes per row; different rows run concurrently. */
export class WriteQueue {
  readonly #last = new Map<number, Promise<void>>();

  /** Rows with a pending write. */
  get size(): number {
    return this.#last.size;
  }

  /** Runs after all earlier writes to these rows have settled. */
  run(keys: Iterable<number>, work: () => Promise<void>): Promise<void> {
    const rows = new Set(keys);
    const before = [...rows].flatMap((key) => this.#last.get(key) ?? []);
    const run = Promise.allSettled(before).then(work);
    for (const key of rows) this.#last.set(key, run);
    const end = () => {
      for (const [key, last] of this.#last) if (last === run) this.#last.delete(key);
    };
    run.then(end, end);
    return run;
  }

  /** Called when a temporary row has become a client: writes to the client wait for writes to the row. */
  rename(key: number, id: number): void {
    const last = this.#last.get(key);
    if (last) this.#last.set(id, last);
  }
}
