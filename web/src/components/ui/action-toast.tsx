import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CLOSE_BUTTON } from './notify.ts';

interface ActionToast {
  message: string;
  button: string;
  onAction: () => void;
  /** An error stays until it is closed. */
  isError?: boolean;
}

/** Long enough to reconsider. */
const DURATION_MS = 10_000;

/** A toast with a button; returns its id. */
export function showActionToast({ message, button, onAction, isError = false }: ActionToast): string {
  return notifications.show({
    ...CLOSE_BUTTON,
    color: isError ? 'red' : 'green',
    autoClose: isError ? false : DURATION_MS,
    message: (
      <Group gap="xs" justify="space-between">
        <span style={{ overflowWrap: 'anywhere', flex: 1 }}>{message}</span>
        <Button size="compact-sm" variant="subtle" onClick={onAction}>
          {button}
        </Button>
      </Group>
    ),
  });
}

/** A success toast about a new record, with a button that opens it. */
export function notifyWithOpen(message: string, onOpen: () => void): void {
  const id = showActionToast({
    message,
    button: 'Open',
    onAction() {
      notifications.hide(id);
      onOpen();
    },
  });
}
