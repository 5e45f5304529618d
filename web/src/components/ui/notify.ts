import { notifications } from '@mantine/notifications';
import type { MouseEvent } from 'react';

const CLOSE = {
  closeButtonProps: {
    'aria-label': 'Close message',
    // Pressed with a pointer it leaves the focus where it is, in the dialog that may be open.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  },
};

/** A quiet line that something was done; goes by itself. With a title it is news, and stays long enough to be read. */
export function notifySuccess(message: string, title?: string): void {
  const autoClose = title ? 10_000 : 4000;
  notifications.show({ ...CLOSE, message, color: 'green', autoClose, ...(title ? { title } : {}) });
}

/** A line that something failed; stays long enough to be read. */
export function notifyError(message: string, title?: string): void {
  notifications.show({ ...CLOSE, message, color: 'red', autoClose: 10_000, ...(title ? { title } : {}) });
}
