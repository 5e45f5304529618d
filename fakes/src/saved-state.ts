import { writeFileSync } from 'node:fs';

const PAUSE_MS = 200;

/** Keeps what a fake knows in a file: moments after it changed, and when the process ends. */
export class SavedState {
  readonly #file: string | undefined;
  readonly #state: () => unknown;
  #timer: NodeJS.Timeout | null = null;

  constructor(file: string | undefined, state: () => unknown) {
    this.#file = file;
    this.#state = state;
  }

  /** Many changes in a row are one write. */
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
