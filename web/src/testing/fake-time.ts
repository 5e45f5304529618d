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
