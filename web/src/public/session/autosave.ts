export type SaveState = 'saved' | 'changed' | 'saving' | 'failed';

export interface Autosave {
  /** Something was typed: the next beat saves it. */
  changed(): void;
  /** Saves now what is not saved yet; resolves when nothing is under way any more. */
  flush(): Promise<void>;
  /** The page may be gone in a moment: sends what no save carries yet at once, in place of a save under way. */
  leave(): void;
  /** True while something typed is not saved. */
  isDirty(): boolean;
  stop(): void;
}

interface AutosaveOptions {
  intervalMs: number;
  /** Keeps what is there at this moment; a rejection means that it was not kept, an abort that a newer save took over. */
  save: (signal: AbortSignal) => Promise<void>;
  onState: (state: SaveState) => void;
}

/** Saves at every beat when something changed, one save at a time; what failed is tried again at the next beat. */
export function createAutosave({ intervalMs, save, onState }: AutosaveOptions): Autosave {
  let version = 0;
  let savedVersion = 0;
  let underWay: { version: number; newer: AbortController; done: Promise<void> } | null = null;
  let isStopped = false;

  /** What failed stays said until a save comes through, however often it is tried in between. */
  let hasFailed = false;
  const report = (state: SaveState) => {
    if (!isStopped && !hasFailed) onState(state);
  };

  async function run(saving: number, newer: AbortController): Promise<void> {
    report('saving');
    try {
      await save(newer.signal);
      savedVersion = Math.max(savedVersion, saving);
      hasFailed = false;
      if (!newer.signal.aborted) report(version === saving ? 'saved' : 'changed');
    } catch {
      // The visitor sees the calm note; the answers stay dirty and the next beat tries again.
      if (newer.signal.aborted) return;
      report('failed');
      hasFailed = true;
    }
  }

  function startSave(): Promise<void> {
    const newer = new AbortController();
    const done = run(version, newer).finally(() => {
      if (underWay?.newer === newer) underWay = null;
    });
    underWay = { version, newer, done };
    return done;
  }

  async function flush(): Promise<void> {
    if (underWay) await underWay.done;
    if (isStopped || version === savedVersion) return;
    await startSave();
  }

  function leave(): void {
    if (isStopped || version === savedVersion || version === underWay?.version) return;
    // Its retry would come later and put older answers over newer ones.
    underWay?.newer.abort();
    void startSave();
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
    leave,
    isDirty: () => version !== savedVersion,
    stop() {
      isStopped = true;
      clearInterval(beat);
    },
  };
}
