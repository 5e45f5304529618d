import {
  COMMISSION_RESULTS,
  type CommissionedPolicy,
  type CommissionResult,
  isInForce,
} from '@ledgerline/contract/rules/commissions';

/** A line as it is compared. */
interface Line {
  id: number;
  policy_id: number | null;
  amount_cents: number;
  period: string | null;
  is_duplicate: boolean;
  is_ambiguous: boolean;
}

interface Statement<Policy> {
  month: string;
  /** The month that most of its lines pay for. */
  usualMonth: string;
  policies: readonly Policy[];
  lines: readonly Line[];
}

/** A policy of the carrier, or a line without a policy, with what is expected and paid. */
export interface ComparedRow {
  policy_id: number | null;
  line_ids: number[];
  result: CommissionResult;
  expected_cents: number | null;
  paid_cents: number;
}

/** A difference of one cent may be rounding. */
const TOLERANCE_CENTS = 1;

/**
 * The policy of a line among those with its number: the one that is in force in the month. A renewed policy often keeps its number,
 * so the terms decide before the line is ambiguous.
 */
export function policyOfLine<Policy extends Parameters<typeof isInForce>[0]>(
  candidates: readonly Policy[],
  month: string,
): Policy | 'unknown' | 'ambiguous' {
  const inForce = candidates.filter((policy) => isInForce(policy, month));
  const [policy = 'unknown' as const, ...others] = inForce.length > 0 ? inForce : candidates;
  return others.length > 0 ? 'ambiguous' : policy;
}

/**
 * Compares a statement with what is expected. A policy is expected to pay for each month that its lines name, because carriers pay in
 * arrears and several months at once; without lines, for the month that most lines of the statement pay for. `expectedIn` is null where
 * the amount is not known.
 */
export function compareStatement<Policy extends CommissionedPolicy & { id: number; is_of_carrier: boolean }>(
  { month, usualMonth, policies, lines }: Statement<Policy>,
  expectedIn: (policy: Policy, month: string) => number | null,
): ComparedRow[] {
  const rows: ComparedRow[] = [];
  const known = new Set(policies.map(({ id }) => id));
  const byPolicy = new Map<number, Line[]>();
  for (const line of lines) {
    if (line.policy_id === null || !known.has(line.policy_id)) rows.push(rowOfLine(line));
    else if (!byPolicy.get(line.policy_id)?.push(line)) byPolicy.set(line.policy_id, [line]);
  }
  for (const policy of policies) {
    const paid = byPolicy.get(policy.id) ?? [];
    const expected = expectedOf(policy, { month, usualMonth }, paid, expectedIn);
    const isDue =
      policy.is_of_carrier && expected !== 0 && (expected !== null || isInForce(policy, usualMonth));
    if (paid.length > 0 || isDue) rows.push(rowOfPolicy(policy.id, expected, paid));
  }
  return rows.sort((a, b) => COMMISSION_RESULTS.indexOf(a.result) - COMMISSION_RESULTS.indexOf(b.result));
}

const rowOfLine = ({ id, amount_cents, is_ambiguous }: Line): ComparedRow => ({
  ...{ policy_id: null, line_ids: [id], result: is_ambiguous ? 'ambiguous' : 'unknown' },
  ...{ expected_cents: null, paid_cents: amount_cents },
});

/** The expected amount of the months that lines name, except chargebacks, which concern months that were paid before. */
function expectedOf<Policy>(
  policy: Policy,
  { month, usualMonth }: Pick<Statement<Policy>, 'month' | 'usualMonth'>,
  lines: readonly Line[],
  expectedIn: (policy: Policy, month: string) => number | null,
): number | null {
  const paid = lines.filter(({ amount_cents }) => amount_cents >= 0);
  const months = new Set(paid.map(({ period }) => period ?? month));
  let sum = 0;
  for (const each of months.size > 0 ? months : [usualMonth]) {
    const expected = expectedIn(policy, each);
    if (expected === null) return null;
    sum += expected;
  }
  return sum;
}

function rowOfPolicy(id: number, expected_cents: number | null, lines: readonly Line[]): ComparedRow {
  const paid_cents = lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const result = resultOf(expected_cents, paid_cents, lines);
  return { policy_id: id, line_ids: lines.map((line) => line.id), result, expected_cents, paid_cents };
}

/** A chargeback or a repeated line explains why a policy is paid too little or too much, so it takes precedence. */
function resultOf(expected: number | null, paid: number, lines: readonly Line[]): CommissionResult {
  if (lines.some(({ amount_cents }) => amount_cents < 0)) return 'chargeback';
  if (lines.some(({ is_duplicate }) => is_duplicate)) return 'duplicate';
  if (expected === null) return 'no_rate';
  if (lines.length === 0) return 'missing';
  if (Math.abs(paid - expected) <= TOLERANCE_CENTS) return 'as_expected';
  return paid < expected ? 'under' : 'over';
}
