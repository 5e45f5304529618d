import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInactivityClock } from './inactivity-clock.ts';

const MINUTE = 60_000;

function start() {
  const heard: string[] = [];
  const clock = createInactivityClock({
    onWarning: () => heard.push('warning'),
    onResume: () => heard.push('resume'),
    onEnd: () => heard.push('end'),
  });
  return { clock, heard };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the clock of a form without a link', () => {
  it('warns at 25 minutes without activity and ends at 30', () => {
    const { heard } = start();
    vi.advanceTimersByTime(25 * MINUTE - 1);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual(['warning']);
    vi.advanceTimersByTime(5 * MINUTE - 1);
    expect(heard).toEqual(['warning']);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual(['warning', 'end']);
  });

  it('starts anew with every activity', () => {
    const { clock, heard } = start();
    vi.advanceTimersByTime(24 * MINUTE);
    clock.active();
    vi.advanceTimersByTime(24 * MINUTE);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(MINUTE);
    expect(heard).toEqual(['warning']);
  });

  it('takes the warning back when the visitor goes on', () => {
    const { clock, heard } = start();
    vi.advanceTimersByTime(29 * MINUTE);
    clock.active();
    expect(heard).toEqual(['warning', 'resume']);
    vi.advanceTimersByTime(25 * MINUTE);
    expect(heard).toEqual(['warning', 'resume', 'warning']);
  });

  it('is over after a sleep in which no timer ran, and no activity brings it back', () => {
    const { clock, heard } = start();
    vi.setSystemTime(Date.now() + 31 * MINUTE);
    clock.active();
    clock.active();
    expect(heard).toEqual(['end']);
  });

  it('says nothing once it is stopped', () => {
    const { clock, heard } = start();
    clock.stop();
    vi.advanceTimersByTime(60 * MINUTE);
    expect(heard).toEqual([]);
  });
});
