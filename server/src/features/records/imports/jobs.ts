import type { ImportState } from '@ledgerline/contract/imports/endpoints';
import { withAccessScopeOf } from '#features/people/teams/access-scope.ts';
import type { CountRelated } from '#features/records/clients/service.ts';
import { agentContext, type Context, type Deps, systemContext } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { isOutage } from '#platform/errors.ts';
import { inBatches, throttle } from '#platform/jobs/batches.ts';
import { idPayload, type JobHandler, jobWithPayload } from '#platform/jobs/jobs.ts';
import { planRows, runCheck } from './check/check-rows.ts';
import { planRecords, type RecordImporter, revertRecords, runRecords } from './kinds/import-records.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';
import { revertBatch } from './revert/revert-batch.ts';
import { warning } from './rules.ts';
import { notifyImportEnded } from './run/next-rows.ts';
import { renewPlans, runBatch } from './run/run-batch.ts';
import { IMPORT_CHECK_QUEUE, IMPORT_QUEUE, importQueueOf, publishImportEvent } from './service.ts';

const STALLED_MS = 60_000;
const ABANDONED_MS = 86_400_000;

/** What features outside the imports provide. */
interface How {
  countRelated: CountRelated;
  importPolicies: RecordImporter;
}

/** The dry run, the run and the revert of imports, and the scheduled job that resumes and cleans them up. */
export function importJobs(
  deps: Deps,
  countRelated: CountRelated,
  importPolicies: RecordImporter,
): JobHandler[] {
  const how = { countRelated, importPolicies };
  return [
    ...[IMPORT_QUEUE, IMPORT_CHECK_QUEUE].map((queue) =>
      jobWithPayload({
        ...{ queue, kind: 'import', payload: idPayload },
        work: ({ id }) => runJob(deps, id, how),
      }),
    ),
    { queue: 'imports-tending', cron: '* * * * *', work: () => resumeAndCleanImports(deps) },
  ];
}

/**
 * An import runs with the access scope of the agent who created it, so duplicates are matched among those
 * clients.
 */
async function runJob(deps: Deps, id: number, how: How): Promise<void> {
  const importRecord = await repository.findImport(deps.database, id);
  if (!importRecord) return;
  const work = () => workOn(deps, importRecord, how);
  await (importRecord.agent_id === null
    ? work()
    : withAccessScopeOf(deps.database, importRecord.agent_id, work));
}

/** Does what the import's state requires; does nothing if there is nothing to do. */
async function workOn(deps: Deps, importRecord: repository.ImportRecord, how: How): Promise<void> {
  const ctx = contextOf(deps, importRecord);
  try {
    await (importRecord.kind === 'policies'
      ? workOnRecords(ctx, importRecord, how.importPolicies)
      : workOnClients(ctx, importRecord, how.countRelated));
  } catch (error) {
    // Not a failure of the import, which resumes as soon as the database is back: the queue retries.
    if (isOutage(error)) throw error;
    deps.log.error({ err: error, import: importRecord.id, state: importRecord.state }, 'import stopped');
    await stop(ctx, importRecord);
  }
  await publishImportEvent(deps.database, importRecord, 'updated');
}

async function workOnClients(
  ctx: Context,
  importRecord: repository.ImportRecord,
  countRelated: CountRelated,
): Promise<void> {
  const { id, state } = importRecord;
  const progress = progressReporter(ctx, importRecord);
  if (state === 'checking') await runCheck(ctx, importRecord, () => planRows(ctx, importRecord, progress));
  if (state === 'running') {
    await renewPlans(ctx, importRecord);
    await runBatches(ctx, importRecord, (batch) => runBatch(batch, id));
  }
  if (state === 'reverting')
    await runBatches(ctx, importRecord, (batch) => revertBatch(batch, id, countRelated));
}

