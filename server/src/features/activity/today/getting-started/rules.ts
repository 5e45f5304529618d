import { FIRST_DAY_STEPS, type FirstDayStep } from '@ledgerline/contract/rules';

/** The steps that are not done, in their order (decision 054). */
export function missingSteps(done: Readonly<Record<FirstDayStep, boolean>>): FirstDayStep[] {
  return FIRST_DAY_STEPS.filter((step) => !done[step]);
}
