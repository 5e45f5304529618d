import { GETTING_STARTED_STEPS } from '@ledgerline/contract/rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { missingSteps } from './rules.ts';

it('names the open steps and nothing else, in order', () => {
  const facts = fc.record(
    Object.fromEntries(GETTING_STARTED_STEPS.map((step) => [step, fc.boolean()])) as Record<
      (typeof GETTING_STARTED_STEPS)[number],
      fc.Arbitrary<boolean>
    >,
  );
  fc.assert(
    fc.property(facts, (done) => {
      const missing = missingSteps(done);
      expect(GETTING_STARTED_STEPS.filter((step) => done[step] || missing.includes(step))).toEqual(
        GETTING_STARTED_STEPS,
      );
      expect(missing.some((step) => done[step])).toBe(false);
      expect(missing.map((step) => GETTING_STARTED_STEPS.indexOf(step))).toEqual(
        missing.map((step) => GETTING_STARTED_STEPS.indexOf(step)).toSorted((a, b) => a - b),
      );
    }),
  );
});
