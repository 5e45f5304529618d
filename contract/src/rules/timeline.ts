/** What a client's timeline is filtered by (decision 050). */
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

/** What happens in a timeline, with its kind and the words that people read and search. */
export const TIMELINE_EVENTS = {
  call: { kind: 'note', words: 'Call' },
  text: { kind: 'note', words: 'Text' },
  meeting: { kind: 'note', words: 'Meeting' },
  note: { kind: 'note', words: 'Note' },
  notes_changed: { kind: 'note', words: 'Notes changed' },
  mail_sent: { kind: 'mail', words: 'Mail sent' },
  mail_queued: { kind: 'mail', words: 'Mail on its way' },
  mail_failed: { kind: 'mail', words: 'Mail failed' },
  link_made: { kind: 'link', words: 'Link made' },
  link_opened: { kind: 'link', words: 'Link opened' },
  form_added: { kind: 'form', words: 'Form added' },
  form_begun: { kind: 'form', words: 'Form begun' },
  form_submitted: { kind: 'form', words: 'Form handed in' },
  form_sent: { kind: 'form', words: 'Sent for signature' },
  form_signed_by_client: { kind: 'form', words: 'Signed by the client' },
  form_signed_by_advisor: { kind: 'form', words: 'Signed by the advisor' },
  form_completed: { kind: 'form', words: 'Signing completed' },
  form_declined: { kind: 'form', words: 'Signing declined' },
  form_voided: { kind: 'form', words: 'Form voided' },
  form_deleted: { kind: 'form', words: 'Form deleted' },
  invoice_made: { kind: 'money', words: 'Invoice made' },
  invoice_sent: { kind: 'money', words: 'Invoice sent' },
  invoice_voided: { kind: 'money', words: 'Invoice voided' },
  payment: { kind: 'money', words: 'Payment' },
  payment_pending: { kind: 'money', words: 'Payment on its way' },
  payment_failed: { kind: 'money', words: 'Payment failed' },
  refund: { kind: 'money', words: 'Refund' },
  reversal: { kind: 'money', words: 'Payment returned' },
  refund_failed: { kind: 'money', words: 'Refund failed' },
  document_added: { kind: 'document', words: 'Document added' },
  task_made: { kind: 'task', words: 'Task made' },
  task_done: { kind: 'task', words: 'Task done' },
  client_created: { kind: 'change', words: 'Client created' },
  fields_changed: { kind: 'change', words: 'Changed' },
} as const satisfies Record<string, { kind: TimelineKind; words: string }>;
export type TimelineEvent = keyof typeof TIMELINE_EVENTS;

/** The events whose words hold a text, whatever its case; none of a blank one. */
export function eventsSaying(text: string): string[] {
  const sought = text.trim().toLowerCase();
  if (sought === '') return [];
  return Object.entries(TIMELINE_EVENTS).flatMap(([event, { words }]) =>
    words.toLowerCase().includes(sought) ? [event] : [],
  );
}
