import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { readPolicy } from '../check/check-rows.ts';
import { fileHeaders, junkReason } from '../layout/rules.ts';
import { NO_TARGET, skipRow } from '../planning/rules.ts';
import { cellsOf } from '../presenter.ts';
import * as repository from '../repository.ts';
import { type RecordReading, rowsPerBatch, warning } from '../rules.ts';
import { revertNext, runNext } from '../run/next-rows.ts';

type Row = repository.StoredImportRow;
type ImportRecord = repository.ImportRecord;

/** A row with its cells, and how its import reads them. */
export interface RecordRow extends Pick<Row, 'id' | 'row_number' | 'findings' | 'outcome'> {
  cells: string[];
}

type Planned = Pick<repository.PlannedRow, 'id' | 'plan' | 'findings' | 'matches'>;

/** How rows become records that are not clients; a higher feature provides it. */
export interface RecordImporter {
  /** Plans the batches of one check in order; it knows what earlier rows of the file create or update. */
  planner: (reading: RecordReading) => (ctx: Context, rows: RecordRow[]) => Promise<Planned[]>;
  run: (ctx: Context, rows: RecordRow[], reading: RecordReading) => Promise<repository.DoneRow[]>;
  /** Of rows that a run has written, the last first. */
  revert: (ctx: Context, rows: RecordRow[]) => Promise<repository.RevertedRow[]>;
}

async function readingOf(ctx: Context, importRecord: ImportRecord): Promise<RecordReading> {
  const { mapping, duplicates } = importRecord;
  return { mapping, duplicates, policy: await readPolicy(ctx, importRecord) };
}

const toRecordRow = (ctx: Context, importRecord: ImportRecord, row: Row): RecordRow => ({
  ...{ id: row.id, row_number: row.row_number, findings: row.findings, outcome: row.outcome },
  cells: cellsOf(ctx.deps.cipher, importRecord, row),
});

/** Stores what a run will do for every row; changes no record. */
export async function planRecords(
  ctx: Context,
  importRecord: ImportRecord,
  importer: RecordImporter,
  progress: (db: Database, done: number) => Promise<void>,
): Promise<void> {
  const reading = await readingOf(ctx, importRecord);
  const size = rowsPerBatch(importRecord.mapping);
  const width = fileHeaders(importRecord).length;
  const plan = importer.planner(reading);
  let done = 0;
  for (let after = 0; ; ) {
    const batch = await repository.openRowsAfter(ctx.db, importRecord.id, after, size);
    const rows = batch.map((row) => ({ ...toRecordRow(ctx, importRecord, row), findings: [] }));
    const junk = new Map(
      rows.map(({ id, cells }) => [id, junkReason(cells.slice(0, width), importRecord.headers)]),
    );
    const planned = await plan(
      ctx,
      rows.filter(({ id }) => junk.get(id) === null),
    );
    const skipped = rows.flatMap(({ id }) => {
      const message = junk.get(id);
      return message ? [{ id, matches: [], ...skipRow([warning(message)]) }] : [];
    });
    done += rows.length;
    const isStillWanted = await ctx.deps.database.transaction(async (db) => {
      if ((await repository.lockImport(db, importRecord.id))?.state !== importRecord.state) return false;
      await repository.savePlans(db, [...planned.map((row) => ({ ...NO_TARGET, ...row })), ...skipped]);
      await progress(db, done);
      return true;
    });
    const last = batch.at(-1);
    if (!isStillWanted || !last || batch.length < size) return;
    after = last.row_number;
  }
}

/** Writes the next rows. */
export function runRecords(ctx: Context, importId: number, importer: RecordImporter): Promise<boolean> {
  return runNext(ctx, importId, async (importRecord, rows) => {
    const isWritten = ({ plan }: Row) => plan === 'created' || plan === 'updated';
    const written = rows.filter(isWritten).map((row) => toRecordRow(ctx, importRecord, row));
    const done = await importer.run(ctx, written, await readingOf(ctx, importRecord));
    const others = rows
      .filter((row) => !isWritten(row))
      .map(({ id, findings, plan, matches: [match] }) => ({
        ...{ id, findings, outcome: plan ?? ('skipped' as const) },
        client_id: plan === 'skipped' ? (match?.client_id ?? null) : null,
      }));
    return [...done, ...others];
  });
}

/** Reverts the last rows. */
export function revertRecords(ctx: Context, importId: number, importer: RecordImporter): Promise<boolean> {
  return revertNext(ctx, importId, (importRecord, rows) =>
    importer.revert(
      ctx,
      rows.map((row) => toRecordRow(ctx, importRecord, row)),
    ),
  );
}
