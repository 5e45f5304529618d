import type { ColumnPlan } from '@ledgerline/contract/policies/client-columns/endpoints';
import { foldText } from '@ledgerline/contract/rules';
import type { PolicyLine } from '@ledgerline/contract/rules/policies';
import { columnsText, planText } from './plan-text.ts';

/** What the agent changed about a plan. */
export type Decision = Partial<Pick<ColumnPlan, 'line' | 'carrier'> & { isChosen: boolean }>;

/** A plan with the agent's decision. */
export interface DecidedPlan extends ColumnPlan {
  isChosen: boolean;
  /** Whether its line or its carrier is missing. */
  isIncomplete: boolean;
  /** Whether one of them was missing at first: its row stays where it is while the agent types. */
  wasIncomplete: boolean;
}

export const PLAN_VIEWS = ['all', 'incomplete', 'chosen', 'left_out'] as const;
export type PlanView = (typeof PLAN_VIEWS)[number];

const lacks = ({ line, carrier }: Pick<ColumnPlan, 'line' | 'carrier'>): boolean =>
  line === null || carrier.trim() === '';

/** Plans with a line, a carrier and no problem are chosen at first, and one that the agent completes. */
export function decidedPlan(plan: ColumnPlan, decision: Decision = {}): DecidedPlan {
  const { line = plan.line, carrier = plan.carrier } = decision;
  const isIncomplete = lacks({ line, carrier });
  const wasIncomplete = lacks(plan);
  const isChosenAtFirst = !wasIncomplete && plan.problem === null;
  const isReviewed = decision.line !== undefined || decision.carrier !== undefined;
  const isChosen = decision.isChosen ?? (isChosenAtFirst || (isReviewed && !isIncomplete));
  return { ...plan, line, carrier, isIncomplete, wasIncomplete, isChosen };
}

/** The plans that become policies, as the server expects them. */
export const chosenPlans = (plans: readonly DecidedPlan[]) =>
  plans.flatMap(({ key, line, carrier, isChosen }) =>
    isChosen && line !== null ? [{ key, line, carrier: carrier.trim() }] : [],
  );

/** The plans of a view; the text is searched in what the columns say, which the agent does not change. */
export function plansIn(
  { view, q, first }: { view: PlanView; q: string; first: ReadonlySet<string> | null },
  plans: readonly DecidedPlan[],
): DecidedPlan[] {
  const text = foldText(q);
  const shown = plans.filter((plan) => {
    if (view === 'incomplete' && !plan.wasIncomplete && !plan.isIncomplete) return false;
    if (view === 'chosen' && !plan.isChosen) return false;
    return text === '' || foldText(`${planText(plan)} ${columnsText(plan)}`).includes(text);
  });
  if (view !== 'incomplete' || first === null) return shown;
  return [...shown.filter(({ key }) => first.has(key)), ...shown.filter(({ key }) => !first.has(key))];
}

export type ChangePlan = (key: string, change: { line: PolicyLine | null } | { carrier: string }) => void;
