import { Group, Paper, Stack, Text } from '@mantine/core';
import { AnchorLink } from '../../components/ui/link.tsx';
import { AgentFlags } from './agent-flags.tsx';
import styles from './agents-table.module.css';
import type { AgentsProps } from './agents-table.tsx';

/** Agent list for small screens. */
export function AgentCards({ agents, teamOf }: AgentsProps) {
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {agents.map((agent) => (
        <Paper key={agent.id} withBorder component="li">
          <AnchorLink
            to="/crm/agents/$agentId"
            params={{ agentId: String(agent.id) }}
            className={styles.card}
            underline="never"
          >
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <Text fw={500} truncate>{`${agent.first_name} ${agent.last_name}`}</Text>
              <Text size="sm" c="dimmed" className="tabular">
                {agent.client_count === 1
                  ? '1 client'
                  : `${agent.client_count.toLocaleString('en-US')} clients`}
              </Text>
            </Group>
            <Text size="sm" c="dimmed" truncate mb={6}>
              {[agent.username, agent.email, teamOf?.(agent.id)].filter(Boolean).join(' · ')}
            </Text>
            <AgentFlags agent={agent} />
          </AnchorLink>
        </Paper>
      ))}
    </Stack>
  );
}
