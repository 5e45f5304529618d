import { teamNameError } from '@ledgerline/contract/rules';
import type { Team } from '@ledgerline/contract/teams/endpoints';
import { TextInput } from '@mantine/core';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useCreateTeam, useRenameTeam, useTeams } from './api.ts';

interface TeamNameDialogProps {
  /** The team to rename; undefined creates one. */
  team: Team | undefined;
  onClose: () => void;
}

export function TeamNameDialog({ team, onClose }: TeamNameDialogProps) {
  return (
    <GuardedModal opened onClose={onClose} title={team ? 'Rename team' : 'Add team'} size="sm">
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
