import { UnstyledButton } from '@mantine/core';
import { Fact } from '../../../components/ui/facts.tsx';
import { agentText, useAgentNames } from '../../../domain/agents/agent-names.ts';
import type { Client } from '../api.ts';
import styles from './owner-fact.module.css';

/** Whose client it is; a click hands over. */
export function OwnerFact({ client, onHandOver }: { client: Client; onHandOver: () => void }) {
  const { data: agents, isError } = useAgentNames();
  const owner = client.owner_agent_id;
  const name = owner == null ? 'Nobody' : agents && agentText(owner);
  return (
    <Fact label="Owner">
      <UnstyledButton
        className={styles.button}
        aria-label={`Owner: ${name || 'loading'}. Hand over`}
        onClick={onHandOver}
      >
        {name || (isError ? `Agent ${owner}` : '…')}
      </UnstyledButton>
    </Fact>
  );
}
