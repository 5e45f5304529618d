import type { ListedPolicy } from '@ledgerline/contract/policies/endpoints';

/** An active health policy of Ana Ruiz that ends on December 31, 2026. */
export function aPolicy(changes: Partial<ListedPolicy> = {}): ListedPolicy {
  return {
    ...{ id: 5, client_id: 7, client_name: 'Ana Ruiz', line: 'health', carrier: 'Oscar' },
    ...{ plan_name: 'Silver 1', plan_type: 'Silver', policy_number: '••••9876' },
    ...{ effective_date: '2026-01-01', end_date: '2026-12-31', status: 'active' },
    ...{ premium_cents: 41_250, subsidy_cents: 30_000, agent_of_record_id: null, covered: ['client'] },
    ...{ covered_clients: [], documents: [] },
    ...{ notes: '', renewal_status: 'to_contact', lost_reason: '', next_policy_id: null },
    updated_at: '2026-11-20T12:00:00.000Z',
    ...changes,
  };
}
