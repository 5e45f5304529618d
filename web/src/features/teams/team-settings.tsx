import type { Team } from '@ledgerline/contract/teams/endpoints';
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { useTeams } from './api.ts';
import { DeleteTeamDialog } from './delete-team-dialog.tsx';
import { TeamNameDialog } from './team-name-dialog.tsx';

/** The teams with their dialogs. */
export function TeamSettings() {
  const [naming, setNaming] = useState<{ team?: Team } | null>(null);
  const [deleting, setDeleting] = useState<Team | null>(null);
  return (
    <>
      <Loaded
        query={useTeams()}
        failed="The teams could not be loaded."
        loading={<LoadingRows rows={3} label="Loading teams" />}
        isInCard
      >
        {(teams) =>
          teams.length === 0 ? (
            <EmptyState title="No teams yet" text="Add agents to a team from their profile." />
          ) : (
            <Teams teams={teams} onRename={(team) => setNaming({ team })} onDelete={setDeleting} />
          )
        }
      </Loaded>
      {naming && <TeamNameDialog team={naming.team} onClose={() => setNaming(null)} />}
      <DeleteTeamDialog team={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

/** Adds a team. */
export function AddTeamButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Add team
      </Button>
      {isOpen && <TeamNameDialog team={undefined} onClose={() => setOpen(false)} />}
    </>
  );
}

interface TeamsProps {
  teams: readonly Team[];
  onRename: (team: Team) => void;
  onDelete: (team: Team) => void;
}

function Teams({ teams, onRename, onDelete }: TeamsProps) {
  return (
    <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Teams">
      {teams.map((team) => (
        <Group key={team.id} component="li" justify="space-between" wrap="nowrap" gap="xs" py={6}>
          <Text size="sm" truncate>
            {team.name}{' '}
            <Text span c="dimmed" size="sm">
              {team.agent_ids.length === 1 ? '1 agent' : `${team.agent_ids.length} agents`}
            </Text>
          </Text>
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Rename ${team.name}`}
              onClick={() => onRename(team)}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={`Delete ${team.name}`}
              onClick={() => onDelete(team)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
