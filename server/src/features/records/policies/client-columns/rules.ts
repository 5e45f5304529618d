import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import {
  CARRIER_COLUMNS,
  type CarrierColumn,
  columnLabel,
  PLAN_COLUMNS,
  type PlanColumn,
} from '@ledgerline/contract/policies/client-columns/columns';
import type { ColumnPlan, LeftOut } from '@ledgerline/contract/policies/client-columns/endpoints';
import { clientStatus, foldText, moneyDisplay } from '@ledgerline/contract/rules';
import { POLICY_LIMITS } from '@ledgerline/contract/rules/policies';
import { isNoPlan, mayBeSeveral, medicareLineIn, type NamedCarriers } from './names/rules.ts';

/** The columns of one client: texts, and premiums in cents. */
export type Columns = Partial<Record<FieldName, string | number | null>>;

interface Amount {
  column: FieldName;
  cents: number;
}

/** What one or two columns of a client say about one policy. */
export interface Candidate extends Pick<ColumnPlan, 'column' | 'plan_name' | 'carrier_column' | 'line'> {
  carrier: string;
  problem: ColumnPlan['problem'];
  /** The first is the premium of the policy. */
  amounts: Amount[];
  agent_of_record: string;
}

export type LeftOutValue = Pick<LeftOut, 'column' | 'reason' | 'text'>;

interface Plan {
  of: PlanColumn;
  name: string;
  amount: Amount | null;
  agent_of_record: string;
  carriers: string[];
  columns: (CarrierColumn & Amount)[];
}

const textIn = (columns: Columns, name: FieldName | null): string =>
  name === null
    ? ''
    : String(columns[name] ?? '')
        .replaceAll(/\s+/g, ' ')
        .trim();

function amountIn(columns: Columns, column: FieldName | null): Amount | null {
  const cents = column === null ? null : columns[column];
  return column !== null && typeof cents === 'number' ? { column, cents } : null;
}

/**
 * The policies that the columns of a client name. A carrier's premium column belongs to the plan that names the carrier, with the
 * same premium if it is probably that of another plan, or to the only plan without a carrier that has the same premium; otherwise
 * it is a policy of its own.
 */
export function candidatesOf(
  columns: Columns,
  known: NamedCarriers,
): { candidates: Candidate[]; leftOut: LeftOutValue[] } {
  const leftOut: LeftOutValue[] = [];
  const plans = PLAN_COLUMNS.flatMap((of) => planIn(columns, of, known, leftOut) ?? []);
  const filled = CARRIER_COLUMNS.flatMap((of) => {
    const amount = amountIn(columns, of.name);
    return amount === null ? [] : [{ ...of, ...amount }];
  });
  attachByName(plans, filled, known);
  attachByAmount(plans, filled);
  const attached = new Set(plans.flatMap((plan) => plan.columns.map(({ name }) => name)));
  const own = filled.filter(({ name }) => !attached.has(name));
  for (const { name, cents } of own)
    if (cents === 0) leftOut.push({ column: name, reason: 'no_amount', text: moneyDisplay(0) });
  const candidates = [
    ...plans.map(candidateOf),
    ...own.filter(({ cents }) => cents !== 0).map(candidateOfColumn),
  ];
  if (clientStatus(textIn(columns, 'status')) === 'inactive')
    for (const candidate of candidates) candidate.problem = 'inactive_client';
  return { candidates, leftOut };
}

function planIn(
  columns: Columns,
  of: PlanColumn,
  known: NamedCarriers,
  leftOut: LeftOutValue[],
): Plan | null {
  const text = textIn(columns, of.name);
  const isName = text !== '' && !isNoPlan(text);
  if (text !== '' && !isName) leftOut.push({ column: of.name, reason: 'no_plan', text });
  const amount = amountIn(columns, of.premium);
  const isEmpty = !isName && (amount === null || amount.cents === 0);
  // The link to these clients finds those with $0.00 and an empty plan.
  if (isEmpty && amount !== null && text === '')
    leftOut.push({ column: amount.column, reason: 'no_amount', text: moneyDisplay(0) });
  if (isEmpty) return null;
  const name = isName ? text : '';
  const agent_of_record = textIn(columns, of.agent);
  return { of, name, amount, agent_of_record, carriers: known.in(name), columns: [] };
}

const fits = (plan: Plan, column: CarrierColumn) => plan.of.isMedicare || !column.isMedicare;

/** The premium of a carrier that sells health plans is probably not that of another plan of the carrier. */
const isLikely = (plan: Plan, column: CarrierColumn) =>
  !column.sellsHealth || (plan.of.line === 'health' && medicareLineIn(plan.name) === undefined);

function attachByName(plans: Plan[], filled: Plan['columns'], known: NamedCarriers): void {
  for (const column of filled) {
    const named = plans.filter(
      (plan) =>
        plan.carriers.length === 1 &&
        column.carrier !== '' &&
        fits(plan, column) &&
        known.isNamedIn(plan.name, column.carrier),
    );
    const [plan] = named;
    const isOnly = named.length === 1 && plan && isLikely(plan, column);
    (isOnly ? plan : onlyWith(named, column.cents))?.columns.push(column);
  }
  for (const plan of plans) {
    if (plan.columns.length < 2) continue;
    const equal = plan.columns.filter(({ cents }) => cents === plan.amount?.cents);
    plan.columns = equal.length === 1 ? equal : [];
  }
}

