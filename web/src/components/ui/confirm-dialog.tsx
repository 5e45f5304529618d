import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { FailureNote } from './error-note.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  message: ReactNode;
  /** The error; confirming can be retried. */
  failure?: string | null | undefined;
  confirmLabel: string;
  cancelLabel?: string;
  /** Red for irreversible actions. */
  danger?: boolean;
  busy?: boolean;
  /** Confirmation is disabled: input is missing, or this agent is not allowed to. */
  blocked?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms a consequential action; the message names the object. Enter triggers the focused button, Esc cancels. */
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
