import type { Filter, FilterCondition } from '@ledgerline/contract/rules/filters';

/** The position of a condition: of its rule, and within that rule's group. */
export interface ConditionPath {
  rule: number;
  at: number;
}

type Rule = Filter['rules'][number];

const EMPTY: Filter = { match: 'all', rules: [] };

/** The conditions of a rule; one if it is not a group. */
export const conditionsOfRule = (rule: Rule | undefined): FilterCondition[] =>
  rule === undefined ? [] : Array.isArray(rule) ? rule : [rule];

/** A group with one condition is that condition. */
const ruleOf = (conditions: FilterCondition[]): Rule[] =>
  conditions.length > 1 ? [conditions] : conditions.slice(0, 1);

export function addCondition(filter: Filter = EMPTY, condition: FilterCondition): Filter {
  return { ...filter, rules: [...filter.rules, condition] };
}

/** Adds a condition to the group of a rule. A group matches any where the filter matches all, and vice versa. */
export function addToGroup(filter: Filter, rule: number, condition: FilterCondition): Filter {
  return changeRule(filter, rule, (conditions) => [...conditions, condition]);
}

export function replaceCondition(
  filter: Filter,
  { rule, at }: ConditionPath,
  condition: FilterCondition,
): Filter {
  return changeRule(filter, rule, (conditions) => conditions.with(at, condition));
}

/** Undefined if no condition is left. */
export function removeCondition(filter: Filter, { rule, at }: ConditionPath): Filter | undefined {
  const rest = changeRule(filter, rule, (conditions) => conditions.toSpliced(at, 1));
  return rest.rules.length === 0 ? undefined : rest;
}

function changeRule(
  filter: Filter,
  position: number,
  change: (conditions: FilterCondition[]) => FilterCondition[],
): Filter {
  const rules = filter.rules.flatMap((rule, at) =>
    at === position ? ruleOf(change(conditionsOfRule(rule))) : [rule],
  );
  return { ...filter, rules };
}
