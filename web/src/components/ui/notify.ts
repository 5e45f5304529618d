import { notifications } from '@mantine/notifications';

const CLOSE = { closeButtonProps: { 'aria-label': 'Close message' } };

/** A quiet line that something was done; goes by itself. */
export function notifySuccess(message: string): void {
  notifications.show({ ...CLOSE, message, color: 'green', autoClose: 4000 });
}

/** A line that something failed; stays long enough to be read. */
export function notifyError(message: string, title?: string): void {
  notifications.show({ ...CLOSE, message, color: 'red', autoClose: 10_000, ...(title ? { title } : {}) });
}
