import type { Notification } from '@ledgerline/contract/notifications/endpoints';

/** The path of what a notification is about; null where it has none. */
export function notificationPath(notification: Notification): string | null {
  const { client_id, session_form_id, session_id, invoice_id, import_id, task_id, place } = notification;
  if (place !== null) return place;
  if (invoice_id !== null) return `/crm/payments?invoice=${invoice_id}`;
  if (import_id !== null) return `/crm/imports/${import_id}`;
  if (client_id === null) {
    if (session_form_id !== null) return `/crm/forms/submissions/${session_form_id}`;
    return task_id === null ? null : '/crm/today';
  }
  const client = `/crm/clients/${client_id}`;
  if (session_form_id !== null) return `${client}/forms/${session_form_id}`;
  return session_id === null ? client : `${client}/sessions/${session_id}`;
}
