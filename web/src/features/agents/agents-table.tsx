import type { Agent } from '@ledgerline/contract/agents/endpoints';
import { Paper } from '@mantine/core';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { AgentFlags } from './agent-flags.tsx';
import styles from './agents-table.module.css';

const addressOf = ({ id }: Agent) =>
  ({ to: '/crm/agents/$agentId', params: { agentId: String(id) } }) as const;

const COLUMNS: readonly Column<Agent>[] = [
  {
    id: 'email',
    header: 'Email',
    cell: (agent) => (
      <AnchorLink {...addressOf(agent)} className={styles.link}>
        {agent.email}
      </AnchorLink>
    ),
  },
  { id: 'username', header: 'Username', cell: ({ username }) => username },
  { id: 'flags', header: 'Flags', cell: (agent) => <AgentFlags agent={agent} /> },
  { id: 'name', header: 'Name', cell: ({ first_name, last_name }) => `${first_name} ${last_name}` },
  {
    id: 'clients',
    header: 'Clients',
    align: 'end',
    className: 'tabular',
    cell: ({ client_count }) => client_count.toLocaleString('en-US'),
  },
];

export interface AgentsProps {
  agents: readonly Agent[];
  teamOf?: (id: number) => string;
}

/** Clicking anywhere in a row opens the agent. Keyboard users follow the link in the first cell. */
export function AgentsTable({ agents, teamOf }: AgentsProps) {
  const columns = teamOf
    ? [
        ...COLUMNS.slice(0, -1),
        { id: 'team', header: 'Team', cell: ({ id }: Agent) => teamOf(id) },
        ...COLUMNS.slice(-1),
      ]
    : COLUMNS;
  return (
    <Paper withBorder className={styles.frame}>
      <DataTable
        columns={columns}
        rows={agents}
        rowId={({ id }) => id}
        look="quiet"
        rowClassName={styles.row}
        addressOf={addressOf}
        highlightOnHover
        verticalSpacing={8}
        horizontalSpacing="md"
      />
    </Paper>
  );
}
