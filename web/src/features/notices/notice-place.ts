import type { Notice } from '@ledgerline/contract/notices/endpoints';

/** Where what a notice tells of is seen; null where there is no such place. */
export function noticePlace(notice: Notice): string | null {
  const { client_id, session_form_id, session_id, invoice_id, import_id } = notice;
  if (invoice_id !== null) return `/crm/payments?invoice=${invoice_id}`;
  if (import_id !== null) return `/crm/imports/${import_id}`;
  if (client_id === null)
    return session_form_id === null ? null : `/crm/forms/submissions/${session_form_id}`;
  const client = `/crm/clients/${client_id}`;
  if (session_form_id !== null) return `${client}/forms/${session_form_id}`;
  return session_id === null ? client : `${client}/sessions/${session_id}`;
}
