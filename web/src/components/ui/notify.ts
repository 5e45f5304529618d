import { notifications } from '@mantine/notifications';
import type { MouseEvent } from 'react';

const CLOSE = {
  closeButtonProps: {
    'aria-label': 'Close message',
    // Pressed with a pointer it leaves the focus where it is, in the dialog that may be open.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  },
};

let dialogs = 0;

/** A quiet line that something was done; goes by itself. With a title it is news, and stays long enough to be read. */
export function notifySuccess(message: string, title?: string): void {
  const autoClose = title ? 10_000 : 4000;
  notifications.show({ ...CLOSE, message, color: 'green', autoClose, ...(title ? { title } : {}) });
}

/** A line that something failed; stays long enough to be read. */
export function notifyError(message: string, title?: string): void {
  notifications.show({ ...CLOSE, message, color: 'red', autoClose: 10_000, ...(title ? { title } : {}) });
}

/** Notices stand at the top of the screen, not over the buttons at the foot of a dialog, until this is undone. */
export function liftToasts(): () => void {
  countDialogs(1);
  return () => countDialogs(-1);
}

function countDialogs(change: 1 | -1): void {
  dialogs += change;
  document.documentElement.toggleAttribute('data-lifts-notices', dialogs > 0);
}