async function workOnRecords(
  ctx: Context,
  importRecord: repository.ImportRecord,
  importer: RecordImporter,
): Promise<void> {
  const { id, state } = importRecord;
  const progress = progressReporter(ctx, importRecord);
  if (state === 'checking')
    await runCheck(ctx, importRecord, () => planRecords(ctx, importRecord, importer, progress));
  if (state === 'running') await runBatches(ctx, importRecord, (batch) => runRecords(batch, id, importer));
  if (state === 'reverting')
    await runBatches(ctx, importRecord, (batch) => revertRecords(batch, id, importer));
}

/** Everything an import writes is attributed to the agent who created it. */
function contextOf(deps: Deps, { id, agent_id, agent_name }: repository.ImportRecord): Context {
  const requestId = `import:${id}`;
  if (agent_id === null) return systemContext(deps, deps.database, requestId);
  return agentContext(deps, { id: agent_id, name: agent_name }, requestId);
}

function progressReporter(ctx: Context, importRecord: repository.ImportRecord) {
  const isDue = throttle(ctx.deps.clock);
  return async (db: Database, done_count: number) => {
    await repository.changeImport(db, importRecord.id, { done_count }, ctx.deps.clock.now());
    if (isDue()) await publishImportEvent(db, importRecord, 'updated');
  };
}

/** The batches of a run or a revert, with progress. */
function runBatches(
  ctx: Context,
  importRecord: repository.ImportRecord,
  work: (ctx: Context) => Promise<boolean>,
): Promise<void> {
  const isDue = throttle(ctx.deps.clock);
  return inBatches(ctx.deps.database, async (db) => {
    const more = await work({ ...ctx, db });
    if (more && isDue()) {
      await repository.refreshCounts(db, importRecord.id);
      await publishImportEvent(db, importRecord, 'updated');
    }
    return more;
  });
}

/** The state after a failed job: written rows stay, and the agent can continue. */
function afterFailure(state: ImportState): { state: ImportState; error: string } | null {
  const error = 'stopped because of an unexpected error.';
  if (state === 'checking') return { state: 'uploaded', error: `The check ${error} Please check again.` };
  if (state === 'reverting') return { state: 'done', error: `The revert ${error} Please revert again.` };
  if (state !== 'running') return null;
  return { state: 'failed', error: `The import ${error} Continue it, or revert the rows already written.` };
}

async function stop(ctx: Context, importRecord: repository.ImportRecord): Promise<void> {
  const { database, clock } = ctx.deps;
  const changes = afterFailure(importRecord.state);
  await database.transaction(async (db) => {
    const current = await repository.lockImport(db, importRecord.id);
    if (current?.state !== importRecord.state || changes === null) return;
    await repository.changeImport(db, importRecord.id, changes, clock.now());
    if (changes.state === 'failed') await notifyImportEnded({ ...ctx, db }, importRecord, 'stopped');
  });
}

/**
 * Requeues imports whose server stopped, and removes the cells of those that were not continued for a day.
 */
async function resumeAndCleanImports(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (const { id, state } of await queries.findStalled(
    deps.database,
    new Date(now.getTime() - STALLED_MS),
  )) {
    await deps.database.transaction(async (db) => {
      await repository.changeImport(db, id, {}, now);
      await deps.jobs.send(db, importQueueOf(state), { id });
    });
  }
  for (const importRecord of await queries.findAbandoned(
    deps.database,
    new Date(now.getTime() - ABANDONED_MS),
  )) {
    await deps.database.transaction((db) => cleanAbandoned(db, importRecord, now));
  }
}

async function cleanAbandoned(db: Database, importRecord: repository.ImportRecord, now: Date): Promise<void> {
  const current = await repository.lockImport(db, importRecord.id);
  if (current?.state !== importRecord.state) return;
  if (importRecord.state !== 'failed') {
    await repository.deleteImport(db, importRecord.id);
    await publishImportEvent(db, importRecord, 'deleted');
    return;
  }
  await repository.skipUndone(
    db,
    importRecord.id,
    warning('The import stopped and was not resumed within a day'),
  );
  await repository.changeImport(db, importRecord.id, { state: 'done', finished_at: now }, now);
  await repository.refreshCounts(db, importRecord.id);
  await publishImportEvent(db, importRecord, 'updated');
}
