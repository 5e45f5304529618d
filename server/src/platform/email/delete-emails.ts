import type { Context } from '../context.ts';
import { withAccessScope } from '../database/work.ts';

/** The emails to clients, and those that notified agents about them; runs while the clients still exist. */
export const DELETE_EMAILS = `
  delete from mail_messages
   where client_id = any($1::bigint[])
      or id in (select r.mail_id from agent_notices n join agent_notice_receivers r on r.notice_id = n.id
                 where n.client_id = any($1))
  returning message_id, created_at`;

/**
 * Deletes the emails of clients who are about to be permanently deleted: their rows in the log, queued ones included, in the
 * caller's transaction, and their outbox files after the commit. A file that cannot be removed is reported in the log.
 */
export async function deleteEmailsOf(ctx: Context, clientIds: readonly number[]): Promise<void> {
  const gone = await withAccessScope(undefined, () =>
    ctx.db.query<{ message_id: string; created_at: Date }>(DELETE_EMAILS, [clientIds]),
  );
  if (gone.length === 0) return;
  const { email, log } = ctx.deps;
  await ctx.db.afterTransaction(async (outcome) => {
    if (outcome === 'rolled_back') return;
    for (const { message_id: messageId, created_at: at } of gone) {
      try {
        await email.delete({ messageId, at });
      } catch (error) {
        log.warn({ err: error }, 'an email of a deleted client was not removed from the outbox');
      }
    }
  });
}
