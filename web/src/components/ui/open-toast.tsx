import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CLOSE } from './notify.ts';

/** Long enough to decide whether to open the new record. */
const DURATION_MS = 10_000;

/** A success toast about a new record, with a button that opens it. */
export function notifyWithOpen(message: string, onOpen: () => void): void {
  const id = notifications.show({
    ...CLOSE,
    color: 'green',
    autoClose: DURATION_MS,
    message: (
      <Group gap="xs" justify="space-between">
        <span style={{ overflowWrap: 'anywhere', flex: 1 }}>{message}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            notifications.hide(id);
            onOpen();
          }}
        >
          Open
        </Button>
      </Group>
    ),
  });
}
