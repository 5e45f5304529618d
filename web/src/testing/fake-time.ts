import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** Real time passes in this test, and faster where the test says so. */
export function fakeTime(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

export async function passTime(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

/** A failed request is retried after 1, 2 and 4 s: skips all three delays. */
export async function passRetries(): Promise<void> {
  for (const delayMs of [1100, 2100, 4100]) await passTime(delayMs);
}
