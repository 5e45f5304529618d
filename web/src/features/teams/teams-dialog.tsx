import type { Team } from '@ledgerline/contract/teams/endpoints';
import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ClosingDialog } from '../../components/ui/closing-dialog.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { useNeedToKnow } from '../../domain/agents/use-access-scope.ts';
import { useTeams } from './api.ts';
import { ACCESS_SCOPE_LABELS } from './can-view.ts';
import { DeleteTeamDialog } from './delete-team-dialog.tsx';
import { NeedToKnowDialog } from './need-to-know-dialog.tsx';
import { TeamNameDialog } from './team-name-dialog.tsx';

type Open = { what: 'access' } | { what: 'name'; team?: Team } | null;

/** For owners: which clients agents see, and the teams that may determine it (decision 071). */
export function TeamsDialog({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState<Open>(null);
  const [deleting, setDeleting] = useState<Team | null>(null);
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setOpen({ what: 'name' })}
    >
      Add team
    </Button>
  );
  const close = () => setOpen(null);
  return (
    <ClosingDialog opened onClose={onClose} title="Teams and client access" size="md" beside={add}>
      <AccessScope onChange={() => setOpen({ what: 'access' })} />
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
            <Teams
              teams={teams}
              onRename={(team) => setOpen({ what: 'name', team })}
              onDelete={setDeleting}
            />
          )
        }
      </Loaded>
      {open?.what === 'access' && <NeedToKnowDialog onClose={close} />}
      {open?.what === 'name' && <TeamNameDialog team={open.team} onClose={close} />}
      <DeleteTeamDialog team={deleting} onClose={() => setDeleting(null)} />
    </ClosingDialog>
  );
}

function AccessScope({ onChange }: { onChange: () => void }) {
  return (
    <Paper withBorder p="sm">
      <Loaded
        query={useNeedToKnow()}
        failed="The client access settings could not be loaded."
        loading={<LoadingRows rows={1} label="Loading client access settings" />}
        isInCard
      >
        {({ sees }) => (
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <div>
              <Text size="sm" fw={500}>
                Agents see: {ACCESS_SCOPE_LABELS[sees].label.toLowerCase()}
              </Text>
              <Text size="sm" c="dimmed">
                {ACCESS_SCOPE_LABELS[sees].description}
              </Text>
            </div>
            <Button variant="default" flex="none" onClick={onChange}>
              Change
            </Button>
          </Group>
        )}
      </Loaded>
    </Paper>
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
