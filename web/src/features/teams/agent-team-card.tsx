import type { Team } from '@ledgerline/contract/teams/endpoints';
import { NativeSelect, Skeleton, Text } from '@mantine/core';
import { Loaded } from '../../components/ui/loaded.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { SectionCard } from '../../components/ui/section-card.tsx';
import { useAccessScopeNote } from '../../domain/agents/use-access-scope.ts';
import { useAssignTeam, useTeams } from './api.ts';

interface AgentTeamCardProps {
  agentId: number;
  /** Owners assign agents to teams. */
  canChange: boolean;
  isOwn: boolean;
}

/** An agent's team and, on the agent's own page, the access scope (decision 071). */
export function AgentTeamCard({ agentId, canChange, isOwn }: AgentTeamCardProps) {
  const note = useAccessScopeNote();
  return (
    <SectionCard title="Team">
      <Loaded
        query={useTeams()}
        failed="The teams could not be loaded."
        loading={<Skeleton height={36} role="status" aria-label="Loading the teams" />}
        isInCard
      >
        {(teams) =>
          canChange && teams.length > 0 ? (
            <TeamSelect agentId={agentId} teams={teams} />
          ) : (
            <Text size="sm" c="dimmed">
              {teams.find(({ agent_ids }) => agent_ids.includes(agentId))?.name ?? 'No team.'}
            </Text>
          )
        }
      </Loaded>
      {isOwn && note && (
        <Text size="sm" c="dimmed" mt="xs">
          {note}
        </Text>
      )}
    </SectionCard>
  );
}

function TeamSelect({ agentId, teams }: { agentId: number; teams: readonly Team[] }) {
  const assign = useAssignTeam(agentId);
  const own = teams.find(({ agent_ids }) => agent_ids.includes(agentId));
  const shown = assign.isPending ? assign.variables : (own?.id ?? null);
  return (
    <NativeSelect
      aria-label="Agent team"
      description="If access is set by team, this agent also sees the clients of this team."
      data={[
        { value: '', label: 'No team' },
        ...teams.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={String(shown ?? '')}
      disabled={assign.isPending}
      error={assign.isError && assign.error.message}
      errorProps={{ role: 'alert' }}
      onChange={({ currentTarget: { value } }) =>
        assign.mutate(value === '' ? null : Number(value), { onSuccess: () => notifySuccess('Team saved.') })
      }
    />
  );
}
