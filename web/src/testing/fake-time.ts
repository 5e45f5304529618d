import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** Time passes as in reality in this test, and faster where the test calls `passTime`. */
export function fakeTime(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

export async function passTime(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}
