import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/imports/endpoints';
import { type Import, MATCH_KEYS } from '@ledgerline/contract/imports/endpoints';
import type { ImportKind } from '@ledgerline/contract/imports/policy-columns';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Upload } from '#platform/http/route.ts';
import type { UploadedFile } from '#platform/http/uploaded-file.ts';
import { type Sheet, type SheetRow, SpreadsheetError } from '#platform/spreadsheet/limits.ts';
import { readSpreadsheet } from '#platform/spreadsheet/read-spreadsheet.ts';
import { encryptCells, toImport } from '../presenter.ts';
import * as repository from '../repository.ts';
import { headerProblem } from '../rules.ts';
import { publishImportEvent, topOf, visible } from '../service.ts';
import { findLayout, type Layout, layoutOf } from './rules.ts';

type Ctx = Context<AgentActor>;

const INSERT_BATCH = 250;

/** A file's sheets, and where its rows were found. */
interface StoredFile {
  file_name: string;
  sheets: Import['sheets'];
  rows: SheetRow[][];
  layout: Layout;
  kind: ImportKind;
}

/** Parses the file, which may take seconds, outside any transaction. */
export async function readImport(
  { stored: { name, bytes }, digest }: Upload<UploadedFile>,
  kind: ImportKind,
): Promise<Upload<StoredFile>> {
  const read = await readSheets(bytes);
  const rows = read.map((sheet) => sheet.rows);
  const location = findLayout(rows, kind);
  const chosen = rows[location.sheet] ?? [];
  const problem = headerProblem(chosen.find(({ number }) => number === location.header_row)?.cells ?? []);
  if (problem) throw new AppError('validation_failed', { message: problem });
  const sheets = read.map((sheet) => ({ name: sheet.name, problem: sheet.problem?.message ?? null }));
  return {
    stored: { file_name: name, sheets, rows, layout: layoutOf(chosen, location, undefined, kind), kind },
    digest,
  };
}

/** The sheets of an uploaded file, or the message why it cannot be read. */
export async function readSheets(bytes: Uint8Array): Promise<Sheet[]> {
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

/** Stores the rows of every sheet encrypted; no client changes. Returns the import's id. */
export async function storeImport(
  ctx: Ctx,
  { file_name, sheets, rows, layout, kind }: StoredFile,
): Promise<number> {
  const { actor, deps, db } = ctx;
  const isData = (sheet: number, { number }: SheetRow) =>
    sheet === layout.sheet && number > layout.header_row;
  const upload = {
    agent_id: actor.id,
    agent_name: actor.name,
    file_name,
    kind,
    sheets,
    ...layout,
    match: [...MATCH_KEYS],
    duplicates: kind === 'policies' ? ('update' as const) : ('skip' as const),
    row_count: (rows[layout.sheet] ?? []).filter((row) => isData(layout.sheet, row)).length,
  };
  const inserted = await repository.insertImport(db, upload, deps.clock.now());
  for (const [sheet, all] of rows.entries())
    await storeRows(ctx, inserted.id, all, { sheet, isData: (row) => isData(sheet, row) });
  await publishImportEvent(db, inserted, 'created');
  return inserted.id;
}

interface StoredSheet {
  sheet: number;
  isData: (row: SheetRow) => boolean;
}

/** Stores rows of a sheet, encrypted. */
export async function storeRows(
  { db, deps }: Ctx,
  importId: number,
  rows: readonly SheetRow[],
  { sheet, isData }: StoredSheet,
): Promise<void> {
  for (let start = 0; start < rows.length; start += INSERT_BATCH) {
    const batch = rows.slice(start, start + INSERT_BATCH);
    const ids = await repository.nextRowIds(db, batch.length);
    const stored = batch.map((row, position) => {
      const id = ids[position] ?? 0;
      const cells = encryptCells(deps.cipher, id, row.cells);
      return { id, sheet, row_number: row.number, is_data: isData(row), cells };
    });
    await repository.insertRows(db, importId, stored);
  }
}

export async function showUploaded(ctx: Ctx, id: number): Promise<ReplyOf<typeof endpoints.uploadImport>> {
  const importRecord = visible(ctx, await repository.findImport(ctx.db, id));
  return { success: true, id, data: toImport(importRecord), ...(await topOf(ctx, importRecord)) };
}
