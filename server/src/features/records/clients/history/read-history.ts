import type { listClientHistory as listEndpoint } from '@ledgerline/contract/clients/endpoints';
import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import {
  type CatalogField,
  type FieldName,
  fieldNamed,
  findField,
} from '@ledgerline/contract/clients/fields/catalog';
import type { ClientRecord } from '@ledgerline/contract/clients/schemas';
import type { QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { decryptPersonal } from '#platform/audit/personal-values.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { withAccessScope } from '#platform/database/work.ts';
import { AppError } from '#platform/errors.ts';
import { editClient, type Rejection } from '../edits/edit-clients.ts';
import { decryptAuditRows } from '../encryption/audit-values.ts';
import { findKeys } from '../encryption/repository.ts';
import { agentReader } from '../owners/name-owners.ts';
import { findClient } from '../service.ts';
import { type Change, canRestore, findChange, latestChanges, listChanges, toChange } from './queries.ts';

const PAGE_SIZE = 50;

export async function listClientHistory(
  ctx: Context<AgentActor>,
  id: number,
  query: QueryOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const rows = await listChanges(ctx.db, { client_id: id, ...query, limit: PAGE_SIZE + 1 });
  const readable = await decryptPersonal(partsOf(ctx), rows.slice(0, PAGE_SIZE));
  const shown = await decryptAuditRows(partsOf(ctx), readable, ({ entity_id }) => Number(entity_id));
  const values = shown.flatMap(({ field, old_value, new_value }) => [
    { field, value: old_value },
    { field, value: new_value },
  ]);
  const reader = await agentReader(ctx.db, values);
  return {
    success: true,
    data: shown.map((row) => toChange(row, reader, id)),
    hasMore: rows.length > PAGE_SIZE,
  };
}

/** Restores the value of a field before one change; itself a change with its own audit row. */
export async function restoreClientValue(
  ctx: Context<AgentActor>,
  id: number,
  changeId: number,
): Promise<{ success: true; data: ClientRecord }> {
  const found = await findChange(ctx.db, id, changeId);
  const keys = await findKeys(ctx.db, [id]);
  const [change] = await decryptAuditRows(partsOf(ctx), found ? [found] : [], () => id, keys);
  const field = change?.field ? findField(change.field) : undefined;
  if (!change || !field) throw new AppError('not_found', { message: 'Change not found.' });
  if (!canRestore(change))
    throw new AppError('wrong_state', { message: 'This value is not stored and cannot be restored.' });
  const value = oldValue(ctx, { id, field, change, wrapped: keys.get(id) });
  const edit = { id, input: new Map([[field, value]]) };
  await editClient(ctx, edit, { action: 'restored', isRestore: true });
  // Includes a client whose owner was restored to a colleague and who is no longer visible.
  return { success: true, data: await withAccessScope(undefined, () => findClient(ctx, id)) };
}

const partsOf = ({ db, deps }: Context) => ({ db, cipher: deps.cipher });

interface StoredChange {
  id: number;
  field: CatalogField;
  change: Change;
  wrapped: string | undefined;
}

function oldValue(ctx: Context, { id, field, change, wrapped }: StoredChange): FieldValue {
  return field.kind === 'secret' && change.old_cipher
    ? ctx.deps.cipher.decrypt(change.old_cipher, { table: 'clients', row: id, field: field.name }, wrapped)
    : change.old_value;
}

const isShown = (stored: FieldValue, shown: FieldValue | undefined) =>
  String(stored ?? '') === String(shown ?? '');

/** A field to restore: by the change from `to` to `was`, both as shown; without `to`, by the last change. */
interface Restore {
  id: number;
  field: FieldName;
  was?: FieldValue | undefined;
  to?: FieldValue | undefined;
}

/**
 * The values of fields before the change to undo, which need not be the last one: an undo is a change itself. A value that
 * is not retained is rejected.
 */
export async function valuesToRestore(
  ctx: Context<AgentActor>,
  cells: readonly Restore[],
): Promise<{ values: { id: number; field: CatalogField; value: FieldValue }[]; rejected: Rejection[] }> {
  const found = await latestChanges(ctx.db, [...cells]);
  const keys = await findKeys(ctx.db, [...new Set(found.map(({ entity_id }) => entity_id))]);
  const changes = await decryptAuditRows(partsOf(ctx), found, ({ entity_id }) => entity_id, keys);
  const byCell = Map.groupBy(changes, (change) => `${change.entity_id}:${change.field}`);
  const values: { id: number; field: CatalogField; value: FieldValue }[] = [];
  const rejected: Rejection[] = [];
  for (const { id, field: name, was, to } of cells) {
    const field = fieldNamed(name);
    const change = byCell
      .get(`${id}:${name}`)
      ?.find((one) => to === undefined || (isShown(one.old_value, to) && isShown(one.new_value, was)));
    if (change && canRestore(change))
      values.push({ id, field, value: oldValue(ctx, { id, field, change, wrapped: keys.get(id) }) });
    else {
      rejected.push({ id, row: null, field: name, message: 'is not stored and cannot be restored' });
    }
  }
  return { values, rejected };
}
