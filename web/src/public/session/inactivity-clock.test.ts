import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInactivityClock } from './inactivity-clock.ts';

const MINUTE = 60_000;

function start() {
  const events: string[] = [];
  const clock = createInactivityClock({
    onWarning: () => events.push('warning'),
    onResume: () => events.push('resume'),
    onEnd: () => events.push('end'),
  });
  return { clock, events };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the clock of a form without a link', () => {
  it('warns at 25 minutes without activity and ends at 30', () => {
    const { events } = start();
    vi.advanceTimersByTime(25 * MINUTE - 1);
    expect(events).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(events).toEqual(['warning']);
    vi.advanceTimersByTime(5 * MINUTE - 1);
    expect(events).toEqual(['warning']);
    vi.advanceTimersByTime(1);
    expect(events).toEqual(['warning', 'end']);
  });

  it('restarts with every activity', () => {
    const { clock, events } = start();
    vi.advanceTimersByTime(24 * MINUTE);
    clock.active();
    vi.advanceTimersByTime(24 * MINUTE);
    expect(events).toEqual([]);
    vi.advanceTimersByTime(MINUTE);
    expect(events).toEqual(['warning']);
  });

  it('removes the warning when the visitor continues', () => {
    const { clock, events } = start();
    vi.advanceTimersByTime(29 * MINUTE);
    clock.active();
    expect(events).toEqual(['warning', 'resume']);
    vi.advanceTimersByTime(25 * MINUTE);
    expect(events).toEqual(['warning', 'resume', 'warning']);
  });

  it('ends after a sleep in which no timer ran, and no activity resumes it', () => {
    const { clock, events } = start();
    vi.setSystemTime(Date.now() + 31 * MINUTE);
    clock.active();
    clock.active();
    expect(events).toEqual(['end']);
  });

  it('does nothing once it is stopped', () => {
    const { clock, events } = start();
    clock.stop();
    vi.advanceTimersByTime(60 * MINUTE);
    expect(events).toEqual([]);
  });
});
