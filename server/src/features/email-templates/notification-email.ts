import { NOTIFICATION_KINDS, type NotificationKind } from '@ledgerline/contract/notifications/kinds';
import { emailLayout, oneLine, part, plainPage } from './email-layout.ts';

/** What a mail may say of a notice: the kind and whose it is, never what it is about. */
export interface EmailedNotification {
  kind: NotificationKind;
  client_first_name: string;
  client_last_name: string;
}

const SENTENCES: Readonly<Record<NotificationKind, { of: string; alone: string }>> = {
  form_handed_in: { of: 'A form was handed in by {name}.', alone: 'A form was handed in.' },
  form_signed: { of: 'A form was signed by {name}.', alone: 'A form was signed.' },
  form_declined: { of: '{name} declined to sign a form.', alone: 'A form was declined.' },
  form_not_completed: {
    of: 'A form that {name} signed could not be completed.',
    alone: 'A signed form could not be completed.',
  },
  link_expired: {
    of: 'A link for {name} expired with work undone.',
    alone: 'A link expired with work undone.',
  },
  invoice_paid: { of: 'An invoice for {name} was paid.', alone: 'An invoice was paid.' },
  payment_failed: { of: 'A payment of {name} failed.', alone: 'A payment failed.' },
  refund_failed: { of: 'A refund to {name} failed.', alone: 'A refund failed.' },
  task_handed: { of: 'A task for {name} was handed to you.', alone: 'A task was handed to you.' },
  unusual_activity: {
    of: 'Unusual activity was noticed.',
    alone: 'Unusual activity was noticed.',
  },
  import_ended: { of: 'An import has ended.', alone: 'An import has ended.' },
};

/** The first name and one letter: mails lie in mailboxes that are not ours. */
function shortName({ client_first_name, client_last_name }: EmailedNotification): string {
  const [initial] = client_last_name.trim();
  return [client_first_name.trim(), initial && `${initial}.`].filter(Boolean).join(' ');
}

/** A digest tells so many; the others are counted. */
const MOST_LINES = 50;

/**
 * One mail to an agent: a single notice, or those of a morning. It says what happened and to whom, by first name and
 * initial: no form's or file's title, no sum, no answer. The rest is behind the sign-in.
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
  const left = sentences.length - MOST_LINES;
  const lines = [...sentences.slice(0, MOST_LINES), ...(left > 0 ? [`And ${left} more.`] : [])];
  const where = 'What each is about stands under the bell, where you also choose what you are told of.';
  const [first] = notifications;
  const what =
    first && notifications.length === 1 ? NOTIFICATION_KINDS[first.kind] : `${notifications.length} notices`;
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
