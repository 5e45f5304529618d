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

describe('the violation of an operation, by the number of rows with its mark', () => {
  it.each([
    ['acknowledged and present', buildOperation({}), 1, null],
    ['acknowledged and missing', buildOperation({}), 0, 'lost'],
    ['acknowledged and duplicated', buildOperation({}), 2, 'duplicated'],
    ['acknowledged and partially present', buildOperation({ rows: 15 }), 7, 'partial'],
    ['no response and not done', buildOperation({ state: 'open' }), 0, null],
    ['no response and done', buildOperation({ state: 'open', rows: 15 }), 15, null],
    ['no response and partially done', buildOperation({ state: 'open', rows: 15 }), 3, 'partial'],
    ['no response and duplicated', buildOperation({ state: 'open' }), 2, 'duplicated'],
    ['rejected and not done', buildOperation({ state: 'rejected' }), 0, null],
    ['rejected and done', buildOperation({ state: 'rejected' }), 1, 'rejected'],
    [
      'rejected as a retry of a request without a response',
      buildOperation({ state: 'rejected', unanswered: 1 }),
      1,
      'rejected',
    ],
  ])('%s', (_, operation, found, violation) => {
    expect(violationOf(operation, found)).toBe(violation);
  });
});

describe('the recorder', () => {
  it('measures from the end of a failure to the first successful write', () => {
    let now = 1000;
    const recorder = new Recorder(() => now);
    recorder.failureEnded();
    now = 1100;
    recorder.acknowledge(recorder.start('client', 'a'), 900);
    expect(recorder.recoveryMs).toBeNull();
    now = 1250;
    recorder.acknowledge(recorder.start('client', 'b'), 1050);
    now = 9000;
    recorder.acknowledge(recorder.start('client', 'c'), 8000);
    expect(recorder.recoveryMs).toBe(250);
    expect(recorder.of('client').map(({ state }) => state)).toEqual(Array(3).fill('acknowledged'));
  });

  it('calculates percentiles by nearest rank', () => {
    const values = [5, 1, 4, 2, 3];
    expect([0.5, 0.95, 1].map((share) => percentile(values, share))).toEqual([3, 5, 5]);
    expect(percentile([], 0.5)).toBe(0);
  });
});
