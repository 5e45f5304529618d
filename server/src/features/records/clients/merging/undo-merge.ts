import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import type * as endpoints from '@ledgerline/contract/clients/merging/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { isUndoable, UNDO_IS_OVER, undoableSince } from '@ledgerline/contract/rules';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AgentActor, Context, Deps } from '#platform/context.ts';
import { lockRunningImports, returnReferences } from '#platform/database/client-references.ts';
import { AppError } from '#platform/errors.ts';
import { editClients, publishClientEvent } from '../edits/edit-clients.ts';
import { lockClients } from '../edits/lock-clients.ts';
import { type KeptField, restoreFields } from '../restoring/restore-fields.ts';
import { encryptForClient } from './encrypt-moved.ts';
import { countMoved, operationsOf, publishMoved } from './merge-clients.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

/**
 * Restores the merged clients with their records. Changes made since stay with the remaining client: edited values, deleted or
 * moved records, added ones, and what was snoozed or assigned in Today. Records that were added to one that returns, such as a form of a session or an invoice of a
 * recurring payment, return with it.
 */
export async function undoMerge(ctx: Ctx, id: number): Promise<ReplyOf<typeof endpoints.undoMerge>> {
  const { db } = ctx;
  const merge = await repository.lockMerge(db, id);
  if (!merge) throw new AppError('not_found', { message: 'Merge not found.' });
  assertUndoable(ctx, merge);
  const survivor = merge.survivor_id;
  await lockRunningImports(db);
  const locked = new Map((await lockClients(ctx, [survivor])).map((one) => [one.id, one]));
  if (!locked.has(survivor)) throw new AppError('not_found', { message: 'Client not found.' });
  if (await queries.hasLaterMerge(db, merge)) {
    throw new AppError('wrong_state', {
      message: 'Another client was merged into this one since. Undo the later merge first.',
    });
  }
  const restored = await repository.restoreMerged(db, id, await queries.findStored(db, id));
  if ((await queries.countSeen(db, restored)) < restored.length) {
    throw new AppError('wrong_state', {
      message:
        'A client of this merge belongs to an agent whose clients you cannot see. Ask an owner to undo the merge. Nothing was changed.',
    });
  }
  const moved = { moved: merge.moved ?? [], dropped: merge.dropped ?? [], since: merge.merged_at };
  const { kept: kept_records, added } = await returnReferences(db, moved, survivor);
  for (const to of restored) {
    const back = [...moved.moved, ...added].filter(({ from }) => from === to);
    await encryptForClient(ctx, back, { to, of: [survivor] });
  }
  const operations = operationsOf(id);
  const kept = await restoreFields(ctx, operations, [survivor], locked);
  const kept_here = await withoutCode(ctx, merge, locked.get(survivor)?.wrappedKey, kept.get(survivor) ?? []);
  const now = ctx.deps.clock.now();
  await repository.touchClient(db, survivor, now);
  await repository.endMerge(db, id, now);
  await writeAudit(
    ctx,
    [
      { action: 'merge_undone', entity: 'client', entity_id: survivor, new_value: restored },
      ...restored.map((one) => ({
        ...{ action: 'merge_undone', entity: 'client', entity_id: one, new_value: [survivor] },
      })),
    ],
    operations.undone,
  );
  await publishClientEvent(ctx, 'created', restored);
  await publishMoved(ctx, survivor);
  const kept_fields = kept_here.map(({ field }) => fieldNamed(field.name).label);
  return { success: true, id: survivor, restored, kept_fields, kept_records };
}

/** Restores the card security code that the merge replaced; returns what else is kept. */
async function withoutCode(
  ctx: Ctx,
  { id, survivor_id, replaced_cvc }: repository.MergeRow,
  key: string | undefined,
  kept: KeptField[],
): Promise<KeptField[]> {
  const code = kept.find(({ field, reason }) => field.isSecurityCode && reason === 'not_kept');
  if (!code || replaced_cvc === null) return kept;
  const aad = { table: 'clients', row: survivor_id, field: code.field.name };
  const input = new Map([[code.field, ctx.deps.cipher.decrypt(replaced_cvc, aad, key)]]);
  const options = { operation: operationsOf(id).undone, action: 'restored', isRestore: true };
  const { rejected } = await editClients(ctx, [{ id: survivor_id, input }], options);
  return rejected.length > 0 ? kept : kept.filter((one) => one !== code);
}

function assertUndoable(ctx: Ctx, merge: repository.MergeRow): void {
  const message =
    merge.undone_at !== null
      ? 'This merge was already undone.'
      : !isUndoable(merge.merged_at, ctx.deps.clock.now()) || merge.moved === null
        ? UNDO_IS_OVER
        : merge.client_id !== merge.survivor_id
          ? 'This client was merged again since. Undo the later merge first.'
          : null;
  if (message !== null) throw new AppError('wrong_state', { message });
}

/** The merges that can still be undone or were undone. */
export async function listMerges(ctx: Ctx): Promise<ReplyOf<typeof endpoints.listMerges>> {
  const merges = await queries.listMerges(ctx.db, undoableSince(ctx.deps.clock.now()));
  const data = merges.map((merge) => ({
    id: merge.id,
    client_id: merge.client_id,
    client_name: nameOf(merge),
    merged: merge.merged.map((one) => ({ id: one.id, name: nameOf(one) })),
    moved: countMoved(merge.moved ?? []),
    merged_by: merge.agent_name,
    merged_at: merge.merged_at.toISOString(),
    undone_at: merge.undone_at?.toISOString() ?? null,
  }));
  const clients = [...new Set(data.map(({ client_id }) => client_id))].map((id) => ({ id }));
  return { success: true, data, clients };
}

const nameOf = ({ first_name, last_name }: { first_name: string | null; last_name: string | null }): string =>
  [first_name, last_name].filter(Boolean).join(' ');

/** Ends the undo period of older merges. */
export const expireMerges = (deps: Pick<Deps, 'database' | 'clock'>): Promise<void> =>
  repository.expireMerges(deps.database, undoableSince(deps.clock.now()));
