import { expect, it } from 'vitest';
import { isUndoable, undoableSince, undoUntil } from './undo-period.ts';

it.each([
  ['immediately', '2026-11-01T10:00:00.000Z', true],
  ['a millisecond before 30 days', '2026-12-01T09:59:59.999Z', true],
  ['after exactly 30 days', '2026-12-01T10:00:00.000Z', false],
  ['later', '2027-01-01T10:00:00.000Z', false],
])('an operation can be undone: %s', (_, time, expected) => {
  const [finished, now] = [new Date('2026-11-01T10:00:00.000Z'), new Date(time)];
  expect(isUndoable(finished, now)).toBe(expected);
  expect(finished > undoableSince(now)).toBe(expected);
  expect(undoUntil(finished).toISOString()).toBe('2026-12-01T10:00:00.000Z');
});
