import { type ListedPolicy, MAX_SAME_NUMBER, type Policy } from '@ledgerline/contract/policies/endpoints';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ButtonLink } from '../../components/ui/link.tsx';
import { fetchSameNumber } from './api.ts';
import { lineText, policyName, termText } from './policy-display.ts';
import type { PolicyValues } from './policy-values.ts';

type Numbered = Pick<PolicyValues, 'carrier' | 'policy_number'>;

/** Shows the policies with the same number once before a policy is saved; saving again saves it anyway. */
export function useSameNumber(edited: Policy | undefined) {
  const [found, setFound] = useState<{ of: string; policies: ListedPolicy[] } | null>(null);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  return {
    /** Those found for these values; none after the values were changed. */
    of: (values: Numbered): ListedPolicy[] => (found?.of === keyOf(values) ? found.policies : []),
    async mayBeSaved(values: Numbered): Promise<boolean> {
      if (!needsCheck(values, edited)) return true;
      const policies = await fetchSameNumber({
        carrier: values.carrier,
        ...(values.policy_number === null ? {} : { policy_number: values.policy_number }),
        ...(edited ? { policy_id: edited.id } : {}),
      });
      if (policies.every(({ id }) => seen.has(id))) return true;
      setFound({ of: keyOf(values), policies });
      setSeen(new Set([...seen, ...policies.map(({ id }) => id)]));
      return false;
    },
  };
}

/** A number that was typed, or the stored one at another carrier. */
function needsCheck({ carrier, policy_number }: Numbered, edited: Policy | undefined): boolean {
  return policy_number === null ? carrier !== edited?.carrier : policy_number.trim() !== '';
}

const keyOf = ({ carrier, policy_number }: Numbered): string => JSON.stringify([carrier, policy_number]);

/** Other policies of the carrier with the number that is being saved. */
export function SameNumber({ policies }: { policies: readonly ListedPolicy[] }) {
  const count = policies.length;
  // The server returns no more than these.
  const many = count < MAX_SAME_NUMBER ? count : `At least ${count}`;
  const title = count === 1 ? 'Another policy has this number' : `${many} other policies have this number`;
  return (
    <Alert color="yellow" role="alert" title={title}>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {policies.map((policy) => {
          const client = policy.client_name || 'Unnamed client';
          return (
            <Group key={policy.id} component="li" justify="space-between" gap="xs" wrap="nowrap">
              <div>
                <Text size="sm" fw={500}>
                  {client}
                </Text>
                <Text size="xs">
                  {[policyName(policy), lineText(policy), termText(policy)].filter(Boolean).join(' · ')}
                </Text>
              </div>
              <ButtonLink
                to="/crm/clients/$clientId"
                params={{ clientId: String(policy.client_id) }}
                hash="policies"
                target="_blank"
                size="compact-sm"
                variant="default"
                aria-label={`Open ${client} in a new tab`}
              >
                Open
              </ButtonLink>
            </Group>
          );
        })}
      </Stack>
    </Alert>
  );
}
