import type { listClientHistory as listEndpoint } from '@ledgerline/contract/clients/endpoints';
import { findField } from '@ledgerline/contract/clients/fields/catalogue';
import type { ClientRecord } from '@ledgerline/contract/clients/schemas';
import type { QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { editClients, rejectionError } from '../edits/service.ts';
import { findClient } from '../service.ts';
import { canRestore, findChange, listChanges, toChange } from './listing.ts';

const PAGE_SIZE = 50;

export async function listClientHistory(
  ctx: Context<AgentActor>,
  id: number,
  query: QueryOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const rows = await listChanges(ctx.db, { client_id: id, ...query, limit: PAGE_SIZE + 1 });
  return { success: true, data: rows.slice(0, PAGE_SIZE).map(toChange), hasMore: rows.length > PAGE_SIZE };
}

/** Puts back what a field held before one change; itself a change with its own audit row. */
export async function restoreClientValue(
  ctx: Context<AgentActor>,
  id: number,
  changeId: number,
): Promise<{ success: true; data: ClientRecord }> {
  const change = await findChange(ctx.db, id, changeId);
  const field = change?.field ? findField(change.field) : undefined;
  if (!change || !field) throw new AppError('not_found', { message: 'This change was not found.' });
  if (!canRestore(change))
    throw new AppError('wrong_state', { message: 'This value is not kept and cannot be restored.' });
  const place = { table: 'clients', row: id, field: field.name };
  const value =
    field.kind === 'secret' && change.old_cipher
      ? ctx.deps.cipher.decrypt(change.old_cipher, place)
      : change.old_value;
  const outcome = await editClients(ctx, [{ id, input: new Map([[field, value]]) }], { action: 'restored' });
  if (outcome.rejected.length > 0) throw rejectionError(outcome.rejected);
  return { success: true, data: await findClient(ctx, id) };
}
