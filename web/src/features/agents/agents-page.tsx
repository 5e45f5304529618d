import type { AgentSort } from '@ledgerline/contract/lists';
import { IconActivity, IconPlus, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Sorting } from '../../components/ui/data-table.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ButtonLink } from '../../components/ui/link.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { useHeaderAction } from '../../components/ui/use-header-action.ts';
import { canWatchStatus, signedInAgent } from '../../lib/sign-in.ts';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { AgentCards } from './agent-cards.tsx';
import { inOrder } from './agent-order.ts';
import { AgentsTable } from './agents-table.tsx';
import { useAgents } from './api.ts';

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
      text="Agents sign in here and manage clients."
      action={<ButtonLink to="/crm/agents/new">Add Agent</ButtonLink>}
    />
  );
}
