import { FIRST_DAY_STEPS, type GettingStartedStep } from '@ledgerline/contract/rules';

/** The steps that are not done, in their order (decision 054). */
export function missingSteps(done: Readonly<Record<GettingStartedStep, boolean>>): GettingStartedStep[] {
  return FIRST_DAY_STEPS.filter((step) => !done[step]);
}
