import { GETTING_STARTED_STEPS, type GettingStartedStep } from '@ledgerline/contract/rules';

/** The open steps, in order (decision 054). */
export function missingSteps(done: Readonly<Record<GettingStartedStep, boolean>>): GettingStartedStep[] {
  return GETTING_STARTED_STEPS.filter((step) => !done[step]);
}
