import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** Long enough to think again. */
const STAYS_MS = 10_000;

/**
 * A line that something was done, with a button that takes it back; the same way back is given, for a key. Where that
 * fails, the line says why and stays.
 */
export function notifyWithUndo(message: string, onUndo: () => unknown): () => void {
  const frame = { color: 'green', closeButtonProps: { 'aria-label': 'Close message' } };
  let isUnderWay = false;
  const line = (text: string, button: string): ReactNode => (
    <Group gap="xs" justify="space-between">
      <span style={{ overflowWrap: 'anywhere', flex: 1 }}>{text}</span>
      <Button size="compact-sm" variant="subtle" onClick={() => void undo()}>
        {button}
      </Button>
    </Group>
  );
  let id = notifications.show({ ...frame, autoClose: STAYS_MS, message: line(message, 'Undo') });
  async function undo() {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await onUndo();
      notifications.hide(id);
    } catch (error) {
      console.error('what was done was not taken back', error);
      const why = error instanceof Error ? error.message : '';
      const text = `${message} It could not be taken back. ${why}`;
      // Anew: with the key it may be taken back when the notice has gone already.
      notifications.hide(id);
      id = notifications.show({ ...frame, color: 'red', autoClose: false, message: line(text, 'Try Again') });
    }
    isUnderWay = false;
  }
  return () => void undo();
}
