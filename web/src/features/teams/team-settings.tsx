import { teamNameError } from '@ledgerline/contract/rules';
import type { Team } from '@ledgerline/contract/teams/endpoints';
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { DeleteDialog } from '../../components/ui/delete-dialog.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useCreateTeam, useDeleteTeam, useRenameTeam, useTeams } from './api.ts';

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
        Add Team
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
    <Stack gap={0} component="ul" className="plain" aria-label="Teams">
      {teams.map((team) => (
        <Group key={team.id} component="li" justify="space-between" wrap="nowrap" gap="xs" py={6}>
          <Text size="sm" truncate>
            {team.name}{' '}
            <Text span c="dimmed" size="sm">
              {team.agent_ids.length === 1 ? '1 agent' : `${team.agent_ids.length} agents`}
            </Text>
          </Text>
          <Group gap={4} wrap="nowrap">
            <ActionIcon aria-label={`Rename ${team.name}`} onClick={() => onRename(team)}>
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon color="red" aria-label={`Delete ${team.name}`} onClick={() => onDelete(team)}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        </Group>
      ))}
    </Stack>
  );
}

interface TeamNameDialogProps {
  /** The team to rename; undefined creates one. */
  team: Team | undefined;
  onClose: () => void;
}

function TeamNameDialog({ team, onClose }: TeamNameDialogProps) {
  return (
    <GuardedModal opened onClose={onClose} title={team ? 'Rename Team' : 'Add Team'} size="sm">
      <NameForm team={team} onClose={onClose} />
    </GuardedModal>
  );
}

function NameForm({ team, onClose }: TeamNameDialogProps) {
  const teams = useTeams();
  const create = useCreateTeam();
  const rename = useRenameTeam(team?.id ?? 0);
  const others = (teams.data ?? []).filter(({ id }) => id !== team?.id).map(({ name }) => name);
  const editing = useEditing({
    start: { name: team?.name ?? '' },
    check: ({ name }) => ({ name: teamNameError(name, others) }),
    send: ({ name }) => (team ? rename : create).mutateAsync(name.trim()),
    successMessage: ({ data }) =>
      team ? `Team renamed to “${data.name}”.` : `Team “${data.name}” was added.`,
    onDone: onClose,
  });
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <TextInput
        label="Team name"
        {...editing.form.getInputProps('name')}
        errorProps={{ role: 'alert' }}
        maxLength={80}
        data-autofocus
      />
    </DialogForm>
  );
}

interface DeleteTeamDialogProps {
  /** null keeps it closed. */
  team: Team | null;
  onClose: () => void;
}

/** Confirms, names the team and explains what happens to its agents. */
function DeleteTeamDialog({ team, onClose }: DeleteTeamDialogProps) {
  const deletion = useDeleteTeam();
  return (
    <DeleteDialog
      id={team?.id}
      title="Delete Team"
      question={
        <Text size="sm">
          Delete “{team?.name}”? {agentsText(team?.agent_ids.length ?? 0)}
        </Text>
      }
      deletion={deletion}
      deletedText={`Team “${team?.name}” was deleted.`}
      failedText="The team was not deleted. Please try again."
      logText="the team was not deleted"
      onClose={onClose}
    />
  );
}

function agentsText(count: number): string {
  if (count === 0) return 'It has no agents.';
  return `${count === 1 ? 'Its agent will be' : `Its ${count} agents will be`} left without a team. No clients are deleted.`;
}
