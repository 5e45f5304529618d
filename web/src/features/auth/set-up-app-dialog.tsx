import { Button, Code, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { CopyValue } from '../../components/ui/copy-button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { QrCode } from '../../components/ui/qr-code.tsx';
import { LoadAlert } from '../../components/ui/retry-button.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { wrongFields } from '../../lib/api-error.ts';
import { useConfirmApp, useStartApp } from './api.ts';

interface SetUpAppDialogProps {
  /** Recovery codes issued with the first two-factor method. */
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

export function SetUpAppDialog({ onCodes, onClose }: SetUpAppDialogProps) {
  const start = useStartApp();
  const { mutate } = start;
  useEffect(() => mutate(), [mutate]);
  return (
    <Dialog opened onClose={onClose} title="Set Up an Authenticator App" size="sm">
      <Stack gap="sm">
        <Text size="sm">
          Scan this code with an authenticator app on your phone, or enter the key there. Then enter the
          six-digit code that the app shows.
        </Text>
        {start.isError && (
          <LoadAlert text={start.error.message} onRetry={() => mutate()} isRetrying={start.isPending} />
        )}
        {start.isPending && <Skeleton height={240} role="status" aria-label="Preparing the key" />}
        {start.data && (
          <>
            <QrCode url={start.data.key_uri} title="your authenticator app" isSecret />
            <Group justify="center" gap={4} wrap="nowrap">
              <Code>{start.data.secret}</Code>
              <CopyValue what="key" value={start.data.secret} />
            </Group>
            <CodeForm onCodes={onCodes} onClose={onClose} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}

function CodeForm({ onCodes, onClose }: SetUpAppDialogProps) {
  const confirm = useConfirmApp();
  const editing = useEditing({
    start: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' && 'Enter the six-digit code.' }),
    send: ({ code }) => confirm.mutateAsync(code),
    successMessage: 'Authenticator app set up.',
    failed: (error) => (wrongFields(error).length > 0 ? null : error.message),
    onDone: ({ recovery_codes }) => {
      if (recovery_codes) onCodes(recovery_codes);
      onClose();
    },
    logText: 'the authenticator app could not be set up',
  });
  return (
    <form noValidate onSubmit={editing.submit}>
      <Stack gap="sm">
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          inputMode="numeric"
          data-autofocus
          {...editing.form.getInputProps('code')}
        />
        <FailureNote message={editing.failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={editing.isSaving}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
