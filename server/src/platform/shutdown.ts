/** A step that takes longer is abandoned, so that the steps after it still run. */
const STEP_MS = 30_000;

type Step = () => Promise<unknown>;

/** Stops what was started, newest first, whether or not the start was completed. */
export class Shutdown {
  readonly #report: (failure: string, error: unknown) => void;
  readonly #stepMs: number;
  #steps: { name: string; step: Step }[] = [];

  constructor(report: (failure: string, error: unknown) => void, stepMs = STEP_MS) {
    this.#report = report;
    this.#stepMs = stepMs;
  }

  add(name: string, step: Step): void {
    this.#steps.unshift({ name, step });
  }

  /** Runs every step, even after one that fails or never ends. */
  async run(): Promise<void> {
    for (const { name, step } of this.#steps.splice(0)) {
      try {
        await this.#within(step);
      } catch (error) {
        this.#report(`could not stop: ${name}`, error);
      }
    }
  }

  async #within(step: Step): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no end within ${this.#stepMs / 1000} s`)), this.#stepMs);
    });
    try {
      await Promise.race([step(), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
