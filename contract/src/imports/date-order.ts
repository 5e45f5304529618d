import { fieldNamed } from '../clients/fields/catalog.ts';
import { type DateOrder, type DateOrderEvidence, fileDateOrder } from '../rules.ts';
import { fieldOfTarget, type Mapping } from './column-targets.ts';

const POLICY_DATES: Mapping = ['policy_effective_date', 'policy_end_date'];

/** The order of month and day that the date columns determine; `unclear` where a person must choose. */
export function mappedDateOrder(
  mapping: Mapping,
  evidence: readonly (DateOrderEvidence | null)[],
): DateOrder | 'unclear' {
  return fileDateOrder(
    mapping.map((target, column) => {
      const name = fieldOfTarget(target);
      const isDate = name === null ? POLICY_DATES.includes(target) : fieldNamed(name).kind === 'date';
      return isDate ? (evidence[column] ?? null) : null;
    }),
  );
}
