import type { ImportFinding } from '@ledgerline/contract/imports/endpoints';
import { findAgentNames } from '#features/people/agents/look-up-agents.ts';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import * as listing from '../listing.ts';
import { openCells } from '../presenter.ts';
import * as repository from '../repository.ts';
import { planRow, type RowKeys, readRow, repeatedRows, rowsPerBatch } from '../rules.ts';

interface CheckedRow {
  id: number;
  row_number: number;
  findings: ImportFinding[];
  keys: RowKeys;
}

/** Says how far the plan has come, in rows. */
type Progress = (db: Database, done: number) => Promise<void>;

/**
 * Decides for every row what a run will do: reads it, finds whom it repeats among the clients and in the file, and stores
 * the plan. Starts from the beginning each time, so it can be repeated.
 */
export async function planRows(
  ctx: Context,
  made: repository.ImportRecord,
  progress: Progress,
): Promise<void> {
  const size = rowsPerBatch(made.mapping);
  const rows = await readRows(ctx, made, (done) => progress(ctx.db, Math.floor(done / 2)));
  const sound = rows.filter(({ findings }) => findings.every(({ level }) => level === 'warning'));
  const clients = await listing.findMatches(ctx.db, sound, made.match);
  const earlier = repeatedRows(sound, made.match);
  for (let start = 0; start < rows.length; start += size) {
    const planned = rows.slice(start, start + size).map((row) => {
      const found = {
        clients: clients.get(row.row_number) ?? [],
        earlier: earlier.get(row.row_number) ?? null,
      };
      return { id: row.id, matches: matchesOf(found), ...planRow(row, found, made.duplicates) };
    });
    const isStillWanted = await ctx.deps.database.transaction(async (db) => {
      // A slow job may have been overtaken by a second one, and the rows written since.
      if ((await repository.lockImport(db, made.id))?.state !== made.state) return false;
      await repository.savePlans(db, planned);
      await progress(db, Math.floor((rows.length + start + planned.length) / 2));
      return true;
    });
    if (!isStillWanted) return;
  }
}

async function readRows(
  ctx: Context,
  made: repository.ImportRecord,
  progress: (done: number) => Promise<void>,
): Promise<CheckedRow[]> {
  const policy = {
    refuseCardSecurityCode: ctx.deps.config.CARD_SECURITY_CODE === 'refuse',
    agents: await findAgentNames(ctx.db),
  };
  const size = rowsPerBatch(made.mapping);
  const checked: CheckedRow[] = [];
  for (let after = 0; ; ) {
    const batch = await repository.rowsAfter(ctx.db, made.id, after, size);
    for (const row of batch) {
      const { findings, keys } = readRow(openCells(ctx.deps.cipher, row), made.mapping, policy);
      checked.push({ id: row.id, row_number: row.row_number, findings, keys });
    }
    await progress(checked.length);
    const last = batch.at(-1);
    if (!last || batch.length < size) return checked;
    after = last.row_number;
  }
}

function matchesOf(found: {
  clients: { client_id: number; by: repository.StoredImportRow['matches'][number]['by'] }[];
  earlier: { row_number: number; by: repository.StoredImportRow['matches'][number]['by'] } | null;
}): repository.StoredImportRow['matches'] {
  return [
    ...found.clients.map(({ client_id, by }) => ({ client_id, row_number: null, by })),
    ...(found.earlier
      ? [{ client_id: null, row_number: found.earlier.row_number, by: found.earlier.by }]
      : []),
  ];
}

/** The dry run as a job: state checking → checked. */
export async function runCheck(
  ctx: Context,
  made: repository.ImportRecord,
  progress: Progress,
): Promise<void> {
  await planRows(ctx, made, progress);
  await ctx.deps.database.transaction(async (db) => {
    const current = await repository.lockImport(db, made.id);
    if (current?.state !== 'checking') return;
    const { clock } = ctx.deps;
    await repository.changeImport(db, made.id, { state: 'checked', done_count: made.row_count }, clock.now());
    await repository.refreshCounts(db, made.id);
  });
}
