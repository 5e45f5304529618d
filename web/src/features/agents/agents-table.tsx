import type { Agent } from '@ledgerline/contract/agents/endpoints';
import { Paper, Table } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { AnchorLink } from '../../components/ui/link.tsx';
import { AgentFlags } from './agent-flags.tsx';
import styles from './agents-table.module.css';

interface AgentsTableProps {
  agents: readonly Agent[];
}

/** A click anywhere in a row opens the agent; the keyboard uses the link in its first cell. */
export function AgentsTable({ agents }: AgentsTableProps) {
  const navigate = useNavigate();
  return (
    <Paper withBorder className={styles.frame}>
      <Table highlightOnHover verticalSpacing={8} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Email</Table.Th>
            <Table.Th>Username</Table.Th>
            <Table.Th>Flags</Table.Th>
            <Table.Th>Name</Table.Th>
            <Table.Th ta="end">Clients</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {agents.map((agent) => {
            const params = { agentId: String(agent.id) };
            return (
              <Table.Tr
                key={agent.id}
                className={styles.row}
                onClick={() => void navigate({ to: '/crm/agents/$agentId', params })}
              >
                <Table.Td>
                  <AnchorLink
                    to="/crm/agents/$agentId"
                    params={params}
                    className={styles.link}
                    onClick={(event) => event.stopPropagation()}
                  >
                    {agent.email}
                  </AnchorLink>
                </Table.Td>
                <Table.Td>{agent.username}</Table.Td>
                <Table.Td>
                  <AgentFlags agent={agent} />
                </Table.Td>
                <Table.Td>{`${agent.first_name} ${agent.last_name}`}</Table.Td>
                <Table.Td ta="end" className="tabular">
                  {agent.client_count.toLocaleString('en-US')}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
