import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/households/endpoints';
import type { HouseholdMember } from '@ledgerline/contract/households/endpoints';
import { inverseRelation } from '@ledgerline/contract/rules/households';
import { publishClientEvent } from '#features/records/clients/edits/edit-clients.ts';
import { lockClients } from '#features/records/clients/edits/lock-clients.ts';
import { findClient } from '#features/records/clients/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

export async function listHousehold(
  ctx: Ctx,
  clientId: number,
): Promise<ReplyOf<typeof endpoints.listHousehold>> {
  await findClient(ctx, clientId);
  return { success: true, members: await membersOf(ctx.db, clientId) };
}

/** The clients linked to a client, among those that the agent can see. */
export async function membersOf(db: Database, clientId: number): Promise<HouseholdMember[]> {
  const linked = await queries.listLinked(db, clientId);
  return linked.map(({ is_inverse, relation, ...member }) => ({
    ...member,
    relation: is_inverse ? inverseRelation(relation) : relation,
  }));
}

/** Both clients are locked, so that two agents cannot link them twice. */
export async function linkClient(
  ctx: Ctx,
  id: number,
  { client_id: relative_id, relation }: BodyOf<typeof endpoints.linkClient>,
): Promise<ReplyOf<typeof endpoints.linkClient>> {
  if (id === relative_id)
    throw wrongField('client_id', 'Choose another client. A client cannot be linked to itself');
  const locked = await lockClients(ctx, [id, relative_id], { withEncrypted: false });
  const isFound = (wanted: number) => locked.some((client) => client.id === wanted);
  if (!isFound(id)) throw new AppError('not_found', { message: 'Client not found.' });
  if (!isFound(relative_id))
    throw wrongField('client_id', 'This client no longer exists. Search for the client again');
  if ((await membersOf(ctx.db, id)).some(({ client_id }) => client_id === relative_id))
    throw wrongField(
      'client_id',
      'This client is already linked. To change the relation, remove the link first',
    );
  const link = { client_id: id, relative_id, relation };
  const created_at = ctx.deps.clock.now();
  const row = await repository.insertLink(ctx.db, { ...link, created_by: ctx.actor.id, created_at });
  await auditAction(ctx, 'created', 'household', row.id, { new_value: link, of_client: id });
  await publishClientEvent(ctx, 'updated', [id, relative_id]);
  return { success: true, members: await membersOf(ctx.db, id) };
}

export async function unlinkClient(
  ctx: Ctx,
  id: number,
  relative: number,
): Promise<{ success: true; message: string }> {
  const removed = await repository.removeLinks(ctx.db, id, relative);
  if (removed.length === 0) throw new AppError('not_found', { message: 'These clients are not linked.' });
  for (const { id: link, client_id, relative_id, relation } of removed)
    await auditAction(ctx, 'deleted', 'household', link, {
      old_value: { client_id, relative_id, relation },
      of_client: client_id,
    });
  await publishClientEvent(ctx, 'updated', [id, relative]);
  return { success: true, message: 'Link removed.' };
}
