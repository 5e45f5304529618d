import { NOTIFICATION_KINDS, type NotificationKind } from '@ledgerline/contract/notifications/kinds';
import { emailLayout, oneLine, part, plainPage } from './email-layout.ts';

/** What an email may contain of a notification: its kind and client, never its subject. */
export interface EmailedNotification {
  kind: NotificationKind;
  client_first_name: string;
  client_last_name: string;
}

const SENTENCES: Readonly<Record<NotificationKind, { of: string; alone: string }>> = {
  form_handed_in: { of: '{name} submitted a form.', alone: 'A form was submitted.' },
  form_signed: { of: '{name} signed a form.', alone: 'A form was signed.' },
  form_declined: { of: '{name} declined to sign a form.', alone: 'A form was declined.' },
  form_not_completed: {
    of: 'A form that {name} signed could not be completed.',
    alone: 'A signed form could not be completed.',
  },
  link_expired: {
    of: 'A link for {name} expired before it was finished.',
    alone: 'A link expired before it was finished.',
  },
  invoice_paid: { of: 'An invoice for {name} was paid.', alone: 'An invoice was paid.' },
  payment_failed: { of: 'A payment from {name} failed.', alone: 'A payment failed.' },
  refund_failed: { of: 'A refund to {name} failed.', alone: 'A refund failed.' },
  task_handed: { of: 'A task for {name} was assigned to you.', alone: 'A task was assigned to you.' },
  item_assigned: {
    of: 'An item on Today for {name} was assigned to you.',
    alone: 'An item on Today was assigned to you.',
  },
  client_assigned: { of: '{name} was assigned to you.', alone: 'Clients were assigned to you.' },
  unusual_activity: {
    of: 'Unusual activity was detected.',
    alone: 'Unusual activity was detected.',
  },
  import_ended: { of: 'An import has finished.', alone: 'An import has finished.' },
};

/** The first name and one letter, because mailboxes are outside our control. */
function shortName({ client_first_name, client_last_name }: EmailedNotification): string {
  const [initial] = client_last_name.trim();
  return [client_first_name.trim(), initial && `${initial}.`].filter(Boolean).join(' ');
}

/** The maximum number of lines in a digest; the others are counted. */
const MAX_LINES = 50;

/**
 * One email to an agent: a single notification, or a daily digest. It says what happened and to which client, by first name
 * and initial, without titles of forms or files, sums or answers. The rest requires a sign-in.
 */
export function notificationEmail({
  brokerage,
  url,
  notifications,
}: {
  brokerage: string;
  url: string;
  notifications: readonly EmailedNotification[];
}): { subject: string; text: string; html: string } {
  const sentences = notifications.map(sentenceOf);
  const left = sentences.length - MAX_LINES;
  const lines = [...sentences.slice(0, MAX_LINES), ...(left > 0 ? [`And ${left} more.`] : [])];
  const where = 'See the details and your notification settings in the portal, under Notifications.';
  const [first] = notifications;
  const what =
    first && notifications.length === 1
      ? NOTIFICATION_KINDS[first.kind]
      : `${notifications.length} notifications`;
  return {
    subject: oneLine(`${brokerage}: ${what}`),
    text: plainPage([lines.join('\n'), url, where]),
    html: emailLayout('en', brokerage, [
      part.text(lines.join('\n')),
      part.button(url, `Open ${brokerage}`),
      part.small(where),
    ]),
  };
}

function sentenceOf(notification: EmailedNotification): string {
  const name = shortName(notification);
  const { of, alone } = SENTENCES[notification.kind];
  return name ? of.replace('{name}', () => name) : alone;
}
