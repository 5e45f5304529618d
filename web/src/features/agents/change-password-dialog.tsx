import {
  type Agent,
  CURRENT_PASSWORD_MISSING,
  PASSWORD_TOO_SHORT,
} from '@ledgerline/contract/agents/endpoints';
import { MIN_PASSWORD_LENGTH } from '@ledgerline/contract/rules';
import { Alert, PasswordInput } from '@mantine/core';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { errorMessageOf } from '../../lib/api-error.ts';
import { useChangeAgentPassword } from './api.ts';

interface ChangePasswordDialogProps {
  agent: Agent;
  /** The agent's own account: the current password is required too (decisions O1). */
  isSelf: boolean;
  onClose: () => void;
}

export function ChangePasswordDialog(props: ChangePasswordDialogProps) {
  const title = `Change password for ${props.agent.username}`;
  return (
    <GuardedModal opened onClose={props.onClose} title={title} size="sm">
      <ChangePasswordForm {...props} />
    </GuardedModal>
  );
}

function ChangePasswordForm({ agent, isSelf, onClose }: ChangePasswordDialogProps) {
  const change = useChangeAgentPassword(agent.id);
  const editing = useEditing({
    start: { password: '', current_password: '' },
    check: ({ password, current_password }) => ({
      current_password: isSelf && current_password === '' && CURRENT_PASSWORD_MISSING,
      password: password.length < MIN_PASSWORD_LENGTH && PASSWORD_TOO_SHORT,
    }),
    send: ({ password, current_password }) =>
      change.mutateAsync(isSelf ? { password, current_password } : { password }),
    successMessage: 'Password updated.',
    onDone: onClose,
  });
  const failure = editing.error && (
    <Alert color="red" variant="light" role="alert" p="xs" title="Failed to update password">
      {errorMessageOf(editing.error)}
    </Alert>
  );
  return (
    <DialogForm editing={editing} save="Change Password" alert={failure}>
      {isSelf && (
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          data-autofocus
          {...editing.form.getInputProps('current_password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the current password', tabIndex: 0 }}
        />
      )}
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        data-autofocus={!isSelf || undefined}
        {...editing.form.getInputProps('password')}
        description={`${isSelf ? 'You will be signed out on all other devices' : 'The agent will be signed out on all devices'}.`}
      />
    </DialogForm>
  );
}
