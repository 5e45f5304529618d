import { fieldNamed } from '../clients/fields/catalog.ts';
import { type DateOrder, type DateOrderEvidence, fileDateOrder } from '../rules.ts';
import { fieldOfTarget, type Mapping } from './column-targets.ts';

/** The order of month and day that the date columns determine; `unclear` where a person must choose. */
export function mappedDateOrder(
  mapping: Mapping,
  evidence: readonly (DateOrderEvidence | null)[],
): DateOrder | 'unclear' {
  return fileDateOrder(
    mapping.map((target, column) => {
      const name = fieldOfTarget(target);
      return name !== null && fieldNamed(name).kind === 'date' ? (evidence[column] ?? null) : null;
    }),
  );
}
