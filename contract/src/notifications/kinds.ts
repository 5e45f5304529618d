// What agents are told of. The bell of every screen reads it, so no schema library comes with it.

/** Kinds of notices in the order of the settings, each with what lists and settings call it. */
export const NOTIFICATION_KINDS = {
  form_handed_in: 'Form handed in',
  form_signed: 'Form signed',
  form_declined: 'Form declined',
  form_not_completed: 'Signed form not completed',
  link_expired: 'Link expired undone',
  invoice_paid: 'Invoice paid',
  payment_failed: 'Payment failed',
  refund_failed: 'Refund failed',
  task_handed: 'Task handed to me',
  import_ended: 'Import ended',
  unusual_activity: 'Unusual activity',
} as const;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

/** The kinds alone. */
export const NOTIFICATION_KIND_NAMES = Object.keys(NOTIFICATION_KINDS).filter(
  (kind): kind is NotificationKind => kind in NOTIFICATION_KINDS,
);

/** Kinds that owners alone are told of; they go by mail at once until an owner chooses otherwise (decision 064). */
export const OWNERS_KINDS: ReadonlySet<NotificationKind> = new Set(['unusual_activity']);

/** How a kind of notice goes by mail: not at all, with its cause, or in the digest of the next morning. */
export const NOTIFICATION_EMAIL_MODES = ['off', 'at_once', 'digest'] as const;
export type NotificationEmailMode = (typeof NOTIFICATION_EMAIL_MODES)[number];

/** The hour of the digest, by the clocks of the brokerage. */
export const DIGEST_HOUR = 8;
/** The bell counts so far; more is more. */
export const MOST_UNREAD = 100;
/** Days after which a notice goes, read or not. */
export const NOTIFICATION_DAYS = 90;

/** What an agent wants to be told of a kind until he chooses. */
export function firstChoice(kind: NotificationKind): {
  kind: NotificationKind;
  in_app: boolean;
  mail: NotificationEmailMode;
} {
  return { kind, in_app: true, mail: OWNERS_KINDS.has(kind) ? 'at_once' : 'off' };
}
