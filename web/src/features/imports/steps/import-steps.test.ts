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
  ] as const)('%s, asked for %s, shows %s', (state, wanted, view, step) => {
    expect(viewOf(state, wanted)).toBe(view);
    expect(stepOf(state, view)).toBe(step);
  });
});

describe('import actions', () => {
  test('it can be discarded before it runs and has a results file afterwards', () => {
    expect(IMPORT_STATES.filter(canDelete)).toEqual(['uploaded', 'checked']);
    expect(IMPORT_STATES.filter(hasOutcome)).toEqual(['done', 'failed', 'reverting', 'reverted']);
    expect(IMPORT_STATES.filter((state) => isWorking({ state }))).toEqual([
      'checking',
      'running',
      'reverting',
    ]);
  });

  test('it can be reverted if it has written something', () => {
    expect(canRevert({ state: 'done', counts: { ...NO_COUNTS, updated: 1 } })).toBe(true);
    expect(canRevert({ state: 'failed', counts: { ...NO_COUNTS, created: 1 } })).toBe(true);
    expect(canRevert({ state: 'done', counts: { ...NO_COUNTS, skipped: 5 } })).toBe(false);
    expect(canRevert({ state: 'checked', counts: { ...NO_COUNTS, created: 5 } })).toBe(false);
    expect(canRevert({ state: 'reverted', counts: { ...NO_COUNTS, created: 5 } })).toBe(false);
  });
});
