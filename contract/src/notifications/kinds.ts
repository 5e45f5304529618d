// Kinds of notifications. The bell of every screen reads this module, so it imports no schema library.

/** Kinds of notifications in the order of the settings, each with its labels in lists and settings. */
export const NOTIFICATION_KINDS = {
  form_handed_in: 'Form submitted',
  form_signed: 'Form signed',
  form_declined: 'Form declined',
  form_not_completed: 'Signed form not completed',
  link_expired: 'Link expired before completion',
  invoice_paid: 'Invoice paid',
  payment_failed: 'Payment failed',
  refund_failed: 'Refund failed',
  task_handed: 'Task assigned to me',
  item_assigned: 'Today item assigned to me',
  client_assigned: 'Client assigned to me',
  import_ended: 'Import finished',
  unusual_activity: 'Unusual activity',
} as const;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

export const NOTIFICATION_KIND_NAMES = Object.keys(NOTIFICATION_KINDS).filter(
  (kind): kind is NotificationKind => kind in NOTIFICATION_KINDS,
);

/** Kinds that only owners receive; they are emailed immediately until an owner chooses otherwise (decision 064). */
export const OWNERS_KINDS: ReadonlySet<NotificationKind> = new Set(['unusual_activity']);

/** What clients did: emailed in groups until an agent chooses otherwise (decision 120). */
const GROUPED_KINDS: ReadonlySet<NotificationKind> = new Set([
  'form_handed_in',
  'form_signed',
  'invoice_paid',
]);

/**
 * How a kind of notification is emailed: not at all, immediately, together with others at the agent's pace, or in the next
 * morning's digest.
 */
export const NOTIFICATION_EMAIL_MODES = ['off', 'at_once', 'grouped', 'digest'] as const;
export type NotificationEmailMode = (typeof NOTIFICATION_EMAIL_MODES)[number];
/** Minutes between two grouped emails to an agent. */
export const EMAIL_PACES = [15, 30, 60, 240] as const;
export type EmailPace = (typeof EMAIL_PACES)[number];
export const DEFAULT_EMAIL_PACE: EmailPace = 15;

/** The hour of the digest, in the brokerage's time zone. */
export const DIGEST_HOUR = 8;
/** The bell counts to one below this number, and from then on shows “99+”. */
export const MAX_UNREAD = 100;
/** Days after which a notification is deleted, read or not. */
export const NOTIFICATION_DAYS = 90;

/** The default settings of a kind until the agent chooses. */
export function defaultChoice(kind: NotificationKind): {
  kind: NotificationKind;
  in_app: boolean;
  mail: NotificationEmailMode;
} {
  if (OWNERS_KINDS.has(kind)) return { kind, in_app: true, mail: 'at_once' };
  return { kind, in_app: true, mail: GROUPED_KINDS.has(kind) ? 'grouped' : 'off' };
}
