import type { PolicyCommission } from '@ledgerline/contract/commissions/endpoints';
import * as endpoints from '@ledgerline/contract/commissions/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import type { CommissionRate } from '@ledgerline/contract/rules/commissions';
import { useQuery } from '@tanstack/react-query';
import { api, invalidate, useWrite } from '../../lib/api.ts';

/** The expected commissions of a client's policies, as far as the agent may see them, by policy. */
export function useClientCommissions(clientId: number) {
  return useQuery({
    queryKey: ['commissions', 'client', clientId],
    queryFn: async ({ signal }) => {
      const { commissions } = await api(endpoints.listClientCommissions, {
        params: { id: clientId },
        signal,
      });
      return new Map(commissions.map((each): [number, PolicyCommission] => [each.policy_id, each]));
    },
  });
}

export function useSetPolicyCommission(policyId: number) {
  return useWrite(
    (rate: CommissionRate | null) =>
      api(endpoints.setPolicyCommission, { params: { id: policyId }, body: { rate } }),
    invalidate(['commissions']),
  );
}

/** '4% of the premium', '$18.00 per month', '$20.00 per member per month' */
export function rateText({ basis, amount }: CommissionRate): string {
  if (basis === 'percent') return `${amount / 100}% of the premium`;
  return `${moneyDisplay(amount)} ${basis === 'flat' ? 'per month' : 'per member per month'}`;
}
