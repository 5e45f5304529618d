import { foldText } from '@ledgerline/contract/rules';
import type { RecordReading } from '#features/records/imports/rules.ts';
import type { PolicyPlan } from './plan-policies.ts';
import { isInForce, overlap, type Term } from './rules.ts';

/** What earlier rows of a file write, and later rows depend on. */
export class EarlierRows {
  readonly #isOnlyNew: boolean;
  readonly #keys = new Set<string>();
  readonly #terms = new Map<string, Term[]>();

  constructor({ duplicates }: Pick<RecordReading, 'duplicates'>) {
    this.#isOnlyNew = duplicates === 'skip';
  }

  /** Whether the row may be about what an earlier one writes. */
  concern(plan: PolicyPlan): boolean {
    if (plan.needs.some((key) => this.#keys.has(key))) return true;
    if (!this.#isOnlyNew || plan.policy_number !== '') return false;
    return (this.#terms.get(groupOf(plan)) ?? []).some((term) => overlap(term, plan.values));
  }

  add(plan: PolicyPlan): void {
    for (const key of plan.writes) this.#keys.add(key);
    if (!this.#isOnlyNew || plan.outcome !== 'created' || !isInForce(plan.values)) return;
    const { effective_date, end_date } = plan.values;
    const group = groupOf(plan);
    const terms = this.#terms.get(group) ?? [];
    terms.push({ effective_date, end_date });
    this.#terms.set(group, terms);
  }
}

const groupOf = ({ client_id, values }: PolicyPlan): string =>
  JSON.stringify([client_id, foldText(values.carrier ?? ''), values.line]);
