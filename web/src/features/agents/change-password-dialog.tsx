import { type Agent, MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from '@ledgerline/contract/agents/endpoints';
import { Alert, Button, Group, Modal, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useDialogFocus } from '../../components/ui/dialog-focus.ts';
import { notifySuccess } from '../../components/ui/notify.ts';
import { ApiError } from '../../lib/http.ts';
import { useChangeAgentPassword } from './api.ts';

interface ChangePasswordDialogProps {
  agent: Agent;
  onClose: () => void;
}

export function ChangePasswordDialog({ agent, onClose }: ChangePasswordDialogProps) {
  const [password, setPassword] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const change = useChangeAgentPassword(agent.id);
  const isTooShort = password.length < MIN_PASSWORD_LENGTH;
  useDialogFocus(true);

  function submit(event: FormEvent) {
    event.preventDefault();
    setWasSubmitted(true);
    if (isTooShort) return;
    change.mutate(password, {
      onSuccess: () => {
        notifySuccess('Password updated.');
        onClose();
      },
    });
  }
  return (
    <Modal opened onClose={onClose} title={`Change the password of ${agent.username}`} size="sm">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {change.error && (
            <Alert color="red" variant="light" role="alert" p="xs" title="Failed to update password">
              {change.error instanceof ApiError ? change.error.serverMessage : null}
            </Alert>
          )}
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            data-autofocus
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
    </Modal>
  );
}
