import {
  MIN_PASSCODE_LENGTH,
  PASSCODE_TOO_SHORT,
  type Session,
} from '@ledgerline/contract/sessions/endpoints';
import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { GuardedModal, useDialogGuard } from '../../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import { useChangeSessionPasscode } from '../api.ts';

interface ChangePasscodeDialogProps {
  session: Session;
  onClose: () => void;
}

/** Changes the passcode for a client who forgot it or was locked out by failed attempts of others; or removes it. */
export function ChangePasscodeDialog(props: ChangePasscodeDialogProps) {
  return (
    <GuardedModal opened onClose={props.onClose} title="Session passcode" size="sm">
      <ChangePasscodeForm {...props} />
    </GuardedModal>
  );
}

function ChangePasscodeForm({ session, onClose }: ChangePasscodeDialogProps) {
  const change = useChangeSessionPasscode(session.id);
  const [isConfirming, setConfirming] = useState(false);
  const isRemoving = change.variables === null;
  const editing = useEditing({
    start: { passcode: '' },
    check: ({ passcode }) => ({
      passcode: passcode.trim().length < MIN_PASSCODE_LENGTH && PASSCODE_TOO_SHORT,
    }),
    shouldSkip: () => change.isPending,
    send: ({ passcode }) => change.mutateAsync(passcode),
    successMessage: 'Passcode saved.',
    onDone: onClose,
  });
  const leave = useDialogGuard(editing.hasChanges);
  const remove = () =>
    change.mutate(null, {
      onSuccess: () => {
        notifySuccess('Passcode removed.');
        onClose();
      },
      // The dialog below shows the reason.
      onError: () => setConfirming(false),
    });
  return (
    <>
      <form onSubmit={editing.submit} noValidate>
        <Stack gap="sm">
          {change.error && (
            <Alert
              color="red"
              variant="light"
              role="alert"
              p="xs"
              title={`The passcode was not ${isRemoving ? 'removed' : 'saved'}`}
            >
              {change.error.message}
            </Alert>
          )}
          <PasswordInput
            label="New passcode"
            description="The link stays the same. The client must enter the new passcode."
            autoComplete="off"
            data-autofocus
            maxLength={100}
            {...editing.form.getInputProps('passcode')}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the passcode', tabIndex: 0 }}
          />
          <Group justify="flex-end" gap="xs" mt="xs">
            {session.has_passcode && (
              <Button
                variant="subtle"
                color="red"
                mr="auto"
                onClick={() => setConfirming(true)}
                disabled={change.isPending}
              >
                Remove
              </Button>
            )}
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending && !isRemoving} disabled={change.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
      <ConfirmDialog
        opened={isConfirming}
        title="Remove the passcode?"
        message="Anyone with the link can then open this session."
        confirmLabel="Remove Passcode"
        danger
        busy={change.isPending}
        onConfirm={remove}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
