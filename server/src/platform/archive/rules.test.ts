import { describe, expect, it } from 'vitest';
import { baseFor, isBaseDue, isSegmentBefore, outdatedBases, readMoment } from './rules.ts';

const bases = ['2026-11-01', '2026-11-10', '2026-11-20', '2026-11-21'].map((day) => ({
  finished_at: `${day}T03:00:00.000Z`,
}));
const NOW = new Date('2026-11-24T12:00:00Z');

describe('base backups', () => {
  it('selects the newest base before a point in time', () => {
    expect(baseFor(bases, new Date('2026-11-19T00:00:00Z'))).toBe(bases[1]);
    expect(baseFor(bases, new Date('2026-11-20T03:00:00Z'))).toBe(bases[2]);
    expect(baseFor(bases, new Date('2026-10-01T00:00:00Z'))).toBeUndefined();
    expect(baseFor(bases, null)).toBe(bases[3]);
  });

  it('keeps the base that the oldest point of the retention period needs, and all later ones', () => {
    expect(outdatedBases(bases, 14, NOW)).toEqual([bases[0]]);
    expect(outdatedBases(bases, 30, NOW)).toEqual([]);
    expect(outdatedBases(bases, 1, NOW)).toEqual(bases.slice(0, 3));
    expect(outdatedBases([], 14, NOW)).toEqual([]);
  });

  it('requires a base a day after the newest one, and when there is none', () => {
    expect(isBaseDue([], NOW)).toBe(true);
    expect(isBaseDue(bases, new Date('2026-11-22T02:59:59Z'))).toBe(false);
    expect(isBaseDue(bases, new Date('2026-11-22T03:00:00Z'))).toBe(true);
  });
});

it.each([
  ['000000010000000000000002', '000000010000000000000003', true],
  ['000000020000000000000002', '000000010000000000000003', true],
  ['000000010000000000000003', '000000010000000000000003', false],
  ['0000000100000001000000FF', '000000010000000200000000', true],
  ['000000010000000000000002.gz', '000000010000000000000003', true],
  ['00000002.history', '000000010000000000000003', false],
])('segment %s before %s: %s', (name, first, is) => {
  expect(isSegmentBefore(name, first)).toBe(is);
});

it.each([
  ['2026-11-24 13:00', '2026-11-24T18:00:00.000Z'],
  ['2026-07-01 13:00:30', '2026-07-01T17:00:30.000Z'],
  ['2026-11-24T13:00:00Z', '2026-11-24T13:00:00.000Z'],
  ['2026-11-24T13:00:00+02:00', '2026-11-24T11:00:00.000Z'],
  // The hour that occurs twice.
  ['2026-11-01 01:30', '2026-11-01T05:30:00.000Z'],
  // The hour that is skipped.
  ['2026-03-08 02:30', undefined],
  ['2026-02-30 10:00 ', undefined],
  ['yesterday', undefined],
  ['2026-11-24', undefined],
])('the time %s in New York is %s', (text, iso) => {
  expect(readMoment(text, 'America/New_York')?.toISOString()).toBe(iso);
});
