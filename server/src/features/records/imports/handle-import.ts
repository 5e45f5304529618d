import { Readable } from 'node:stream';
import type { BodyOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { guessMapping } from '@ledgerline/contract/imports/column-guess';
import type * as endpoints from '@ledgerline/contract/imports/endpoints';
import { type ImportState, MATCH_KEYS } from '@ledgerline/contract/imports/endpoints';
import { csvRow } from '#features/records/ledger/rules.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import type { Upload } from '#platform/http/route.ts';
import type { UploadedFile } from '#platform/http/uploaded-file.ts';
import { announce } from '#platform/live.ts';
import { type SheetRow, SpreadsheetError } from '#platform/spreadsheet/limits.ts';
import { readSpreadsheet } from '#platform/spreadsheet/read-spreadsheet.ts';
import { assertFreeSpace } from '#platform/storage/free-space.ts';
import * as listing from './listing.ts';
import { canSeeEveryImport, canSeeImport } from './policy.ts';
import { sealCells, toImport, toImportRow, toSample } from './presenter.ts';
import * as repository from './repository.ts';
import { findingText, headerProblem, headersOf } from './rules.ts';

type Ctx = Context<AgentActor>;
type ImportReply = { success: true; data: ReturnType<typeof toImport> };

export const IMPORT_QUEUE = 'imports';
const BUSY_STATES: ImportState[] = ['checking', 'running', 'reverting'];
const SAMPLE_ROWS = 5;
const INSERT_BATCH = 250;
const OUTCOME_BATCH = 1000;

/** A file's rows with its column names. */
interface Sheet {
  file_name: string;
  headers: string[];
  rows: SheetRow[];
}

/** Reads the file, which may take seconds, outside any transaction. */
export async function readImport({
  kept: { name, bytes },
  digest,
}: Upload<UploadedFile>): Promise<Upload<Sheet>> {
  const [header, ...rows] = await readRows(bytes);
  const names = header?.cells ?? [];
  const problem = headerProblem(names);
  if (problem) throw new AppError('validation_failed', { message: problem });
  const headers = headersOf(
    names,
    rows.map(({ cells }) => cells.length),
  );
  return { kept: { file_name: name, headers, rows }, digest };
}

/** Stores the rows sealed; no client changes. Returns the import's id. */
export async function storeImport(ctx: Ctx, { file_name, headers, rows }: Sheet): Promise<number> {
  const { actor, deps, db } = ctx;
  const upload = {
    agent_id: actor.id,
    agent_name: actor.name,
    file_name,
    headers,
    mapping: guessMapping(headers),
    match: [...MATCH_KEYS],
    row_count: rows.length,
  };
  const inserted = await repository.insertImport(db, upload, deps.clock.now());
  for (let start = 0; start < rows.length; start += INSERT_BATCH) {
    await storeRows(ctx, inserted.id, rows.slice(start, start + INSERT_BATCH));
  }
  await tell(db, inserted, 'created');
  return inserted.id;
}

export async function showUploaded(ctx: Ctx, id: number): Promise<ReplyOf<typeof endpoints.uploadImport>> {
  const made = visible(ctx, await repository.findImport(ctx.db, id));
  return { success: true, id, data: toImport(made), sample: await sampleOf(ctx, made) };
}

async function readRows(bytes: Uint8Array): Promise<SheetRow[]> {
  try {
    return await readSpreadsheet(bytes);
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error;
    throw new AppError(error.isTooLarge ? 'too_large' : 'validation_failed', {
      message: error.message,
      cause: error,
    });
  }
}

async function storeRows(ctx: Ctx, importId: number, rows: SheetRow[]): Promise<void> {
  const ids = await repository.nextRowIds(ctx.db, rows.length);
  const sealed = rows.map(({ number, cells }, position) => {
    const id = ids[position] ?? 0;
    return { id, row_number: number, cells: sealCells(ctx.deps.cipher, id, cells) };
  });
  await repository.insertRows(ctx.db, importId, sealed);
}

async function sampleOf(ctx: Ctx, made: repository.ImportRecord): Promise<string[][]> {
  const rows = await repository.rowsAfter(ctx.db, made.id, 0, SAMPLE_ROWS);
  return toSample(ctx.deps.cipher, made, rows);
}

export async function listImports(ctx: Ctx): Promise<ReplyOf<typeof endpoints.listImports>> {
  const rows = await listing.listImports(ctx.db, canSeeEveryImport(ctx.actor) ? null : ctx.actor.id);
  return { success: true, data: rows.map(toImport) };
}

export async function getImport(ctx: Ctx, id: number): Promise<ReplyOf<typeof endpoints.getImport>> {
  const made = visible(ctx, await repository.findImport(ctx.db, id));
  // Screens ask often while a job works; the summary is worth its query once the rows stand still.
  const findings = BUSY_STATES.includes(made.state) ? [] : await listing.countFindings(ctx.db, id);
  return { success: true, data: toImport(made), sample: await sampleOf(ctx, made), findings };
}

export async function listImportRows(
  ctx: Ctx,
  id: number,
  query: QueryOf<typeof endpoints.listImportRows>,
): Promise<ReplyOf<typeof endpoints.listImportRows>> {
  const made = visible(ctx, await repository.findImport(ctx.db, id));
  const { filter, page, page_size } = query;
  const found = await listing.findRowPage(ctx.db, {
    import_id: id,
    filter,
    limit: page_size,
    offset: (page - 1) * page_size,
  });
  const clients = found.rows.flatMap((row) => [
    row.client_id,
    ...row.matches.map((match) => match.client_id),
  ]);
  const names = await listing.clientNames(
    ctx.db,
    clients.filter((client) => client !== null),
  );
  const data = found.rows.map((row) => toImportRow(ctx.deps.cipher, made, row, names));
  return { success: true, data, total: found.total };
}

export async function checkImport(
  ctx: Ctx,
  id: number,
  choices: BodyOf<typeof endpoints.checkImport>,
): Promise<ImportReply> {
  const made = await lockVisible(ctx, id);
  requireState(made, ['uploaded', 'checked'], 'This import cannot be checked any more.');
  if (choices.mapping.length !== made.headers.length) {
    const message = `must name a field or null for each of the ${made.headers.length} columns`;
    throw wrongField('mapping', message);
  }
  const checked_at = ctx.deps.clock.now();
  return start(ctx, made, {
    ...choices,
    state: 'checking',
    checked_at,
    total_count: made.row_count,
    done_count: 0,
  });
}

export async function runImport(ctx: Ctx, id: number): Promise<ImportReply> {
  await assertFreeSpace(ctx.deps);
  const made = await lockVisible(ctx, id);
  requireState(made, ['checked', 'failed'], 'Only a checked import can be run.');
  const progress = made.state === 'checked' ? { total_count: made.row_count, done_count: 0 } : {};
  return start(ctx, made, { state: 'running', ...progress });
}

export async function confirmRow(
  ctx: Ctx,
  id: number,
  row: BodyOf<typeof endpoints.confirmImportRow>,
): Promise<ImportReply> {
  const made = await lockVisible(ctx, id);
  requireState(made, ['checked'], 'Rows can be confirmed between the check and the import only.');
  if (!(await repository.confirmRow(ctx.db, id, row))) {
    throw new AppError('wrong_state', { message: 'This row needs no confirmation.' });
  }
  const counts = await repository.refreshCounts(ctx.db, id);
  await tell(ctx.db, made, 'updated');
  return { success: true, data: toImport({ ...made, counts }) };
}

export async function revertImport(ctx: Ctx, id: number): Promise<ImportReply> {
  const made = await lockVisible(ctx, id);
  requireState(made, ['done', 'failed'], 'Only an import that has run can be reverted.');
  await repository.giveUpUndone(ctx.db, id, {
    level: 'warning',
    field: null,
    message: 'The import was reverted before it came to this row',
  });
  const { created, updated, reverted, kept } = await repository.refreshCounts(ctx.db, id);
  const progress = { total_count: created + updated, done_count: reverted + kept };
  return start(ctx, made, { state: 'reverting', ...progress });
}

export async function deleteImport(ctx: Ctx, id: number): Promise<{ success: true; message: string }> {
  const made = await lockVisible(ctx, id);
  requireState(made, ['uploaded', 'checked'], 'An import that has run cannot be removed; revert it instead.');
  await repository.deleteImport(ctx.db, id);
  await tell(ctx.db, made, 'deleted');
  return { success: true, message: 'Import removed.' };
}

/** The outcome file, checked before the first byte leaves and then read in batches. */
export async function downloadImportOutcome(ctx: Ctx, id: number): Promise<Readable> {
  const made = visible(ctx, await repository.findImport(ctx.db, id));
  requireState(made, ['done', 'failed', 'reverting', 'reverted'], 'This import has not run yet.');
  return Readable.from(outcomeLines(ctx, id));
}

async function* outcomeLines(ctx: Ctx, id: number): AsyncGenerator<string> {
  yield `\uFEFF${csvRow(['Row', 'Outcome', 'Client id', 'Reasons', 'Revert'])}`;
  for (let after = 0; ; ) {
    const rows = await repository.rowsAfter(ctx.db, id, after, OUTCOME_BATCH);
    yield rows
      .map((row) =>
        csvRow([
          row.row_number,
          row.outcome ?? 'not imported',
          row.client_id,
          row.findings.map(findingText).join('; '),
          row.revert,
        ]),
      )
      .join('');
    const last = rows.at(-1);
    if (!last || rows.length < OUTCOME_BATCH) return;
    after = last.row_number;
  }
}

function visible(ctx: Ctx, made: repository.ImportRecord | undefined): repository.ImportRecord {
  if (!made || !canSeeImport(ctx.actor, made))
    throw new AppError('not_found', { message: 'Import not found.' });
  return made;
}

async function lockVisible(ctx: Ctx, id: number): Promise<repository.ImportRecord> {
  return visible(ctx, await repository.lockImport(ctx.db, id));
}

function requireState(made: repository.ImportRecord, states: ImportState[], message: string): void {
  if (!states.includes(made.state))
    throw new AppError('wrong_state', { message, details: { state: made.state } });
}

/** Sets the state and hands the work to the queue, both or neither. */
async function start(
  ctx: Ctx,
  made: repository.ImportRecord,
  changes: Parameters<typeof repository.changeImport>[2],
): Promise<ImportReply> {
  await repository.changeImport(ctx.db, made.id, { ...changes, error: null }, ctx.deps.clock.now());
  await ctx.deps.jobs.send(ctx.db, IMPORT_QUEUE, { id: made.id });
  await tell(ctx.db, made, 'updated');
  return { success: true, data: toImport((await repository.findImport(ctx.db, made.id)) ?? made) };
}

export function tell(
  db: Database,
  made: { id: number; agent_id: number | null },
  action: 'created' | 'updated' | 'deleted',
): Promise<void> {
  return announce(db, { kind: 'imports', action, ids: [made.id], agent_id: made.agent_id });
}
