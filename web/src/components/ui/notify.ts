import { notifications } from '@mantine/notifications';
import type { MouseEvent } from 'react';

export const CLOSE_BUTTON = {
  closeButtonProps: {
    'aria-label': 'Close message',
    // A pointer press leaves the focus where it is, for example in an open dialog.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  },
};

const LONG_MS = 10_000;

let dialogs = 0;

/** A brief success toast that closes by itself. With a title it is more important and stays long enough to read. */
export function notifySuccess(message: string, title?: string): void {
  show('green', title ? LONG_MS : 4000, message, title);
}

/** A warning toast that stays long enough to read. */
export function notifyWarning(message: string, title?: string): void {
  show('yellow', LONG_MS, message, title);
}

/** An error toast that stays long enough to read. */
export function notifyError(message: string, title?: string): void {
  show('red', LONG_MS, message, title);
}

function show(color: string, autoClose: number, message: string, title?: string): void {
  notifications.show({ ...CLOSE_BUTTON, message, color, autoClose, ...(title ? { title } : {}) });
}

/** A toast for work in progress, until it is updated or hidden. */
export function notifyProgress(id: string, message: string): void {
  notifications.show({ id, loading: true, autoClose: false, withCloseButton: false, message });
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
