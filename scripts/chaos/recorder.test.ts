import { describe, expect, it } from 'vitest';
import { type Act, faultOf, percentile, Recorder } from './recorder.ts';

const act = (values: Partial<Act>): Act => ({
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
    ['acknowledged and there', act({}), 1, null],
    ['acknowledged and gone', act({}), 0, 'lost'],
    ['acknowledged and there twice', act({}), 2, 'twice'],
    ['acknowledged, a part of it there', act({ rows: 15 }), 7, 'half'],
    ['never answered and not done', act({ state: 'open' }), 0, null],
    ['never answered and done', act({ state: 'open', rows: 15 }), 15, null],
    ['never answered and done by half', act({ state: 'open', rows: 15 }), 3, 'half'],
    ['never answered and done twice', act({ state: 'open' }), 2, 'twice'],
    ['refused and not done', act({ state: 'refused' }), 0, null],
    ['refused and done all the same', act({ state: 'refused' }), 1, 'refused'],
    ['refused as a repeat of what nobody answered', act({ state: 'refused', unanswered: 1 }), 1, 'refused'],
  ])('%s', (_, given, found, fault) => {
    expect(faultOf(given, found)).toBe(fault);
  });
});

describe('the recorder', () => {
  it('measures from the end of a fault to the first write that is answered', () => {
    let now = 1000;
    const recorder = new Recorder(() => now);
    recorder.faultEnds();
    now = 1100;
    recorder.acknowledge(recorder.begin('client', 'a'), 900);
    expect(recorder.msToAnswer).toBeNull();
    now = 1250;
    recorder.acknowledge(recorder.begin('client', 'b'), 1050);
    now = 9000;
    recorder.acknowledge(recorder.begin('client', 'c'), 8000);
    expect(recorder.msToAnswer).toBe(250);
    expect(recorder.of('client').map(({ state }) => state)).toEqual(Array(3).fill('acknowledged'));
  });

  it('counts by nearest rank', () => {
    const values = [5, 1, 4, 2, 3];
    expect([0.5, 0.95, 1].map((share) => percentile(values, share))).toEqual([3, 5, 5]);
    expect(percentile([], 0.5)).toBe(0);
  });
});
