export type SaveState = 'saved' | 'changed' | 'saving' | 'failed';

export interface Autosave {
  /** Something was typed: the next beat saves it. */
  changed(): void;
  /** Saves now what is not saved yet; resolves when nothing is under way any more. */
  flush(): Promise<void>;
  /** True while something typed is not saved. */
  isDirty(): boolean;
  stop(): void;
}

interface AutosaveOptions {
  intervalMs: number;
  /** Keeps what is there at this moment; a rejection means that it was not kept. */
  save: () => Promise<void>;
  onState: (state: SaveState) => void;
}

/** Saves at every beat when something changed, one save at a time; what failed is tried again at the next beat. */
export function createAutosave({ intervalMs, save, onState }: AutosaveOptions): Autosave {
  let version = 0;
  let savedVersion = 0;
  let underWay: Promise<void> | null = null;
  let isStopped = false;

  const report = (state: SaveState) => {
    if (!isStopped) onState(state);
  };

  async function run(): Promise<void> {
    const saving = version;
    report('saving');
    try {
      await save();
      savedVersion = saving;
      report(version === saving ? 'saved' : 'changed');
    } catch {
      // The visitor sees the calm note; the answers stay dirty and the next beat tries again.
      report('failed');
    }
  }

  async function flush(): Promise<void> {
    if (underWay) await underWay;
    if (isStopped || version === savedVersion) return;
    underWay = run().finally(() => {
      underWay = null;
    });
    await underWay;
  }

  const beat = setInterval(() => {
    if (!underWay) void flush();
  }, intervalMs);

  return {
    changed() {
      version += 1;
      if (!underWay) report('changed');
    },
    flush,
    isDirty: () => version !== savedVersion,
    stop() {
      isStopped = true;
      clearInterval(beat);
    },
  };
}
