import { describe, expect, it } from 'vitest';
import { formatCursor, parseCursor } from './rules.ts';

describe('the cursor of a page of tasks', () => {
  const open = { id: 7, due_day: '2026-11-24', due_time: '', done_at: null };

  it('round-trips through its text', () => {
    expect(parseCursor('open', formatCursor(open))).toEqual({
      state: 'open',
      day: '2026-11-24',
      time: '',
      id: 7,
    });
    expect(parseCursor('open', formatCursor({ ...open, due_time: '15:00' }))).toMatchObject({
      time: '15:00',
    });
    const done_at = new Date('2026-11-23T15:00:00.123Z');
    expect(parseCursor('done', formatCursor({ ...open, done_at }))).toEqual({
      state: 'done',
      at: '2026-11-23T15:00:00.123Z',
      id: 7,
    });
  });

  it.each([
    ['open', ''],
    ['open', '2026-02-30__7'],
    ['open', '2026-11-24_15:00'],
    ['open', '2026-11-23T15:00:00.123Z_7'],
    ['done', '2026-11-24__7'],
    ['done', '2026-13-23T15:00:00.123Z_7'],
  ] as const)('of a list of %s tasks does not parse from %j', (state, text) => {
    expect(parseCursor(state, text)).toBeNull();
  });
});
