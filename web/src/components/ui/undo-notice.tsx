import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** Long enough to think again. */
const STAYS_MS = 10_000;

/** A line that something was done, with a button that takes it back. */
export function notifyWithUndo(message: string, onUndo: () => void): void {
  const id = notifications.show({
    color: 'green',
    autoClose: STAYS_MS,
    closeButtonProps: { 'aria-label': 'Close message' },
    message: (
      <Group gap="xs" justify="space-between">
        <span style={{ overflowWrap: 'anywhere', flex: 1 }}>{message}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
