/** Writes of one row wait for each other; those of different rows run side by side. */
export class WriteQueue {
  readonly #last = new Map<number, Promise<void>>();

  /** Rows with a write that has not ended. */
  get size(): number {
    return this.#last.size;
  }

  /** Runs when every earlier write of these rows has ended. */
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

  /** A temporary row has become a client: what is written to the client waits for what was written to the row. */
  rename(key: number, id: number): void {
    const last = this.#last.get(key);
    if (last) this.#last.set(id, last);
  }
}
