import type { Team } from '@ledgerline/contract/teams/endpoints';
import { Text } from '@mantine/core';
import { DeleteDialog } from '../../components/ui/delete-dialog.tsx';
import { useDeleteTeam } from './api.ts';

interface DeleteTeamDialogProps {
  /** null keeps it closed. */
  team: Team | null;
  onClose: () => void;
}

/** Confirms, names the team and explains what happens to its agents. */
export function DeleteTeamDialog({ team, onClose }: DeleteTeamDialogProps) {
  const deletion = useDeleteTeam();
  return (
    <DeleteDialog
      id={team?.id}
      title="Delete team"
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
