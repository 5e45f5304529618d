import type { ListedAgent } from '@ledgerline/contract/agents/endpoints';
import { AGENT_SORTS, type AgentSort } from '@ledgerline/contract/lists';
import { type Sorting, sortKeys } from '@ledgerline/contract/rules/sort-keys';
import { Box, Group, Paper, Stack, Text } from '@mantine/core';
import { IconActivity, IconPlus, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { InitialsAvatar, initialsOf } from '../../components/ui/initials-avatar.tsx';
import { AnchorLink, ButtonLink } from '../../components/ui/link.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { PageHeader, useHeaderAction } from '../../components/ui/page-header.tsx';
import { RelativeTime } from '../../domain/relative-time.tsx';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { canWatchStatus, signedInAgent } from '../../lib/sign-in.ts';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { AgentFlags } from './agent-flags.tsx';
import { twoFactorText } from './agent-security.ts';
import styles from './agents-table.module.css';
import { type AgentsProps, AgentsTable } from './agents-table.tsx';
import { useAgents } from './api.ts';
import { Invited } from './invitation/invited.tsx';

interface AgentsPageProps {
  beside?: ReactNode;
  /** The name of an agent's team, if the brokerage has teams. */
  teamOf?: (id: number) => string;
  sorting: Sorting<AgentSort>;
  onSort: (sorting: Sorting<AgentSort>) => void;
}

/**
 * Manage Agents: every staff user, for owners, developers and all-staff users (1§2, decisions B3). `beside`: header
 * actions of another feature.
 */
export function AgentsPage({ beside, ...list }: AgentsPageProps) {
  return (
    <>
      <PageHeader
        title="Agents"
        actions={
          <>
            {beside}
            {canWatchStatus(signedInAgent()) && <StatusLink />}
            <AddLink />
          </>
        }
      />
      <AgentList {...list} />
    </>
  );
}

function AddLink() {
  const look = useHeaderAction('Add Agent', <IconPlus size={16} aria-hidden />);
  return <ButtonLink to="/crm/agents/new" {...look} />;
}

function StatusLink() {
  const look = useHeaderAction('System Status', <IconActivity size={16} aria-hidden />);
  return <ButtonLink to="/crm/status" variant="default" {...look} />;
}

function AgentList({ teamOf, sorting, onSort }: Omit<AgentsPageProps, 'beside'>) {
  const query = useAgents();
  const isWide = useIsWide();
  return (
    <Loaded
      query={query}
      failed="Failed to load admin list"
      loading={<LoadingRows label="Loading agents…" />}
    >
      {(agents) => {
        if (agents.length === 0) return <NoAgents />;
        const shown = {
          agents: inOrder(agents, sorting),
          now: query.dataUpdatedAt,
          ...(teamOf ? { teamOf } : {}),
        };
        return isWide ? (
          <AgentsTable {...shown} sorting={sorting} onSort={onSort} />
        ) : (
          <AgentCards {...shown} />
        );
      }}
    </Loaded>
  );
}

function NoAgents() {
  return (
    <EmptyState
      icon={<IconUsers size={22} aria-hidden />}
      title="No agents yet"
      text="Agents who can sign in and manage clients will appear here."
      action={<ButtonLink to="/crm/agents/new">Add Agent</ButtonLink>}
    />
  );
}

const TEXT = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true });

/** Agents who have never signed in are sorted as absent the longest. */
const KEYS: Record<AgentSort, (agent: ListedAgent) => string | number> = {
  name: ({ first_name, last_name }) => `${last_name} ${first_name}`,
  email: ({ email }) => email,
  username: ({ username }) => username,
  two_factor: ({ security }) => Number(security?.has_two_factor),
  last_seen: ({ security }) => Date.parse(security?.last_seen_at ?? '') || 0,
  clients: ({ client_count }) => client_count,
};

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : TEXT.compare(String(a), String(b));
}

/** The agents in the order of some columns; equal ones by name. */
function inOrder(agents: readonly ListedAgent[], sorting: Sorting<AgentSort>): ListedAgent[] {
  const keys = sortKeys(sorting, AGENT_SORTS);
  const byKeys = (a: ListedAgent, b: ListedAgent): number => {
    for (const { sort, direction } of keys) {
      const order = compare(KEYS[sort](a), KEYS[sort](b));
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return 0;
  };
  return agents.toSorted((a, b) => byKeys(a, b) || compare(KEYS.name(a), KEYS.name(b)) || a.id - b.id);
}

/** Agent list for small screens. */
function AgentCards({ agents, now, teamOf }: AgentsProps) {
  return (
    <Stack gap="xs" component="ul" className="plain">
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
              <Box flex={1} miw={0}>
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
              </Box>
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
  const { sso } = usePublicSettings();
  return (
    <Text size="sm" c="dimmed" mt={6}>
      {`Two-factor: ${twoFactorText(security, sso !== undefined).toLowerCase()} · `}
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
