import type { StatedPolicy, StatementRow } from '@ledgerline/contract/commissions/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { SearchInput } from '../../components/ui/search-input.tsx';
import { usePolicySearch, useStatementWrites } from './api.ts';

interface MatchLineProps {
  statementId: number;
  line: StatementRow['lines'][number];
  /** It has a policy, and its number and name are no longer stored. */
  isMatched: boolean;
  /** Policies with the number of the line. */
  candidates: readonly StatedPolicy[];
  onDone: () => void;
}

/** Assigns a line to a policy: one of those with its number, or one that is searched. */
export function MatchLine({ statementId, line, isMatched, candidates, onDone }: MatchLineProps) {
  const { match } = useStatementWrites(statementId);
  const [q, setQ] = useState('');
  const found = usePolicySearch(q);
  const shown: readonly StatedPolicy[] = q === '' ? candidates : (found.data ?? []);
  function choose(policy: StatedPolicy) {
    match.mutate(
      { line: line.id, policy_id: policy.id },
      {
        onSuccess: () => {
          notifySuccess(`The line was matched to ${policy.client_name}.`);
          onDone();
        },
        onError: (error) => console.error('the line was not matched', error),
      },
    );
  }
  return (
    <Stack gap="xs">
      <Text size="sm">
        {isMatched
          ? `Row ${line.row_number} of the file, ${moneyDisplay(line.amount_cents)}. Choose another policy for this line.`
          : `Number ${line.number || 'not stored'}${line.name && `, ${line.name}`}. Choose the policy for this line. The line’s number and name are then no longer stored.`}
      </Text>
      <Group>
        <SearchInput
          label="Search policies"
          placeholder="Search client, carrier, plan or last 4 digits"
          q={q}
          onSearch={setQ}
        />
      </Group>
      <FailureNote message={match.error?.message ?? found.error?.message} />
      {q !== '' && found.data?.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          No matching policies.
        </Text>
      )}
      <ul className="plain" aria-label="Policies to choose from">
        {shown.map((policy) => (
          <li key={policy.id}>
            <Group justify="space-between" wrap="nowrap" py={4}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {policy.client_name}:{' '}
                {[policy.carrier, policy.plan_name, policy.policy_number].filter(Boolean).join(' ')}
              </Text>
              <Button
                variant="default"
                size="compact-sm"
                disabled={match.isPending}
                onClick={() => choose(policy)}
                aria-label={`Match to ${policy.client_name}, ${policy.carrier} ${policy.policy_number}`}
              >
                Match
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
