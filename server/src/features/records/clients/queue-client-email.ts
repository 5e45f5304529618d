import { addressProblem } from '#features/email-templates/urls.ts';
import { findTrustedEmail } from '#features/people/agents/find-agents.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { agentIdOf, type Context } from '#platform/context.ts';
import { type NewEmail, queueEmail } from '#platform/email/queue.ts';
import { findOwner } from './owners/queries.ts';

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

/**
 * Where answers to an email to a client go: to the agent who sends it, otherwise to the client's owner. Null without either, or
 * if the address is not confirmed or the placeholder of a new installation: answers contain personal data.
 */
export async function replyAddress(ctx: Context, clientId: number): Promise<string | null> {
  const agentId = agentIdOf(ctx) ?? (await findOwner(ctx.db, clientId))?.owner ?? null;
  return agentId === null ? null : usable(await findTrustedEmail(ctx.db, agentId));
}

const usable = (email: string | null) =>
  email !== null && addressProblem(email) === null && !email.endsWith('.localdomain') ? email : null;
