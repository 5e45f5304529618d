import type { ColumnPlan } from '@ledgerline/contract/policies/client-columns/endpoints';
import { foldText } from '@ledgerline/contract/rules';
import type { PolicyLine } from '@ledgerline/contract/rules/policies';
import type { Decision } from '../../../domain/use-column-review.ts';
import { columnsText, planText } from './plan-text.ts';

/** A plan with the agent's decision. */
export interface DecidedPlan extends ColumnPlan {
  isChosen: boolean;
  /** Whether its line or its carrier is missing. */
  isIncomplete: boolean;
}

export const PLAN_VIEWS = ['all', 'incomplete', 'chosen', 'left_out'] as const;
export type PlanView = (typeof PLAN_VIEWS)[number];

const lacks = ({ line, carrier }: Pick<ColumnPlan, 'line' | 'carrier'>): boolean =>
  line === null || carrier.trim() === '';

/** By default, plans with a line, a carrier and no problem are chosen. */
export function decidedPlan(plan: ColumnPlan, decision: Decision = {}): DecidedPlan {
  const { line = plan.line, carrier = plan.carrier } = decision;
  const isChosen = decision.isChosen ?? (!lacks(plan) && plan.problem === null);
  return { ...plan, line, carrier, isIncomplete: lacks({ line, carrier }), isChosen };
}

/** Problems that a line and a carrier do not solve: such a plan is never chosen automatically. */
const UNSOLVED: readonly ColumnPlan['problem'][] = ['several_plans', 'inactive_client'];

/** A plan that the agent completes is chosen from then on. */
export function nextDecision(plan: ColumnPlan, before: Decision = {}, change: Decision = {}): Decision {
  const next = { ...before, ...change };
  const isSettled = next.isChosen !== undefined || UNSOLVED.includes(plan.problem);
  return isSettled || decidedPlan(plan, next).isIncomplete ? next : { ...next, isChosen: true };
}

/** The plans that become policies, as the server expects them. */
export const chosenPlans = (plans: readonly DecidedPlan[]) =>
  plans.flatMap(({ key, line, carrier, isChosen }) =>
    isChosen && line !== null ? [{ key, line, carrier: carrier.trim() }] : [],
  );

export const isInView = (view: PlanView, { isIncomplete, isChosen }: DecidedPlan): boolean =>
  view === 'incomplete' ? isIncomplete : view !== 'chosen' || isChosen;

interface Shown {
  view: PlanView;
  q: string;
  /** The plans that were in the view when it was opened: a row stays where it is while the agent changes it. */
  opened: ReadonlySet<string>;
  /** The plans that are listed first among those to complete. */
  first: ReadonlySet<string> | null;
}

/** The plans of a view; the search text is matched with the column values, which the agent does not change. */
export function plansIn({ view, q, opened, first }: Shown, plans: readonly DecidedPlan[]): DecidedPlan[] {
  const text = foldText(q);
  const shown = plans.filter((plan) => {
    if (!opened.has(plan.key) && !isInView(view, plan)) return false;
    return text === '' || foldText(`${planText(plan)} ${columnsText(plan)}`).includes(text);
  });
  if (view !== 'incomplete' || first === null) return shown;
  return [...shown.filter(({ key }) => first.has(key)), ...shown.filter(({ key }) => !first.has(key))];
}

/** The line and the carrier that a plan lacks and would get. */
export function missingOf({ line, carrier }: DecidedPlan, filled: Pick<ColumnPlan, 'line' | 'carrier'>) {
  const change: Decision = {};
  if (line === null && filled.line !== null) change.line = filled.line;
  if (carrier.trim() === '' && filled.carrier.trim() !== '') change.carrier = filled.carrier;
  return Object.keys(change).length === 0 ? null : change;
}

export type ChangePlan = (key: string, change: { line: PolicyLine | null } | { carrier: string }) => void;
