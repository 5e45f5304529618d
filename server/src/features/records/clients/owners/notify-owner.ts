import { type NewNotification, notifyAgents } from '#features/people/notifications/notify-agents.ts';
import type { Context } from '#platform/context.ts';
import { findOwner } from './queries.ts';

/** What happened with a client, or with nobody's yet. */
export interface ClientNotification extends Omit<NewNotification, 'client' | 'to'> {
  client_id: number | null;
  /** Asked where the client has no owner: who sent the link, the session or the invoice. */
  findSender: () => Promise<number | null> | number | null;
}

/** Tells the client's owner, else who sent it, else those who run the brokerage (decision 048). */
export async function notifyOwner(
  ctx: Context,
  { client_id, findSender, ...notification }: ClientNotification,
): Promise<void> {
  const found = client_id === null ? undefined : await findOwner(ctx.db, client_id);
  await notifyAgents(ctx, { ...notification, client: found, to: found?.owner ?? (await findSender()) });
}

/** Tells one agent of something that is to do with a client, or with none. */
export async function notifyAboutClient(
  ctx: Context,
  client_id: number | null,
  notification: Omit<NewNotification, 'client' | 'to'> & { to: number },
): Promise<void> {
  const client = client_id === null ? undefined : await findOwner(ctx.db, client_id);
  await notifyAgents(ctx, { ...notification, client });
}