const onlyWith = (plans: Plan[], cents: number): Plan | undefined => {
  const equal = plans.filter((plan) => plan.amount?.cents === cents);
  return equal.length === 1 ? equal[0] : undefined;
};

/** Only where one plan and one column have the amount: anything else would be a guess. */
function attachByAmount(plans: Plan[], filled: Plan['columns']): void {
  const attached = new Set(plans.flatMap((plan) => plan.columns.map(({ name }) => name)));
  const open = filled.filter(({ name, cents }) => cents !== 0 && !attached.has(name));
  const unnamed = plans.filter(({ carriers, columns }) => carriers.length === 0 && columns.length === 0);
  for (const plan of unnamed) {
    const equal = open.filter(({ cents }) => cents === plan.amount?.cents);
    const [column] = equal;
    if (equal.length !== 1 || !column || !fits(plan, column)) continue;
    if (onlyWith(plans, column.cents) === plan) plan.columns.push(column);
  }
}

function candidateOf({ of, name, amount, agent_of_record, carriers, columns: [column] }: Plan): Candidate {
  // A Medicare column may be Medicare Advantage or Medigap.
  const usual = column?.isMedicare === true && of.line === 'health' ? null : of.line;
  const named = of.isMedicare ? medicareLineIn(name) : undefined;
  return {
    column: name === '' ? (of.premium ?? of.name) : of.name,
    plan_name: name,
    carrier_column: column?.name ?? null,
    line: named === undefined ? usual : named,
    carrier: carriers.length === 1 ? (carriers[0] ?? '') : (column?.carrier ?? ''),
    problem: carriers.length > 1 ? 'several_carriers' : mayBeSeveral(name) ? 'several_plans' : null,
    amounts: [amount, column ? { column: column.name, cents: column.cents } : null].filter(
      (each) => each !== null,
    ),
    agent_of_record,
  };
}

const candidateOfColumn = ({ name, carrier, cents }: Plan['columns'][number]): Candidate => ({
  ...{ column: name, plan_name: '', carrier_column: null, line: null, carrier, problem: null },
  ...{ amounts: [{ column: name, cents }], agent_of_record: '' },
});

/** The same for all clients whose columns say the same about a policy, except its premium. */
export const keyOf = ({ column, plan_name, carrier_column, carrier, problem }: Candidate): string =>
  JSON.stringify([
    ...[column, foldText(plan_name), carrier_column, foldText(carrier)],
    ...(problem === 'inactive_client' ? [problem] : []),
  ]);

/** Whether a client seems to have it as a policy already; the check of an import decides. */
export const isPolicyOf = (
  { plan_name, carrier }: Candidate,
  policies: readonly Pick<ColumnPolicy, 'plan_name' | 'carrier'>[],
): boolean =>
  policies.some((policy) =>
    plan_name === ''
      ? foldText(policy.carrier) === foldText(carrier)
      : foldText(policy.plan_name) === foldText(shortName(plan_name)),
  );

export const hasDifferentAmounts = ({ amounts }: Pick<Candidate, 'amounts'>): boolean =>
  new Set(amounts.map(({ cents }) => cents)).size > 1;

/** What an agent has decided about the plans with one key. */
export interface Choice extends Pick<Required<ColumnPlan>, 'carrier'> {
  line: NonNullable<ColumnPlan['line']>;
}

export interface ColumnPolicy extends Choice, Pick<Candidate, 'plan_name' | 'amounts' | 'agent_of_record'> {
  notes: string;
}

/**
 * The policies of a client once lines and carriers are chosen. A premium without a plan belongs to the plan of the same line and
 * carrier. Two plans of one line and carrier stay two: the import names the second one.
 */
export function policiesOf(
  candidates: readonly Candidate[],
  choices: ReadonlyMap<string, Choice>,
): ColumnPolicy[] {
  const policies: Omit<ColumnPolicy, 'notes'>[] = [];
  const chosen = candidates.flatMap((candidate) => {
    const choice = choices.get(keyOf(candidate));
    return choice ? [{ ...candidate, ...choice }] : [];
  });
  const named = chosen.filter(({ plan_name }) => plan_name !== '');
  const unnamed = chosen.filter(({ plan_name }) => plan_name === '');
  for (const { line, carrier, plan_name, amounts, agent_of_record } of [...named, ...unnamed]) {
    const same = policies.find(
      (policy) => policy.line === line && foldText(policy.carrier) === foldText(carrier),
    );
    if (same && plan_name === '') {
      same.amounts = [...same.amounts, ...amounts];
      same.agent_of_record ||= agent_of_record;
    } else policies.push({ line, carrier, plan_name, amounts, agent_of_record });
  }
  return policies.map((policy) => ({
    ...policy,
    plan_name: shortName(policy.plan_name),
    notes: notesOf(policy).join(' '),
  }));
}

/** A column may contain a longer name than a policy. */
function shortName(name: string): string {
  if (name.length <= POLICY_LIMITS.plan_name) return name;
  // Not half of a character.
  return `${name.slice(0, POLICY_LIMITS.plan_name - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function notesOf({ plan_name, ...policy }: Pick<Candidate, 'plan_name' | 'amounts'>): string[] {
  const amounts = policy.amounts.map(({ column, cents }) => `${columnLabel(column)} ${moneyDisplay(cents)}`);
  return [
    ...(hasDifferentAmounts(policy)
      ? [`The client’s columns had different premiums: ${amounts.join(', ')}.`]
      : []),
    ...(shortName(plan_name) === plan_name ? [] : [`The whole name of the plan: ${plan_name}.`]),
  ];
}
