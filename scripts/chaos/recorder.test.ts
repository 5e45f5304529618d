import { describe, expect, it } from 'vitest';
import { type Operation, percentile, Recorder, violationOf } from './recorder.ts';

const buildOperation = (values: Partial<Operation>): Operation => ({
  kind: 'bulk',
  mark: 'm',
  rows: 1,
  state: 'acknowledged',
  unanswered: 0,
  facts: {},
  ...values,
});

describe('an act is judged by the rows that carry its mark', () => {
  it.each([
    ['acknowledged and there', buildOperation({}), 1, null],
    ['acknowledged and gone', buildOperation({}), 0, 'lost'],
    ['acknowledged and there twice', buildOperation({}), 2, 'twice'],
    ['acknowledged, a part of it there', buildOperation({ rows: 15 }), 7, 'half'],
    ['never answered and not done', buildOperation({ state: 'open' }), 0, null],
    ['never answered and done', buildOperation({ state: 'open', rows: 15 }), 15, null],
    ['never answered and done by half', buildOperation({ state: 'open', rows: 15 }), 3, 'half'],
    ['never answered and done twice', buildOperation({ state: 'open' }), 2, 'twice'],
    ['refused and not done', buildOperation({ state: 'refused' }), 0, null],
    ['refused and done all the same', buildOperation({ state: 'refused' }), 1, 'refused'],
    [
      'refused as a repeat of what nobody answered',
      buildOperation({ state: 'refused', unanswered: 1 }),
      1,
      'refused',
    ],
  ])('%s', (_, operation, found, violation) => {
    expect(violationOf(operation, found)).toBe(violation);
  });
});

describe('the recorder', () => {
  it('measures from the end of a fault to the first write that is answered', () => {
    let now = 1000;
    const recorder = new Recorder(() => now);
    recorder.failureEnded();
    now = 1100;
    recorder.acknowledge(recorder.start('client', 'a'), 900);
    expect(recorder.msToAnswer).toBeNull();
    now = 1250;
    recorder.acknowledge(recorder.start('client', 'b'), 1050);
    now = 9000;
    recorder.acknowledge(recorder.start('client', 'c'), 8000);
    expect(recorder.msToAnswer).toBe(250);
    expect(recorder.of('client').map(({ state }) => state)).toEqual(Array(3).fill('acknowledged'));
  });

  it('counts by nearest rank', () => {
    const values = [5, 1, 4, 2, 3];
    expect([0.5, 0.95, 1].map((share) => percentile(values, share))).toEqual([3, 5, 5]);
    expect(percentile([], 0.5)).toBe(0);
  });
});
