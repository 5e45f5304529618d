export type SaveState = 'saved' | 'changed' | 'saving' | 'failed';

export interface Autosave {
  /** The input changed: the next tick saves it. */
  changed(): void;
  /** Saves unsaved changes now; resolves when no save is in flight. */
  flush(): Promise<void>;
  /** The page may close: sends unsaved changes immediately and replaces a save in flight. */
  leave(): void;
  /** True while there are unsaved changes. */
  isDirty(): boolean;
  stop(): void;
}

interface AutosaveOptions {
  intervalMs: number;
  /** Saves the current state. A rejection means that it was not saved; an abort, that a newer save replaced it. */
  save: (signal: AbortSignal) => Promise<void>;
  onState: (state: SaveState) => void;
}

/** Saves at each tick when something changed, one save at a time. A failed save is retried at the next tick. */
export function createAutosave({ intervalMs, save, onState }: AutosaveOptions): Autosave {
  let version = 0;
  let savedVersion = 0;
  let running: { version: number; newer: AbortController; done: Promise<void> } | null = null;
  let isStopped = false;

  /** The failure stays visible until a save succeeds, regardless of retries. */
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
      // The page shows a warning. The answers stay dirty and the next tick retries.
      if (newer.signal.aborted) return;
      report('failed');
      hasFailed = true;
    }
  }

  function startSave(): Promise<void> {
    const newer = new AbortController();
    const done = run(version, newer).finally(() => {
      if (running?.newer === newer) running = null;
    });
    running = { version, newer, done };
    return done;
  }

  async function flush(): Promise<void> {
    if (running) await running.done;
    if (isStopped || version === savedVersion) return;
    await startSave();
  }

  function leave(): void {
    if (isStopped || version === savedVersion || version === running?.version) return;
    // Its retry would arrive later and overwrite newer answers.
    running?.newer.abort();
    void startSave();
  }

  const beat = setInterval(() => {
    if (!running) void flush();
  }, intervalMs);

  return {
    changed() {
      version += 1;
      if (!running) report('changed');
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
