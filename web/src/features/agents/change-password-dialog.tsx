import {
  type Agent,
  CURRENT_PASSWORD_MISSING,
  PASSWORD_TOO_SHORT,
} from '@ledgerline/contract/agents/endpoints';
import { MIN_PASSWORD_LENGTH } from '@ledgerline/contract/rules';
import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../components/ui/dialog.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { ApiError } from '../../lib/http.ts';
import { useChangeAgentPassword } from './api.ts';

interface ChangePasswordDialogProps {
  agent: Agent;
  /** The own account: asks for the current password as well (decisions O1). */
  isSelf: boolean;
  onClose: () => void;
}

export function ChangePasswordDialog({ agent, isSelf, onClose }: ChangePasswordDialogProps) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const change = useChangeAgentPassword(agent.id);
  const isTooShort = password.length < MIN_PASSWORD_LENGTH;
  const isCurrentMissing = isSelf && current === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    setWasSubmitted(true);
    if (isTooShort || isCurrentMissing) return;
    change.mutate(isSelf ? { password, current_password: current } : { password }, {
      onSuccess: () => {
        notifySuccess('Password updated.');
        onClose();
      },
    });
  }
  return (
    <Dialog opened onClose={onClose} title={`Change the password of ${agent.username}`} size="sm">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {change.error && (
            <Alert color="red" variant="light" role="alert" p="xs" title="Failed to update password">
              {change.error instanceof ApiError ? change.error.serverMessage : null}
            </Alert>
          )}
          {isSelf && (
            <PasswordInput
              label="Current password"
              autoComplete="current-password"
              data-autofocus
              value={current}
              onChange={(event) => setCurrent(event.currentTarget.value)}
              error={wasSubmitted && isCurrentMissing ? CURRENT_PASSWORD_MISSING : null}
              visibilityToggleButtonProps={{ 'aria-label': 'Show the current password', tabIndex: 0 }}
            />
          )}
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            data-autofocus={!isSelf || undefined}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            description="Every other sign-in of this agent ends."
            error={wasSubmitted && isTooShort ? PASSWORD_TOO_SHORT : null}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
          />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending}>
              Change Password
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
