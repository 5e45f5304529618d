import { notifyAgents } from '#features/people/notifications/notify-agents.ts';
import { withdrawAssigned } from '#features/people/notifications/withdraw-assigned.ts';
import { agentIdOf, type Context } from '#platform/context.ts';
import { type FieldChange, OWNER } from '../rules.ts';

/** A client whose fields were written, with its name. */
export interface WrittenClient {
  id: number;
  first_name: string;
  last_name: string;
  changes: readonly FieldChange[];
}

/** Marks the notifications of former owners as read: the clients are no longer theirs. */
export async function withdrawFromFormerOwners(
  ctx: Context,
  written: readonly WrittenClient[],
): Promise<void> {
  const former = written.flatMap(({ id, changes }) => {
    const from = changes.find(({ field }) => field === OWNER)?.from;
    return typeof from === 'number' ? [{ id, from }] : [];
  });
  for (const [agent, clients] of Map.groupBy(former, ({ from }) => from)) {
    await withdrawAssigned(ctx, agent, { kind: 'client_assigned', client_ids: clients.map(({ id }) => id) });
  }
}

/**
 * Notifies agents whom another agent made the owner of clients: once per action, however many clients it writes and
 * in however many batches. `operation` identifies the action.
 */
export async function notifyNewOwners(
  ctx: Context,
  written: readonly WrittenClient[],
  operation = ctx.requestId,
): Promise<void> {
  const by = agentIdOf(ctx);
  if (by === null) return;
  const assigned = written.flatMap((client) => {
    const to = client.changes.find(({ field }) => field === OWNER)?.to;
    return typeof to === 'number' ? [{ ...client, to }] : [];
  });
  for (const [to, clients] of Map.groupBy(assigned, (client) => client.to)) {
    const [one, ...others] = clients;
    const only = others.length === 0 ? one : undefined;
    await notifyAgents(ctx, {
      kind: 'client_assigned',
      event: `${operation}:${to}`,
      about: only ? '' : 'Several clients',
      client: only,
      to,
      by,
      path: only ? null : '/crm/clients?owner=me',
    });
  }
}
