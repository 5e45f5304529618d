import { notificationEmail } from '#features/email-templates/notification-email.ts';
import type { Context } from '#platform/context.ts';
import { queueEmail } from '#platform/email/queue.ts';
import { isEmailConnected } from '#platform/email/transport.ts';
import { announce } from '#platform/live.ts';
import { absoluteUrl } from '#platform/public-address.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';
import { receiversOf } from './rules.ts';

/** An event as reported by the feature in which it happened. */
export interface NewNotification extends Pick<repository.NotificationValues, 'kind' | 'about'> {
  /**
   * Identifies the event among those of its kind: the record's ID, plus the time if it can happen to the
   * record again.
   */
  event: string | number;
  client?: { id: number; first_name: string; last_name: string } | undefined;
  /** The agent to notify: the client's owner, otherwise the sender; null if there is neither. */
  to: number | null;
  /** The agent who caused the event and so is not notified. */
  by?: number | null;
  session_form_id?: number | null;
  session_id?: number | null;
  invoice_id?: number | null;
  import_id?: number | null;
  task_id?: number | null;
  /** A path of the portal, if none of these records has a page. */
  path?: string | null;
}

/**
 * Notifies agents in the transaction of the event. Idempotent: one event notifies once, however often it is
 * reported. Emails for agents who want them immediately are queued in the same transaction.
 */
export async function notifyAgents(ctx: Context, notification: NewNotification): Promise<void> {
  const { to, by = null, kind, client, event } = notification;
  const owners = to === null ? await queries.findOwners(ctx.db) : [];
  const receivers = receiversOf({ to, by }, owners);
  if (receivers.length === 0) return;
  const values: repository.NotificationValues = {
    kind,
    cause: `${kind}:${event}`,
    about: notification.about,
    client_id: client?.id ?? null,
    client_first_name: client?.first_name ?? '',
    client_last_name: client?.last_name ?? '',
    session_form_id: notification.session_form_id ?? null,
    session_id: notification.session_id ?? null,
    invoice_id: notification.invoice_id ?? null,
    import_id: notification.import_id ?? null,
    task_id: notification.task_id ?? null,
    path: notification.path ?? null,
  };
  const { clock } = ctx.deps;
  const stored = { now: clock.now(), isEmailConnected: isEmailConnected(ctx.deps) };
  const notified = await repository.saveNotification(ctx.db, values, receivers, stored);
  for (const one of notified) if (one.mail === 'at_once') await emailImmediately(ctx, values, one);
  await announceTo(
    ctx,
    notified.filter(({ is_in_app }) => is_in_app).map(({ agent_id }) => agent_id),
  );
}

async function emailImmediately(
  ctx: Context,
  notification: repository.NotificationValues,
  notified: repository.NotifiedAgent,
): Promise<void> {
  const url = absoluteUrl(ctx, '/crm/');
  const email = notificationEmail({ brokerage: ctx.deps.config.BRAND, url, notifications: [notification] });
  const id = await queueEmail(ctx, { ...email, kind: 'agent_notice', to: notified.email, language: 'en' });
  await repository.recordEmail(ctx.db, notified.agent_id, [notified.notice_id], id);
}

/** Live events about notifications name the receiving agents, not the rows. */
export async function announceTo(ctx: Context, agents: readonly number[]): Promise<void> {
  if (agents.length === 0) return;
  await announce(ctx.db, { kind: 'notices', action: 'updated', ids: [...agents], agent_id: null });
}
