import type { ImportFinding } from '@ledgerline/contract/imports/endpoints';
import { findAgentNames } from '#features/people/agents/find-agents.ts';
import { type Candidate, findEarlierRows, type Person } from '#features/records/clients/matching/rules.ts';
import { findPeople } from '#features/records/clients/service.ts';
import { brokerageDay, type Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { fileHeaders, junkReason } from '../layout/rules.ts';
import { type Confirmation, planRow, skipRow } from '../planning/rules.ts';
import { cellsOf } from '../presenter.ts';
import * as repository from '../repository.ts';
import { orderOf, type ReadPolicy, readRow, rowsPerBatch, warning } from '../rules.ts';

interface CheckedRow {
  id: number;
  row_number: number;
  findings: ImportFinding[];
  person: Person;
  before: Confirmation;
  /** A row that is not a client, such as totals. */
  isJunk: boolean;
}

/** Reports the progress of the plan, in rows. */
type Progress = (db: Database, done: number) => Promise<void>;

/**
 * Decides for every row what a run will do: reads it, finds matches among the clients and in the file, and
 * stores the plan. Always starts from the beginning, so it can be repeated.
 */
export async function planRows(
  ctx: Context,
  importRecord: repository.ImportRecord,
  progress: Progress,
): Promise<void> {
  const size = rowsPerBatch(importRecord.mapping);
  const rows = await readRows(ctx, importRecord, (done) => progress(ctx.db, Math.floor(done / 2)));
  const sound = rows.filter(
    ({ findings, isJunk }) => !isJunk && findings.every(({ level }) => level === 'warning'),
  );
  const clients = await findPeople(
    ctx.db,
    sound.map(({ person }) => person),
    importRecord.match,
  );
  const earlier = findEarlierRows(sound, importRecord.match);
  // A new dry run starts without confirmations; a run that plans again keeps those that still apply.
  const isRun = importRecord.state === 'running';
  for (let start = 0; start < rows.length; start += size) {
    const planned = rows.slice(start, start + size).map((row) => {
      if (row.isJunk) return { id: row.id, matches: [], ...skipRow(row.findings) };
      const found = { clients: clients.find(row.person), earlier: earlier.get(row.row_number) ?? [] };
      const plan = planRow(row, found, importRecord.duplicates, isRun ? row.before : undefined);
      return { id: row.id, matches: matchesOf(found), ...plan };
    });
    const isStillWanted = await ctx.deps.database.transaction(async (db) => {
      // A second job may have overtaken a slow one and written the rows in the meantime.
      if ((await repository.lockImport(db, importRecord.id))?.state !== importRecord.state) return false;
      await repository.savePlans(db, planned);
      await progress(db, Math.floor((rows.length + start + planned.length) / 2));
      return true;
    });
    if (!isStillWanted) return;
  }
}

/** The settings that decide which cells are omitted, in the check and in the run alike. */
export async function readPolicy(ctx: Context, importRecord: repository.ImportRecord): Promise<ReadPolicy> {
  return {
    rejectsCardSecurityCode: ctx.deps.config.CARD_SECURITY_CODE === 'refuse',
    agents: await findAgentNames(ctx.db),
    today: brokerageDay(ctx.deps),
    dateOrder: orderOf(importRecord),
  };
}

async function readRows(
  ctx: Context,
  importRecord: repository.ImportRecord,
  progress: (done: number) => Promise<void>,
): Promise<CheckedRow[]> {
  const policy = await readPolicy(ctx, importRecord);
  const size = rowsPerBatch(importRecord.mapping);
  const checked: CheckedRow[] = [];
  for (let after = 0; ; ) {
    const batch = await repository.openRowsAfter(ctx.db, importRecord.id, after, size);
    for (const row of batch) {
      const cells = cellsOf(ctx.deps.cipher, importRecord, row);
      // Split names are not separate cells of the file.
      const junk = junkReason(cells.slice(0, fileHeaders(importRecord).length), importRecord.headers);
      const { findings, person } = readRow(cells, importRecord.mapping, policy);
      checked.push({
        id: row.id,
        row_number: row.row_number,
        findings: junk === null ? findings : [warning(junk)],
        person,
        before: row,
        isJunk: junk !== null,
      });
    }
    await progress(checked.length);
    const last = batch.at(-1);
    if (!last || batch.length < size) return checked;
    after = last.row_number;
  }
}

const SHOWN_MATCHES = 5;

/** The matches of a row, best first; members of a household are not matches. */
function matchesOf(found: {
  clients: Candidate<number>[];
  earlier: Candidate<number>[];
}): repository.StoredImportRow['matches'] {
  const shown = (candidates: Candidate<number>[]) =>
    candidates.filter(({ relation }) => relation !== 'household').slice(0, SHOWN_MATCHES);
  return [
    ...shown(found.clients).map(({ id, by }) => ({ client_id: id, row_number: null, by })),
    ...shown(found.earlier).map(({ id, by }) => ({ client_id: null, row_number: id, by })),
  ];
}

/** The dry run as a job: state checking → checked. */
export async function runCheck(
  ctx: Context,
  importRecord: repository.ImportRecord,
  plan: () => Promise<void>,
): Promise<void> {
  await plan();
  await ctx.deps.database.transaction(async (db) => {
    const current = await repository.lockImport(db, importRecord.id);
    if (current?.state !== 'checking') return;
    const { clock } = ctx.deps;
    await repository.changeImport(
      db,
      importRecord.id,
      { state: 'checked', done_count: importRecord.row_count },
      clock.now(),
    );
    await repository.refreshCounts(db, importRecord.id);
  });
}
