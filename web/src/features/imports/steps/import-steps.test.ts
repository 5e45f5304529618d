import { IMPORT_STATES } from '@ledgerline/contract/imports/endpoints';
import { describe, expect, test } from 'vitest';
import { canDelete, canRevert, hasOutcome, isWorking, stepOf, viewOf } from './import-steps.ts';

const NO_COUNTS = {
  created: 0,
  updated: 0,
  skipped: 0,
  refused: 0,
  warnings: 0,
  reverted: 0,
  kept: 0,
  unconfirmed: 0,
};

describe('the step that an import resumes at', () => {
  test.each([
    ['uploaded', undefined, 'columns', 0],
    ['uploaded', 'duplicates', 'duplicates', 1],
    ['checking', 'columns', 'working', 2],
    ['checked', undefined, 'findings', 2],
    ['checked', 'columns', 'columns', 0],
    ['running', undefined, 'working', 3],
    ['running', 'duplicates', 'working', 3],
    ['failed', undefined, 'result', 3],
    ['done', 'columns', 'result', 4],
    ['reverting', undefined, 'working', 4],
    ['reverted', 'duplicates', 'result', 4],
  ] as const)('the state %s with the step %s in the URL shows %s', (state, wanted, view, step) => {
    expect(viewOf(state, wanted)).toBe(view);
    expect(stepOf(state, view)).toBe(step);
  });
});

describe('import actions', () => {
  test('an import can be discarded before it runs and has a results file afterwards', () => {
    expect(IMPORT_STATES.filter(canDelete)).toEqual(['uploaded', 'checked']);
    expect(IMPORT_STATES.filter(hasOutcome)).toEqual(['done', 'failed', 'reverting', 'reverted']);
    expect(IMPORT_STATES.filter((state) => isWorking({ state }))).toEqual([
      'checking',
      'running',
      'reverting',
    ]);
  });

  const ago = (days: number, ms = 0) => new Date(Date.now() - days * 86_400_000 + ms).toISOString();
  test.each([
    ['a finished one that has written something', 'done', { updated: 1 }, ago(1), true],
    ['a stopped one', 'failed', { created: 1 }, null, true],
    ['one that has written nothing', 'done', { skipped: 5 }, ago(1), false],
    ['one that has not run', 'checked', { created: 5 }, null, false],
    ['a reverted one', 'reverted', { created: 5 }, ago(1), false],
    ['one that finished almost 30 days ago', 'done', { created: 5 }, ago(30, 60_000), true],
    ['one that finished 30 days ago', 'done', { created: 5 }, ago(30), false],
  ] as const)('can be reverted or not: %s', (_, state, counts, finished_at, expected) => {
    const batch = { state, finished_at, counts: { ...NO_COUNTS, ...counts } };
    expect(canRevert(batch)).toBe(expected);
  });
});
