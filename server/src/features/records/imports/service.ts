import type { BodyOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { isTargetOf } from '@ledgerline/contract/imports/column-targets';
import { mappedDateOrder } from '@ledgerline/contract/imports/date-order';
import type * as endpoints from '@ledgerline/contract/imports/endpoints';
import type { ImportState } from '@ledgerline/contract/imports/endpoints';
import type { RowOutcome } from '@ledgerline/contract/lists';
import { isUndoable, UNDO_IS_OVER } from '@ledgerline/contract/rules';
import { csvHeader, csvRow } from '@ledgerline/contract/rules/csv';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import { announce } from '#platform/live.ts';
import { assertFreeSpace } from '#platform/storage/free-space.ts';
import { canSeeEveryImport, canSeeImport } from './policy.ts';
import { toHead, toImport, toImportRow, toSample } from './presenter.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';
import { findingText, warning } from './rules.ts';

type Ctx = Context<AgentActor>;
type Changes = Parameters<typeof repository.changeImport>[2];
type ImportReply = { success: true; data: ReturnType<typeof toImport> };

export const IMPORT_QUEUE = 'imports';
/** Checks, so that they do not wait for long imports. */
export const IMPORT_CHECK_QUEUE = 'import-checks';
export const importQueueOf = (state: ImportState): string =>
  state === 'checking' ? IMPORT_CHECK_QUEUE : IMPORT_QUEUE;
const BUSY_STATES: ImportState[] = ['checking', 'running', 'reverting'];
const SAMPLE_ROWS = 5;
const HEAD_ROWS = 15;
const OUTCOME_BATCH = 1000;

/** The first rows of an import, and those of its sheet while another layout can be chosen. */
export async function topOf(
  ctx: Ctx,
  importRecord: repository.ImportRecord,
): Promise<{ sample: ReturnType<typeof toSample>; head: ReturnType<typeof toHead> }> {
  const rows = await repository.rowsAfter(ctx.db, importRecord.id, 0, SAMPLE_ROWS);
  const isChosen = importRecord.state === 'uploaded' || importRecord.state === 'checked';
  const top = isChosen ? await repository.sheetRowsAfter(ctx.db, importRecord, 0, HEAD_ROWS) : [];
  const { cipher } = ctx.deps;
  return { sample: toSample(cipher, importRecord, rows), head: toHead(cipher, importRecord, top) };
}

export async function listImports(ctx: Ctx): Promise<ReplyOf<typeof endpoints.listImports>> {
  const rows = await queries.listImports(ctx.db, canSeeEveryImport(ctx.actor) ? null : ctx.actor.id);
  return { success: true, data: rows.map(toImport) };
}

export async function getImport(ctx: Ctx, id: number): Promise<ReplyOf<typeof endpoints.getImport>> {
  const importRecord = visible(ctx, await repository.findImport(ctx.db, id));
  // Screens poll while a job works; the summary is worth its query once the rows no longer change.
  const findings = BUSY_STATES.includes(importRecord.state) ? [] : await queries.countFindings(ctx.db, id);
  return { success: true, data: toImport(importRecord), ...(await topOf(ctx, importRecord)), findings };
}

export async function listImportRows(
  ctx: Ctx,
  id: number,
  query: QueryOf<typeof endpoints.listImportRows>,
): Promise<ReplyOf<typeof endpoints.listImportRows>> {
  const importRecord = visible(ctx, await repository.findImport(ctx.db, id));
  const { filter, page, page_size } = query;
  const found = await queries.findRowPage(ctx.db, {
    import_id: id,
    filter,
    limit: page_size,
    offset: (page - 1) * page_size,
  });
  const rows = await queries.withRemaining(ctx.db, found.rows);
  const clients = rows.flatMap((row) => [row.client_id, ...row.matches.map((match) => match.client_id)]);
  const names = await queries.clientNames(
    ctx.db,
    clients.filter((client) => client !== null),
  );
  const data = rows.map((row) => toImportRow(ctx.deps.cipher, importRecord, row, names));
  return { success: true, data, total: found.total };
}

export async function checkImport(
  ctx: Ctx,
  id: number,
  choices: BodyOf<typeof endpoints.checkImport>,
): Promise<ImportReply> {
  const importRecord = await lockVisible(ctx, id);
  requireState(importRecord, ['uploaded', 'checked'], 'This import can no longer be checked.');
  if (choices.mapping.length !== importRecord.headers.length) {
    const message = `must name a field or null for each of the ${importRecord.headers.length} columns`;
    throw wrongField('mapping', message);
  }
  const foreign = choices.mapping.find((target) => target !== null && !isTargetOf(importRecord.kind, target));
  if (foreign)
    throw wrongField('mapping', `must not contain ${foreign} in an import of ${importRecord.kind}`);
  const duplicates = choices.duplicates ?? importRecord.duplicates;
  if (importRecord.kind === 'policies' && duplicates === 'create')
    throw wrongField('duplicates', 'must be skip or update in an import of policies');
  if (
    choices.date_order === null &&
    mappedDateOrder(choices.mapping, importRecord.date_proofs) === 'unclear'
  ) {
    throw wrongField(
      'date_order',
      'is required: the dates of this file can be read month first or day first',
    );
  }
  return startCheck(ctx, importRecord, { ...choices, duplicates });
}

export async function runImport(ctx: Ctx, id: number): Promise<ImportReply> {
  await assertFreeSpace(ctx.deps);
  const importRecord = await lockVisible(ctx, id);
  requireState(importRecord, ['checked', 'failed'], 'Only a checked import can be run.');
  await repository.removeOtherRows(ctx.db, id);
  const progress =
    importRecord.state === 'checked' ? { total_count: importRecord.row_count, done_count: 0 } : {};
  return start(ctx, importRecord, { state: 'running', ...progress });
}

export async function confirmRow(
  ctx: Ctx,
  id: number,
  row: BodyOf<typeof endpoints.confirmImportRow>,
): Promise<ImportReply> {
  const importRecord = await lockVisible(ctx, id);
  requireState(importRecord, ['checked'], 'Rows can be confirmed only between the check and the import.');
  if (!(await repository.confirmRow(ctx.db, id, row))) {
    throw new AppError('wrong_state', { message: 'This row needs no confirmation.' });
  }
  const counts = await repository.refreshCounts(ctx.db, id);
  await publishImportEvent(ctx.db, importRecord, 'updated');
  return { success: true, data: toImport({ ...importRecord, counts }) };
}

export async function revertImport(ctx: Ctx, id: number): Promise<ImportReply> {
  const importRecord = await lockVisible(ctx, id);
  requireState(importRecord, ['done', 'failed'], 'Only an import that has run can be reverted.');
  // A stopped one is continued or ended within a day.
  if (importRecord.finished_at !== null && !isUndoable(importRecord.finished_at, ctx.deps.clock.now()))
    throw new AppError('wrong_state', { message: UNDO_IS_OVER });
  await repository.skipUndone(ctx.db, id, warning('The import was reverted before it reached this row'));
  const { created, updated, reverted, kept } = await repository.refreshCounts(ctx.db, id);
  const progress = { total_count: created + updated, done_count: reverted + kept };
  return start(ctx, importRecord, { state: 'reverting', ...progress });
}

export async function deleteImport(ctx: Ctx, id: number): Promise<{ success: true; message: string }> {
  const importRecord = await lockVisible(ctx, id);
  requireState(
    importRecord,
    ['uploaded', 'checked'],
    'An import that has run cannot be removed; revert it instead.',
  );
  await repository.deleteImport(ctx.db, id);
  await publishImportEvent(ctx.db, importRecord, 'deleted');
  return { success: true, message: 'Import removed.' };
}

/** The results file, validated before the first byte is sent and then read in batches. */
export async function downloadImportOutcome(ctx: Ctx, id: number): Promise<AsyncGenerator<string>> {
  const importRecord = visible(ctx, await repository.findImport(ctx.db, id));
  const states: ImportState[] = ['checked', 'done', 'failed', 'reverting', 'reverted'];
  requireState(importRecord, states, 'This import has not been checked yet.');
  return outcomeLines(ctx, importRecord);
}

const PLANNED_OUTCOME: Record<RowOutcome, string> = {
  created: 'to create',
  updated: 'to update',
  skipped: 'to skip',
  refused: 'refused',
};

async function* outcomeLines(ctx: Ctx, importRecord: repository.ImportRecord): AsyncGenerator<string> {
  yield csvHeader(['Row', 'Outcome', 'Client id', 'Reasons', 'Revert']);
  for (let after = 0; ; ) {
    const rows = await repository.rowsAfter(ctx.db, importRecord.id, after, OUTCOME_BATCH);
    yield rows
      .map((row) =>
        csvRow([
          row.row_number,
          row.outcome ??
            (importRecord.state === 'checked' && row.plan ? PLANNED_OUTCOME[row.plan] : 'not imported'),
          row.client_id,
          reasonsOf(ctx, importRecord, row),
          row.revert,
        ]),
      )
      .join('');
    const last = rows.at(-1);
    if (!last || rows.length < OUTCOME_BATCH) return;
    after = last.row_number;
  }
}

/** The reasons for a row's outcome, with the omitted values while their cells still exist. */
function reasonsOf(ctx: Ctx, importRecord: repository.ImportRecord, row: repository.StoredImportRow): string {
  const { findings } = toImportRow(ctx.deps.cipher, importRecord, row, new Map());
  return findings.map(findingText).join('; ');
}

export function visible(
  ctx: Ctx,
  importRecord: repository.ImportRecord | undefined,
): repository.ImportRecord {
  if (!importRecord || !canSeeImport(ctx.actor, importRecord))
    throw new AppError('not_found', { message: 'Import not found.' });
  return importRecord;
}

export async function lockVisible(ctx: Ctx, id: number): Promise<repository.ImportRecord> {
  return visible(ctx, await repository.lockImport(ctx.db, id));
}

/** Why nothing can be done with an import in these states; for the others, the caller says what it needs. */
const NOT_NOW: Partial<Record<ImportState, string>> = {
  checking: 'This import is being checked. Wait until the check has ended.',
  running: 'This import is running. Wait until it has ended.',
  reverting: 'This import is being reverted. Wait until that has ended.',
  reverted: 'This import was already reverted.',
};

export function requireState(
  importRecord: repository.ImportRecord,
  states: ImportState[],
  message: string,
): void {
  const { state } = importRecord;
  if (!states.includes(state))
    throw new AppError('wrong_state', { message: NOT_NOW[state] ?? message, details: { state } });
}

/** Starts the dry run of an import whose rows and choices are stored. */
export function startCheck(
  ctx: Ctx,
  importRecord: repository.ImportRecord,
  choices: Changes,
): Promise<ImportReply> {
  const { row_count } = importRecord;
  const checked_at = ctx.deps.clock.now();
  const progress = { row_count, total_count: row_count, done_count: 0 };
  return start(ctx, importRecord, { ...choices, ...progress, state: 'checking', checked_at });
}

/** Sets the state and queues the job, both or neither. */
async function start(
  ctx: Ctx,
  importRecord: repository.ImportRecord,
  changes: Changes & { state: ImportState },
): Promise<ImportReply> {
  await repository.changeImport(ctx.db, importRecord.id, { ...changes, error: null }, ctx.deps.clock.now());
  await ctx.deps.jobs.send(ctx.db, importQueueOf(changes.state), { id: importRecord.id });
  await publishImportEvent(ctx.db, importRecord, 'updated');
  return {
    success: true,
    data: toImport((await repository.findImport(ctx.db, importRecord.id)) ?? importRecord),
  };
}

export function publishImportEvent(
  db: Database,
  importRecord: { id: number; agent_id: number | null },
  action: 'created' | 'updated' | 'deleted',
): Promise<void> {
  return announce(db, { kind: 'imports', action, ids: [importRecord.id], agent_id: importRecord.agent_id });
}
