/** Filters of a client's timeline (decision 050). */
export const TIMELINE_KINDS = [
  'note',
  'mail',
  'link',
  'form',
  'money',
  'document',
  'task',
  'change',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Timeline events, each with its kind and the label that people read and search. */
export const TIMELINE_EVENTS = {
  call: { kind: 'note', label: 'Call' },
  text: { kind: 'note', label: 'Text' },
  meeting: { kind: 'note', label: 'Meeting' },
  note: { kind: 'note', label: 'Note' },
  notes_changed: { kind: 'note', label: 'Notes changed' },
  mail_sent: { kind: 'mail', label: 'Email sent' },
  mail_queued: { kind: 'mail', label: 'Email not sent yet' },
  mail_failed: { kind: 'mail', label: 'Email not sent' },
  link_made: { kind: 'link', label: 'Link created' },
  link_opened: { kind: 'link', label: 'Link opened' },
  form_added: { kind: 'form', label: 'Form added' },
  form_begun: { kind: 'form', label: 'Form started' },
  form_submitted: { kind: 'form', label: 'Form submitted' },
  answers_dismissed: { kind: 'form', label: 'Answers not needed' },
  answers_reopened: { kind: 'form', label: 'Answers to review again' },
  documents_reviewed: { kind: 'form', label: 'Documents reviewed' },
  documents_requested_again: { kind: 'form', label: 'Documents requested again' },
  form_sent: { kind: 'form', label: 'Sent for signature' },
  form_signed_by_client: { kind: 'form', label: 'Signed by the client' },
  form_signed_by_advisor: { kind: 'form', label: 'Signed by the advisor' },
  form_completed: { kind: 'form', label: 'Signing completed' },
  form_declined: { kind: 'form', label: 'Signing declined' },
  form_voided: { kind: 'form', label: 'Form voided' },
  form_deleted: { kind: 'form', label: 'Form deleted' },
  invoice_made: { kind: 'money', label: 'Invoice created' },
  invoice_sent: { kind: 'money', label: 'Invoice sent' },
  invoice_voided: { kind: 'money', label: 'Invoice voided' },
  invoice_reopened: { kind: 'money', label: 'Balance reopened' },
  payment: { kind: 'money', label: 'Payment' },
  payment_pending: { kind: 'money', label: 'Payment processing' },
  payment_failed: { kind: 'money', label: 'Payment failed' },
  refund: { kind: 'money', label: 'Refund' },
  reversal: { kind: 'money', label: 'Payment returned' },
  refund_failed: { kind: 'money', label: 'Refund failed' },
  document_added: { kind: 'document', label: 'Document added' },
  task_made: { kind: 'task', label: 'Task added' },
  task_done: { kind: 'task', label: 'Task done' },
  client_created: { kind: 'change', label: 'Client created' },
  clients_merged: { kind: 'change', label: 'Clients merged' },
  merge_undone: { kind: 'change', label: 'Merge undone' },
  fields_changed: { kind: 'change', label: 'Changed' },
} as const satisfies Record<string, { kind: TimelineKind; label: string }>;
export type TimelineEvent = keyof typeof TIMELINE_EVENTS;

/** The events whose label contains a text, ignoring case; none for a blank text. */
export function eventsMatching(text: string): string[] {
  const searchText = text.trim().toLowerCase();
  if (searchText === '') return [];
  return Object.entries(TIMELINE_EVENTS).flatMap(([event, { label }]) =>
    label.toLowerCase().includes(searchText) ? [event] : [],
  );
}
