import type { Policy } from '@ledgerline/contract/policies/endpoints';
import { maskFromLast4 } from '@ledgerline/contract/rules';
import type { PolicyRow } from './repository.ts';

/** The kind passed to the mask function: any kind without a mask of its own. */
export const NUMBER_KIND = 'policy_number';

export const numberMask = (last4: string): string => maskFromLast4({ kind: NUMBER_KIND, last4 });

/** What belongs to a policy in other tables. */
export type Attached = Pick<Policy, 'covered_clients' | 'documents'>;

/** The policy as agents see it, its number as a mask. */
export function toPolicy(
  row: PolicyRow,
  { covered_clients, documents }: Attached = { covered_clients: [], documents: [] },
): Policy {
  const { policy_number: _, shown_number, created_by: __, created_at: ___, ...shown } = row;
  return {
    ...shown,
    ...{ covered_clients, documents },
    policy_number: numberMask(shown_number),
    updated_at: row.updated_at.toISOString(),
  };
}
