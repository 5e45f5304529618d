import { type NewNotification, notifyAgents } from '#features/people/notifications/notify-agents.ts';
import type { Context } from '#platform/context.ts';
import { findOwner } from './queries.ts';

/** An event for a client, or for none yet. */
export interface ClientNotification extends Omit<NewNotification, 'client' | 'to'> {
  client_id: number | null;
  /** Called if the client has no owner: the agent who sent the link, the session or the invoice. */
  findSender: () => Promise<number | null> | number | null;
}

/**
 * Notifies the client's owner, otherwise the sender, otherwise the owners of the brokerage (decision 048).
 */
export async function notifyOwner(
  ctx: Context,
  { client_id, findSender, ...notification }: ClientNotification,
): Promise<void> {
  const found = client_id === null ? undefined : await findOwner(ctx.db, client_id);
  await notifyAgents(ctx, { ...notification, client: found, to: found?.owner ?? (await findSender()) });
}

/** Notifies one agent of an event for a client, or for none. */
export async function notifyAboutClient(
  ctx: Context,
  client_id: number | null,
  notification: Omit<NewNotification, 'client' | 'to'> & { to: number },
): Promise<void> {
  const client = client_id === null ? undefined : await findOwner(ctx.db, client_id);
  await notifyAgents(ctx, { ...notification, client });
}
