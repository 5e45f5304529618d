import { UnstyledButton } from '@mantine/core';
import { Fact } from '../../../components/ui/facts.tsx';
import { RetryButton } from '../../../components/ui/retry-button.tsx';
import { agentText, useAgentNames, useLostNames } from '../../../domain/agents/agent-names.ts';
import type { Client } from '../api.ts';
import styles from './owner-fact.module.css';

/** The client's owner. Clicking opens the reassign dialog. */
export function OwnerFact({ client, onReassign }: { client: Client; onReassign: () => void }) {
  const { data: agents } = useAgentNames();
  const lost = useLostNames();
  const owner = client.owner_agent_id;
  const name = owner == null ? 'Unassigned' : agents && agentText(owner);
  return (
    <Fact label="Owner">
      <UnstyledButton
        className={styles.button}
        aria-label={`Owner: ${name || (lost ? 'name not loaded' : 'loading')}. Reassign`}
        onClick={onReassign}
      >
        {name || (lost ? 'Name not loaded' : '…')}
      </UnstyledButton>
      {lost && owner != null && <RetryButton {...lost} size="compact-xs" ml="xs" />}
    </Fact>
  );
}
