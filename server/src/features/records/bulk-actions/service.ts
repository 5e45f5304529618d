import type * as endpoints from '@ledgerline/contract/bulk-actions/endpoints';
import type {
  ItemState,
  Operation,
  OperationSample,
  OperationState,
} from '@ledgerline/contract/bulk-actions/endpoints';
import type { BodyOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { UNDO_IS_OVER } from '@ledgerline/contract/rules';
import { csvHeader, csvRow } from '@ledgerline/contract/rules/csv';
import { auditAction } from '#platform/audit/audit.ts';
import { assertRecentlyReauthenticated } from '#platform/auth/reauthentication.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { announce } from '#platform/live.ts';
import { actionOf, type BulkAction, type BulkActions, type Ctx } from './bulk-action.ts';
import { canSeeEveryOperation, canSeeOperation } from './policy.ts';
import { canUndo, encryptParams, runnableAction, storedAction, toOperation } from './presenter.ts';
import * as queries from './queries.ts';
import { queueOf } from './queue.ts';
import * as repository from './repository.ts';
import { named, noneLeft, planItems, sampleOf, selectedIds } from './selected-records.ts';

type Answer = { success: true; data: Operation };

/** Names the audit rows of an operation; those of its undo end with `:undo`. */
export const operationName = (id: number): string => `bulk:${id}`;

const SAMPLE_ROWS = 8;
const PLAN_BATCH = 5000;
const CSV_BATCH = 1000;

/** A draft with the outcome that each selected record would have. */
export async function createOperation(
  ctx: Ctx,
  actions: BulkActions,
  { action: input, selection }: BodyOf<typeof endpoints.createOperation>,
): Promise<ReplyOf<typeof endpoints.createOperation>> {
  const action = actionOf(actions, input);
  await action.check(ctx);
  const ids = await selectedIds(ctx, action, selection);
  const now = ctx.deps.clock.now();
  const { id: agent_id, name: agent_name } = ctx.actor;
  const { id } = await repository.insertOperation(ctx.db, { agent_id, agent_name, kind: input.kind }, now);
  const planned = { skipped: 0, rejected: 0, missing: 0 };
  for (let start = 0; start < ids.length; start += PLAN_BATCH) {
    const items = await planItems(ctx, action, ids.slice(start, start + PLAN_BATCH));
    await repository.insertItems(ctx.db, id, items);
    for (const { state, client_id } of items) {
      if (state === 'skipped' || state === 'rejected') planned[state] += 1;
      if (client_id === null) planned.missing += 1;
    }
  }
  const { missing, ...counts } = planned;
  if (missing === ids.length) throw noneLeft(action);
  const params = encryptParams(ctx.deps, id, input);
  await repository.changeOperation(ctx.db, id, { params, total: ids.length, ...counts }, now);
  return { success: true, id, ...(await detailsOf(ctx, actions, id)) };
}

async function detailsOf(
  ctx: Ctx,
  actions: BulkActions,
  id: number,
): Promise<{ data: Operation; sample: OperationSample; balance_cents: number | null }> {
  const row = visible(ctx, await queries.findListed(ctx.db, id));
  const data = toOperation(ctx.deps, row);
  if (row.state !== 'draft') return { data, sample: [], balance_cents: null };
  const action = runnable(ctx, actions, row);
  const sample = await sampleOf(ctx, action, await queries.firstPending(ctx.db, id, SAMPLE_ROWS));
  const balance_cents = action.records
    ? await action.records.balance(ctx, await queries.pendingIds(ctx.db, id))
    : null;
  return { data, sample, balance_cents };
}

const runnable = ({ deps }: Ctx, actions: BulkActions, row: repository.OperationRow): BulkAction =>
  actionOf(actions, runnableAction(deps, row));

/** How the records of an operation are named; edits that were recorded are of clients. */
function namesOf(ctx: Ctx, actions: BulkActions, row: repository.OperationRow): Pick<BulkAction, 'records'> {
  return 'operation' in storedAction(ctx.deps, row).params ? {} : runnable(ctx, actions, row);
}

export async function listOperations(ctx: Ctx): Promise<ReplyOf<typeof endpoints.listOperations>> {
  const rows = await queries.listOperations(ctx.db, canSeeEveryOperation(ctx.actor) ? null : ctx.actor.id);
  return { success: true, data: rows.map((row) => toOperation(ctx.deps, row)) };
}

export async function getOperation(
  ctx: Ctx,
  actions: BulkActions,
  id: number,
): Promise<ReplyOf<typeof endpoints.getOperation>> {
  return { success: true, ...(await detailsOf(ctx, actions, id)) };
}

export async function listOperationItems(
  ctx: Ctx,
  actions: BulkActions,
  id: number,
  { show, page, page_size }: QueryOf<typeof endpoints.listOperationItems>,
): Promise<ReplyOf<typeof endpoints.listOperationItems>> {
  const row = visible(ctx, await repository.findOperation(ctx.db, id));
  const view = { operation_id: id, show, limit: page_size, offset: (page - 1) * page_size };
  const { rows, total } = await queries.findItemPage(ctx.db, view);
  return { success: true, data: await named(ctx, namesOf(ctx, actions, row), rows), total };
}

export async function runOperation(ctx: Ctx, actions: BulkActions, id: number): Promise<Answer> {
  const row = await lockVisible(ctx, id);
  requireState(row, 'draft', 'This bulk action has already been started.');
  // Its job writes in the name of the agent who chose the clients.
  if (row.agent_id !== ctx.actor.id)
    throw new AppError('not_allowed', { message: 'Only the agent who prepared a bulk action can start it.' });
  if (runnable(ctx, actions, row).needsReauthentication) assertRecentlyReauthenticated(ctx.deps, ctx.actor);
  await auditAction(ctx, 'bulk_started', 'operation', id, {
    new_value: { kind: row.kind, total: row.total },
  });
  return start(ctx, row, { state: 'running', started_at: ctx.deps.clock.now() });
}

const STOPPED = 'The action was stopped before it reached this record';

export async function stopOperation(ctx: Ctx, id: number): Promise<Answer> {
  const row = await lockVisible(ctx, id);
  requireState(row, 'running', 'This bulk action is not running.');
  await repository.endPending(ctx.db, id, { state: 'skipped', reason: STOPPED });
  if (row.waiting_since !== null) {
    // Its job would end it only after the wait.
    await repository.changeOperation(ctx.db, id, { waiting_since: null }, ctx.deps.clock.now());
    await ctx.deps.jobs.send(ctx.db, queueOf(row.kind), { id });
  }
  await auditAction(ctx, 'bulk_stopped', 'operation', id);
  return answer(ctx, id);
}

export async function undoOperation(ctx: Ctx, id: number): Promise<Answer> {
  const row = await lockVisible(ctx, id);
  if (!canUndo(row, ctx.deps.clock.now()))
    throw new AppError('wrong_state', { message: undoProblem(row, ctx.deps.clock.now()) });
  await auditAction(ctx, 'bulk_undo_started', 'operation', id);
  await repository.reopenKept(ctx.db, id);
  return start(ctx, row, { state: 'undoing', undone_by: ctx.actor.id });
}

function undoProblem({ state, kept, undo_until }: repository.OperationRow, now: Date): string {
  if (state === 'running') return 'This bulk action is still running. Stop it or wait, then undo it.';
  if (state === 'undoing') return 'This bulk action is already being undone.';
  if (state === 'undone' && kept === 0) return 'This has already been undone.';
  if (state === 'draft') return 'This bulk action has not changed anything.';
  if (undo_until === null) return 'This kind of bulk action cannot be undone.';
  return now < undo_until ? 'This action changed nothing, so there is nothing to undo.' : UNDO_IS_OVER;
}

export async function deleteOperation(ctx: Ctx, id: number): Promise<{ success: true; message: string }> {
  requireState(await lockVisible(ctx, id), 'draft', 'A bulk action that has run cannot be discarded.');
  await repository.deleteOperation(ctx.db, id);
  return { success: true, message: 'Preview discarded.' };
}

/** The outcome as CSV, validated before the first byte is sent and then read in batches. */
export async function downloadOperation(
  ctx: Ctx,
  actions: BulkActions,
  id: number,
): Promise<AsyncGenerator<string>> {
  const row = visible(ctx, await repository.findOperation(ctx.db, id));
  return outcomeLines(ctx, row, namesOf(ctx, actions, row));
}

const OUTCOMES: Record<ItemState, string> = {
  pending: 'not processed',
  changed: 'changed',
  skipped: 'skipped',
  rejected: 'rejected',
};

async function* outcomeLines(
  ctx: Ctx,
  { id, state }: repository.OperationRow,
  names: Pick<BulkAction, 'records'>,
): AsyncGenerator<string> {
  yield csvHeader(['Id', names.records ? 'Invoice' : 'Client', 'Outcome', 'Reason', 'Undo']);
  for (let after = 0; ; ) {
    const items = await named(ctx, names, await queries.itemsAfter(ctx.db, id, after, CSV_BATCH));
    const outcome = (of: ItemState) => (of === 'pending' && state === 'draft' ? 'to change' : OUTCOMES[of]);
    yield items
      .map((item) => csvRow([item.record_id, item.label, outcome(item.state), item.reason, item.undo]))
      .join('');
    const last = items.at(-1);
    if (!last || items.length < CSV_BATCH) return;
    after = last.record_id;
  }
}

function visible<Row extends repository.OperationRow>(ctx: Ctx, row: Row | undefined): Row {
  if (!row || !canSeeOperation(ctx.actor, row))
    throw new AppError('not_found', { message: 'Bulk action not found.' });
  return row;
}

async function lockVisible(ctx: Ctx, id: number): Promise<repository.OperationRow> {
  return visible(ctx, await repository.lockOperation(ctx.db, id));
}

function requireState({ state }: repository.OperationRow, wanted: OperationState, message: string): void {
  if (state !== wanted) throw new AppError('wrong_state', { message, details: { state } });
}

/** Sets the state and queues the job, both or neither. */
async function start(
  ctx: Ctx,
  { id, kind }: repository.OperationRow,
  changes: Parameters<typeof repository.changeOperation>[2],
): Promise<Answer> {
  await repository.changeOperation(ctx.db, id, changes, ctx.deps.clock.now());
  await ctx.deps.jobs.send(ctx.db, queueOf(kind), { id });
  return answer(ctx, id);
}

async function answer(ctx: Ctx, id: number): Promise<Answer> {
  const row = visible(ctx, await queries.findListed(ctx.db, id));
  await publishOperationEvent(ctx.db, row);
  return { success: true, data: toOperation(ctx.deps, row) };
}

export function publishOperationEvent(
  db: Database,
  { id, agent_id }: Pick<repository.OperationRow, 'id' | 'agent_id'>,
): Promise<void> {
  return announce(db, { kind: 'operations', action: 'updated', ids: [id], agent_id });
}
