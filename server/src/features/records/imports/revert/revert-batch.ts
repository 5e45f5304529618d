import type { ErrorCode } from '@ledgerline/contract/errors';
import type { ImportFinding } from '@ledgerline/contract/imports/endpoints';
import { type LockedClient, lockClients } from '#features/records/clients/edits/lock-clients.ts';
import {
  type KeptField,
  rejectedText,
  restoreFields,
} from '#features/records/clients/restoring/restore-fields.ts';
import type { Operations } from '#features/records/clients/restoring/rules.ts';
import { type CountRelated, isRelated, removeClients } from '#features/records/clients/service.ts';
import type { Context } from '#platform/context.ts';
import { toAppError } from '#platform/errors.ts';
import type * as repository from '../repository.ts';
import { warning } from '../rules.ts';
import { operationOf, revertNext } from '../run/next-rows.ts';
import * as queries from './queries.ts';

type Row = repository.StoredImportRow;
type Current = ReadonlyMap<number, LockedClient>;

/** The state of one transaction: the current clients of its rows, and the outcome of the rows. */
interface Batch {
  operations: Operations;
  current: Current;
  done: Map<number, repository.RevertedRow>;
}

/** Reverts the last rows of an import of clients. */
export function revertBatch(ctx: Context, importId: number, countRelated: CountRelated): Promise<boolean> {
  return revertNext(ctx, importId, (_, rows) => revertRows(ctx, operationOf(importId), rows, countRelated));
}

async function revertRows(
  ctx: Context,
  imported: string,
  rows: Row[],
  countRelated: CountRelated,
): Promise<repository.RevertedRow[]> {
  const batch: Batch = {
    operations: { done: imported, undone: `${imported}:revert` },
    current: new Map((await lockClients(ctx, clientIds(rows))).map((one) => [one.id, one])),
    done: new Map(),
  };
  for (const row of rows) {
    if (!batch.current.has(row.client_id ?? 0))
      note(batch, row, [warning('The client was already deleted')], 'reverted');
  }
  const open = rows.filter(({ id }) => !batch.done.has(id));
  await restoreRows(
    ctx,
    batch,
    open.filter(({ outcome }) => outcome === 'updated'),
  );
  await removeRows(
    ctx,
    batch,
    open.filter(({ outcome }) => outcome === 'created'),
    countRelated,
  );
  return [...batch.done.values()];
}

function note(
  batch: Batch,
  row: Row,
  reasons: ImportFinding[],
  revert: 'reverted' | 'kept' = reasons.length > 0 ? 'kept' : 'reverted',
): void {
  batch.done.set(row.id, { id: row.id, revert, findings: [...row.findings, ...reasons] });
}

/** Restores the old values of updated clients, field by field, where they were not changed since. */
async function restoreRows(ctx: Context, batch: Batch, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  const kept = await restoreFields(ctx, batch.operations, clientIds(rows), batch.current);
  const merged = await queries.findMergedRows(ctx.db, clientIds(rows));
  for (const row of rows) {
    const reasons = (kept.get(row.client_id ?? 0) ?? []).map(toFinding);
    note(batch, row, merged.has(row.id) ? [MERGED] : reasons);
  }
}

function toFinding({ field: { name }, reason }: KeptField): ImportFinding {
  if (reason === 'changed_since') return warning('was changed after the import and was not reverted', name);
  if (reason === 'not_kept') return warning('had a value that is not stored and cannot be restored', name);
  return warning(rejectedText(reason.rejected), name);
}

/** Removes created clients that were not changed since and have no related data. */
async function removeRows(
  ctx: Context,
  batch: Batch,
  rows: Row[],
  countRelated: CountRelated,
): Promise<void> {
  if (rows.length === 0) return;
  const touched = await queries.findTouched(ctx.db, Object.values(batch.operations), clientIds(rows));
  const related = await countRelated(ctx, clientIds(rows));
  const removable: Row[] = [];
  for (const row of rows) {
    const id = row.client_id ?? 0;
    if (touched.has(id))
      note(batch, row, [warning('The client was changed after the import and was not reverted')]);
    else if (isRelated(related(id))) note(batch, row, [HAS_RELATED]);
    else removable.push(row);
  }
  const failure = await remove(ctx, batch, removable);
  for (const row of removable) {
    if (!failure) note(batch, row, []);
    else note(batch, row, (await remove(ctx, batch, [row])) ? [HAS_RELATED] : []);
  }
}

const MERGED = warning('The client was merged into another one after the import and was not reverted');
const HAS_RELATED = warning(
  'The client has sessions, forms, documents, invoices or policies and was not removed',
);

/** How foreign key errors are reported: PostgreSQL 18 has another error for them than earlier versions. */
const BLOCKING_ERRORS: ErrorCode[] = ['wrong_state', 'has_related_data'];

/**
 * Removes the clients of rows and returns false, or returns true if a row inserted in the meantime references one of them; any
 * other error is rethrown.
 */
async function remove(ctx: Context, batch: Batch, rows: Row[]): Promise<boolean> {
  const error = await ctx.db.savepoint(() => removeClients(ctx, clientIds(rows), batch.operations.undone));
  if (error !== null && !BLOCKING_ERRORS.includes(toAppError(error).code)) throw error;
  return error !== null;
}

function clientIds(rows: Row[]): number[] {
  return rows.flatMap(({ client_id }) => client_id ?? []);
}
