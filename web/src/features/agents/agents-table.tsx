import type { ListedAgent } from '@ledgerline/contract/agents/endpoints';
import type { AgentSort } from '@ledgerline/contract/lists';
import type { Sorting } from '@ledgerline/contract/rules/sort-keys';
import { Group, Paper, Text } from '@mantine/core';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { InitialsAvatar, initialsOf } from '../../components/ui/initials-avatar.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { RelativeTime } from '../../domain/relative-time.tsx';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { AgentFlags } from './agent-flags.tsx';
import { twoFactorText } from './agent-security.ts';
import styles from './agents-table.module.css';
import { Invited } from './invitation/invited.tsx';

const agentLink = ({ id }: ListedAgent) =>
  ({ to: '/crm/agents/$agentId', params: { agentId: String(id) } }) as const;

type AgentColumn = Column<ListedAgent, AgentSort>;

const IDENTITY: readonly AgentColumn[] = [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    cell: (agent) => (
      <Group gap={10} wrap="nowrap">
        <InitialsAvatar id={agent.id} initials={initialsOf(agent.first_name, agent.last_name)} />
        <div>
          <AnchorLink
            {...agentLink(agent)}
            className={styles.link}
          >{`${agent.first_name} ${agent.last_name}`}</AnchorLink>
          <Invited agent={agent} />
        </div>
      </Group>
    ),
  },
  { id: 'email', header: 'Email', sort: 'email', cell: ({ email }) => email },
  { id: 'username', header: 'Username', sort: 'username', cell: ({ username }) => username },
  { id: 'flags', header: 'Flags', cell: (agent) => <AgentFlags agent={agent} /> },
];

const CLIENTS: AgentColumn = {
  id: 'clients',
  header: 'Clients',
  sort: 'clients',
  align: 'end',
  className: 'tabular',
  cell: ({ client_count }) => client_count.toLocaleString('en-US'),
};

/** For owners. */
const securityColumns = (now: number, hasSso: boolean): AgentColumn[] => [
  {
    id: 'two_factor',
    header: 'Two-factor',
    sort: 'two_factor',
    cell: ({ security }) => (
      <Text inherit c={security?.has_two_factor ? undefined : 'dimmed'}>
        {security && twoFactorText(security, hasSso)}
      </Text>
    ),
  },
  {
    id: 'last_seen',
    header: 'Last seen',
    sort: 'last_seen',
    className: 'tabular',
    cell: ({ security }) =>
      security?.last_seen_at ? <RelativeTime instant={security.last_seen_at} now={now} /> : '–',
  },
];

export interface AgentsProps {
  agents: readonly ListedAgent[];
  /** The time at which the list was loaded. */
  now: number;
  teamOf?: (id: number) => string;
}

interface AgentsTableProps extends AgentsProps {
  sorting: Sorting<AgentSort>;
  onSort: (sorting: Sorting<AgentSort>) => void;
}

/** Clicking anywhere in a row opens the agent. Keyboard users follow the link in the first cell. */
export function AgentsTable({ agents, now, teamOf, sorting, onSort }: AgentsTableProps) {
  const { sso } = usePublicSettings();
  const columns: AgentColumn[] = [
    ...IDENTITY,
    ...(teamOf ? [{ id: 'team', header: 'Team', cell: ({ id }: ListedAgent) => teamOf(id) }] : []),
    ...(agents.some(({ security }) => security) ? securityColumns(now, sso !== undefined) : []),
    CLIENTS,
  ];
  return (
    <Paper withBorder className={styles.frame}>
      <DataTable
        columns={columns}
        rows={agents}
        rowId={({ id }) => id}
        look="quiet"
        rowClassName={styles.row}
        rowLink={agentLink}
        sorting={sorting}
        onSort={onSort}
        highlightOnHover
        verticalSpacing={8}
        horizontalSpacing="md"
      />
    </Paper>
  );
}
