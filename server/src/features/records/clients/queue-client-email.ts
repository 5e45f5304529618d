import { auditAction } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import { type NewEmail, queueEmail } from '#platform/email/queue.ts';

import { replyAddress } from './reply-address.ts';

/** `about` is the title of the form or session, or the number of the invoice. */
type ClientEmail = NewEmail & { client_id: number; about: string };

/** Queues an email to a client, with its audit row, in the caller's transaction; returns the email's id. */
export async function queueClientEmail(ctx: Context, email: ClientEmail): Promise<number> {
  const { kind, about, to, client_id } = email;
  const id = await queueEmail(ctx, { ...email, reply_to: await replyAddress(ctx, client_id) });
  await auditAction(ctx, 'mailed', 'client', client_id, {
    ...{ field: kind, old_value: about, new_value: to, of_client: client_id },
  });
  return id;
}

/**
 * Queues an email about what the caller's transaction records, such as a signature or a payment. If that fails, it is logged
 * and the transaction continues.
 */
export async function queueOptionalEmail(
  ctx: Context,
  record: Record<string, number>,
  queue: () => Promise<void>,
): Promise<void> {
  const error = await ctx.db.savepoint(queue);
  if (error !== null)
    ctx.deps.log.error({ err: error, ...record }, 'an email to a client could not be queued');
}
