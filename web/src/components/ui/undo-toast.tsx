import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** Long enough to reconsider. */
const DURATION_MS = 10_000;

/**
 * A toast with an Undo button; returns the undo function for a keyboard shortcut. On failure the toast shows the
 * reason and stays.
 */
export function notifyWithUndo(message: string, onUndo: () => unknown): () => void {
  const frame = { color: 'green', closeButtonProps: { 'aria-label': 'Close message' } };
  let isRunning = false;
  const line = (text: string, button: string): ReactNode => (
    <Group gap="xs" justify="space-between">
      <span style={{ overflowWrap: 'anywhere', flex: 1 }}>{text}</span>
      <Button size="compact-sm" variant="subtle" onClick={() => void undo()}>
        {button}
      </Button>
    </Group>
  );
  let id = notifications.show({ ...frame, autoClose: DURATION_MS, message: line(message, 'Undo') });
  async function undo() {
    if (isRunning) return;
    isRunning = true;
    try {
      await onUndo();
      notifications.hide(id);
    } catch (error) {
      console.error('undo failed', error);
      const why = error instanceof Error ? error.message : '';
      const text = `${message} It could not be undone. ${why}`;
      // Shown again: the shortcut may trigger undo after the toast has closed.
      notifications.hide(id);
      id = notifications.show({ ...frame, color: 'red', autoClose: false, message: line(text, 'Try Again') });
    }
    isRunning = false;
  }
  return () => void undo();
}
