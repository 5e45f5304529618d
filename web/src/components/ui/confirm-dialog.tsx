import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { FailureNote } from './error-note.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  message: ReactNode;
  /** Why it was not done; it can be confirmed again. */
  failure?: string | null | undefined;
  confirmLabel: string;
  cancelLabel?: string;
  /** Red for what cannot be undone. */
  danger?: boolean;
  busy?: boolean;
  /** It cannot be confirmed: something is still to be typed, or it is not this person's to do. */
  blocked?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once before something that matters; the message names the thing. Enter confirms what is focused, Esc leaves. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, message, confirmLabel, cancelLabel = 'Cancel', onConfirm, onClose } = props;
  const { danger = false, busy = false, blocked = false } = props;
  const close = busy ? () => undefined : onClose;
  return (
    <Dialog opened={opened} onClose={close} title={title} size="sm">
      <Stack gap="sm">
        {typeof message === 'string' ? (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {message}
          </Text>
        ) : (
          message
        )}
        <FailureNote message={props.failure} />
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close} disabled={busy} data-autofocus={danger || undefined}>
          {cancelLabel}
        </Button>
        <Button
          {...(danger ? { color: 'red' } : {})}
          onClick={onConfirm}
          disabled={blocked}
          loading={busy}
          data-autofocus={!danger || undefined}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  );
}
