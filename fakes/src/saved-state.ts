import { writeFileSync } from 'node:fs';

const PAUSE_MS = 200;

/** Writes the state of a fake to a file, shortly after each change and when the process exits. */
export class SavedState {
  readonly #file: string | undefined;
  readonly #state: () => unknown;
  #timer: NodeJS.Timeout | null = null;

  constructor(file: string | undefined, state: () => unknown) {
    this.#file = file;
    this.#state = state;
  }

  /** Debounced: several changes in a row cause one write. */
  changed(): void {
    if (this.#file === undefined || this.#timer) return;
    this.#timer = setTimeout(this.flush, PAUSE_MS);
    this.#timer.unref();
    process.once('exit', this.flush);
  }

  flush = (): void => {
    if (this.#file === undefined || !this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    process.off('exit', this.flush);
    writeFileSync(this.#file, JSON.stringify(this.#state()), { mode: 0o600 });
  };
}
