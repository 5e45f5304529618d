import type { ListedAgent } from '@ledgerline/contract/agents/endpoints';
import { Group, Paper, Stack, Text } from '@mantine/core';
import { InitialsAvatar, initialsOf } from '../../components/ui/initials-avatar.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { RelativeTime } from '../../domain/relative-time.tsx';
import { AgentFlags } from './agent-flags.tsx';
import { twoFactorText } from './agent-security.ts';
import styles from './agents-table.module.css';
import type { AgentsProps } from './agents-table.tsx';
import { Invited } from './invitation/invited.tsx';

/** Agent list for small screens. */
export function AgentCards({ agents, now, teamOf }: AgentsProps) {
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
            <Group wrap="nowrap" gap="sm" align="flex-start">
              <InitialsAvatar id={agent.id} initials={initialsOf(agent.first_name, agent.last_name)} />
              <div className={styles.facts}>
                <Group justify="space-between" wrap="nowrap" gap="xs">
                  <Text fw={500} truncate>{`${agent.first_name} ${agent.last_name}`}</Text>
                  <Text size="sm" c="dimmed" className="tabular" flex="none">
                    {agent.client_count === 1
                      ? '1 client'
                      : `${agent.client_count.toLocaleString('en-US')} clients`}
                  </Text>
                </Group>
                <Text size="sm" c="dimmed" truncate mb={6}>
                  {[agent.username, agent.email, teamOf?.(agent.id)].filter(Boolean).join(' · ')}
                </Text>
                <AgentFlags agent={agent} />
                {agent.security && <Security security={agent.security} now={now} />}
              </div>
            </Group>
          </AnchorLink>
          {agent.invitation && (
            <div className={styles.invited}>
              <Invited agent={agent} />
            </div>
          )}
        </Paper>
      ))}
    </Stack>
  );
}

function Security({
  security,
  now,
}: Pick<AgentsProps, 'now'> & { security: NonNullable<ListedAgent['security']> }) {
  return (
    <Text size="sm" c="dimmed" mt={6}>
      {`Two-factor: ${twoFactorText(security).toLowerCase()} · `}
      {security.last_seen_at ? (
        <>
          Last seen <RelativeTime instant={security.last_seen_at} now={now} />
        </>
      ) : (
        'No sign-in recorded'
      )}
    </Text>
  );
}
