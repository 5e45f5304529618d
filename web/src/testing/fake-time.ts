import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** Fake timers that follow real time in this test; `passTime` advances them further. */
export function fakeTime(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

export async function passTime(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}
