import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAutosave, type SaveState } from './autosave.ts';

const BEAT = 10_000;

function start(save: (signal: AbortSignal) => Promise<void>) {
  const states: SaveState[] = [];
  const saver = createAutosave({ intervalMs: BEAT, save, onState: (state) => states.push(state) });
  return { saver, states };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('autosave', () => {
  it('saves at the next tick, and only when something changed', async () => {
    const save = vi.fn(async () => undefined);
    const { saver } = start(save);
    await vi.advanceTimersByTimeAsync(3 * BEAT);
    expect(save).not.toHaveBeenCalled();
    saver.changed();
    saver.changed();
    await vi.advanceTimersByTimeAsync(BEAT - 1);
    expect(save).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(BEAT + 1);
    expect(save).toHaveBeenCalledTimes(1);
    expect(saver.isDirty()).toBe(false);
  });

  it('retries a failed save at the next tick, and reports it', async () => {
    const save = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue();
    const { saver, states } = start(save);
    saver.changed();
    await vi.advanceTimersByTimeAsync(BEAT);
    expect(states.at(-1)).toBe('failed');
    expect(saver.isDirty()).toBe(true);
    await vi.advanceTimersByTimeAsync(BEAT);
    expect(states.at(-1)).toBe('saved');
  });

  it('keeps reporting a failure while it retries, until a save succeeds', async () => {
    const save = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('offline'));
    const { saver, states } = start(save);
    saver.changed();
    await vi.advanceTimersByTimeAsync(3 * BEAT);
    saver.changed();
    expect(states).toEqual(['changed', 'saving', 'failed']);
    save.mockResolvedValue();
    await vi.advanceTimersByTimeAsync(BEAT);
    expect(states.at(-1)).toBe('saved');
    saver.changed();
    expect(states.at(-1)).toBe('changed');
  });

  it('never runs two saves at once, and keeps what changed meanwhile dirty', async () => {
    let finish: () => void = () => undefined;
    const save = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { saver } = start(save);
    saver.changed();
    const first = saver.flush();
    saver.changed();
    await vi.advanceTimersByTimeAsync(5 * BEAT);
    expect(save).toHaveBeenCalledTimes(1);
    finish();
    await first;
    expect(saver.isDirty()).toBe(true);
    await vi.advanceTimersByTimeAsync(BEAT);
    expect(save).toHaveBeenCalledTimes(2);
  });

  it('saves immediately on request', async () => {
    const save = vi.fn(async () => undefined);
    const { saver } = start(save);
    saver.changed();
    await saver.flush();
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('on leaving sends changes that a save in flight does not include, and aborts that save', async () => {
    const signals: AbortSignal[] = [];
    const finish: (() => void)[] = [];
    const save = vi.fn((signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<void>((resolve, reject) => {
        finish.push(resolve);
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    });
    const { saver, states } = start(save);
    saver.changed();
    await vi.advanceTimersByTimeAsync(BEAT);
    saver.leave();
    expect(save).toHaveBeenCalledTimes(1);
    saver.changed();
    saver.leave();
    saver.leave();
    expect(save).toHaveBeenCalledTimes(2);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    finish[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(saver.isDirty()).toBe(false);
    expect(states).not.toContain('failed');
    expect(states.at(-1)).toBe('saved');
  });

  it('on leaving sends nothing when everything is saved', async () => {
    const save = vi.fn(async () => undefined);
    const { saver } = start(save);
    saver.leave();
    expect(save).not.toHaveBeenCalled();
  });

  it('saves nothing once it is stopped', async () => {
    const save = vi.fn(async () => undefined);
    const { saver } = start(save);
    saver.changed();
    saver.stop();
    await saver.flush();
    await vi.advanceTimersByTimeAsync(5 * BEAT);
    expect(save).not.toHaveBeenCalled();
  });
});
