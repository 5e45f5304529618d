import { notifyAgents } from '#features/people/notifications/notify-agents.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { removeNamesOfImport } from '#platform/database/delete-related-data.ts';
import { withRemaining } from '../queries.ts';
import * as repository from '../repository.ts';
import { rowsPerBatch } from '../rules.ts';

type Row = repository.StoredImportRow;

/** Names the audit rows of an import. */
export const operationOf = (importId: number) => `import:${importId}`;

/** What changes the records of the next rows; returns what became of each. */
type Work<Done> = (importRecord: repository.ImportRecord, rows: Row[]) => Promise<Done[]>;

interface Phase<Done> {
  state: 'running' | 'reverting';
  action: 'imported' | 'import_reverted';
  nextRows: (db: Database, importId: number, limit: number) => Promise<Row[]>;
  save: (db: Database, done: Done[]) => Promise<void>;
}

const RUN: Phase<repository.DoneRow> = {
  ...{ state: 'running', action: 'imported' },
  ...{ nextRows: repository.undoneRows, save: repository.saveOutcomes },
};
const REVERT: Phase<repository.RevertedRow> = {
  ...{ state: 'reverting', action: 'import_reverted' },
  ...{ nextRows: repository.unrevertedRows, save: repository.saveReverts },
};

/** Writes the next rows and their outcomes. False when nothing is left to do. */
export const runNext = (ctx: Context, importId: number, work: Work<repository.DoneRow>): Promise<boolean> =>
  processNext(ctx, importId, RUN, async (importRecord, rows) =>
    work(importRecord, await withRemaining(ctx.db, rows)),
  );

/** Reverts the last rows that are not reverted yet, and records it. False when nothing is left to do. */
export const revertNext = (
  ctx: Context,
  importId: number,
  work: Work<repository.RevertedRow>,
): Promise<boolean> => processNext(ctx, importId, REVERT, work);

/** In the caller's transaction, so that a repeated job resumes where the last one stopped. */
async function processNext<Done>(
  ctx: Context,
  importId: number,
  { state, action, nextRows, save }: Phase<Done>,
  work: Work<Done>,
): Promise<boolean> {
  const importRecord = await repository.lockImport(ctx.db, importId);
  if (importRecord?.state !== state) return false;
  const rows = await nextRows(ctx.db, importId, rowsPerBatch(importRecord.mapping));
  if (rows.length === 0) {
    await finish(ctx, importRecord, action);
    return false;
  }
  await save(ctx.db, await work(importRecord, rows));
  const done_count = importRecord.done_count + rows.length;
  await repository.changeImport(ctx.db, importId, { done_count, error: null }, ctx.deps.clock.now());
  return true;
}

/** Records that the last row of a run or a revert is done. */
async function finish(
  ctx: Context,
  importRecord: repository.ImportRecord,
  action: 'imported' | 'import_reverted',
): Promise<void> {
  const end =
    action === 'imported'
      ? ({ state: 'done', done_count: importRecord.row_count } as const)
      : ({ state: 'reverted', done_count: importRecord.total_count } as const);
  const now = ctx.deps.clock.now();
  await repository.changeImport(ctx.db, importRecord.id, { ...end, finished_at: now, error: null }, now);
  const counts = await repository.refreshCounts(ctx.db, importRecord.id);
  await auditAction(ctx, action, 'import', importRecord.id, { new_value: counts });
  if (action === 'imported') await notifyImportEnded(ctx, importRecord, 'done');
  await removeNamesOfImport(ctx.db, importRecord.id);
}

/**
 * Notifies the agent who created the import that its run is over, completed or stopped; a run that was
 * continued may stop again.
 */
export async function notifyImportEnded(
  ctx: Context,
  { id, agent_id, file_name }: repository.ImportRecord,
  how: 'done' | 'stopped',
): Promise<void> {
  if (agent_id === null) return;
  const event = `${id}:${how}:${ctx.deps.clock.now().toISOString()}`;
  await notifyAgents(ctx, { kind: 'import_ended', event, about: file_name, to: agent_id, import_id: id });
}
