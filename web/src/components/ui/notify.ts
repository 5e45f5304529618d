import { notifications } from '@mantine/notifications';
import type { MouseEvent } from 'react';

export const CLOSE_BUTTON = {
  closeButtonProps: {
    'aria-label': 'Close message',
    // A pointer press leaves the focus where it is, for example in an open dialog.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  },
};

let dialogs = 0;

/** A brief success toast that closes by itself. With a title it is more important and stays long enough to read. */
export function notifySuccess(message: string, title?: string): void {
  const autoClose = title ? 10_000 : 4000;
  notifications.show({ ...CLOSE_BUTTON, message, color: 'green', autoClose, ...(title ? { title } : {}) });
}

/** An error toast that stays long enough to read. */
export function notifyError(message: string, title?: string): void {
  notifications.show({
    ...CLOSE_BUTTON,
    message,
    color: 'red',
    autoClose: 10_000,
    ...(title ? { title } : {}),
  });
}

/** Toasts appear at the top, not over a dialog's footer buttons, until this is undone. */
export function liftToasts(): () => void {
  countDialogs(1);
  return () => countDialogs(-1);
}

function countDialogs(change: 1 | -1): void {
  dialogs += change;
  document.documentElement.toggleAttribute('data-lifts-toasts', dialogs > 0);
}
