import type { ImportState } from '@ledgerline/contract/imports/endpoints';
import { NO_FLAGS } from '@ledgerline/contract/rules';
import { inSightOf } from '#features/people/teams/access-scope.ts';
import type { CountRelated } from '#features/records/clients/service.ts';
import type { Context, Deps } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { isOutage, toAppError } from '#platform/errors.ts';
import { idPayload, type JobHandler, jobWithPayload } from '#platform/jobs/jobs.ts';
import { runCheck } from './check/check-rows.ts';
import { IMPORT_QUEUE, tell } from './service.ts';
import * as listing from './queries.ts';
import * as repository from './repository.ts';
import { revertBatch } from './revert/revert-batch.ts';
import { renewPlans, runBatch, tellOfEnd } from './run/run-batch.ts';

const STALLED_MS = 60_000;
const ABANDONED_MS = 86_400_000;
/** Screens hear of progress at most four times a second. */
const ANNOUNCE_MS = 250;
const MAX_ATTEMPTS = 4;

/** The dry run, the run and the revert of imports, and the clock that resumes and tidies them. */
export function importJobs(deps: Deps, countRelated: CountRelated): JobHandler[] {
  return [
    jobWithPayload({
      queue: IMPORT_QUEUE,
      kind: 'import',
      payload: idPayload,
      work: ({ id }) => take(deps, id, countRelated),
    }),
    { queue: 'imports-tending', cron: '* * * * *', work: () => tendImports(deps) },
  ];
}

/** Whoever made an import sees of clients what he would see if he asked: duplicates are looked for among those. */
async function take(deps: Deps, id: number, countRelated: CountRelated): Promise<void> {
  const made = await repository.findImport(deps.database, id);
  if (!made) return;
  const work = () => workOn(deps, made, countRelated);
  await (made.agent_id === null ? work() : inSightOf(deps.database, made.agent_id, work));
}

/** Does what the import's state asks for; a job that finds nothing to do ends. */
async function workOn(deps: Deps, made: repository.ImportRecord, countRelated: CountRelated): Promise<void> {
  const { id } = made;
  const ctx = agentContext(deps, made);
  try {
    if (made.state === 'checking') await runCheck(ctx, made, progressTeller(ctx, made));
    if (made.state === 'running') {
      await renewPlans(ctx, made);
      await inBatches(ctx, made, (batch) => runBatch(batch, id));
    }
    if (made.state === 'reverting') {
      await inBatches(ctx, made, (batch) => revertBatch(batch, id, countRelated));
    }
  } catch (error) {
    // The import is not at fault and goes on as soon as the database is back: the queue tries again.
    if (isOutage(error)) throw error;
    deps.log.error({ err: error, import: id, state: made.state }, 'import stopped');
    await stop(ctx, made);
  }
  await tell(deps.database, made, 'updated');
}

/** Everything an import writes is written in the name of the agent who made it. */
function agentContext(deps: Deps, made: repository.ImportRecord): Context {
  return {
    actor:
      made.agent_id === null
        ? { kind: 'system' }
        : { kind: 'agent', id: made.agent_id, name: made.agent_name, signInId: 0, ...NO_FLAGS },
    db: deps.database,
    deps,
    requestId: `import:${made.id}`,
    address: '',
    tab: undefined,
  };
}

function progressTeller(ctx: Context, made: repository.ImportRecord) {
  const isDue = throttle(ctx.deps);
  return async (db: Database, done_count: number) => {
    await repository.changeImport(db, made.id, { done_count }, ctx.deps.clock.now());
    if (isDue()) await tell(db, made, 'updated');
  };
}

function throttle(deps: Deps): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = deps.clock.now().getTime();
    if (now - last < ANNOUNCE_MS) return false;
    last = now;
    return true;
  };
}

/** One transaction per batch; a batch that met another writer's lock or a lost connection is tried again. */
async function inBatches(
  ctx: Context,
  made: repository.ImportRecord,
  work: (ctx: Context) => Promise<boolean>,
): Promise<void> {
  const isDue = throttle(ctx.deps);
  for (let attempt = 1; ; ) {
    try {
      const isMore = await ctx.deps.database.transaction(async (db) => {
        const more = await work({ ...ctx, db });
        if (more && isDue()) {
          await repository.refreshCounts(db, made.id);
          await tell(db, made, 'updated');
        }
        return more;
      });
      if (!isMore) return;
      attempt = 1;
    } catch (error) {
      const isPassing = ['conflict', 'unavailable'].includes(toAppError(error).code);
      if (!isPassing || attempt >= MAX_ATTEMPTS) throw error;
      attempt += 1;
    }
  }
}

/** Where a job that failed leaves its import: what is written stays written, and the agent can go on. */
function afterFailure(state: ImportState): { state: ImportState; error: string } | null {
  const error = 'stopped because of an unexpected error.';
  if (state === 'checking') return { state: 'uploaded', error: `The check ${error} Please check again.` };
  if (state === 'reverting') return { state: 'done', error: `The revert ${error} Please revert again.` };
  if (state !== 'running') return null;
  return { state: 'failed', error: `The import ${error} Continue it, or revert the rows already written.` };
}

async function stop(ctx: Context, made: repository.ImportRecord): Promise<void> {
  const { database, clock } = ctx.deps;
  const changes = afterFailure(made.state);
  await database.transaction(async (db) => {
    const current = await repository.lockImport(db, made.id);
    if (current?.state !== made.state || changes === null) return;
    await repository.changeImport(db, made.id, changes, clock.now());
    if (changes.state === 'failed') await tellOfEnd({ ...ctx, db }, made, 'stopped');
  });
}

/** Sends imports to the queue again whose server died, and removes the cells of those nobody went on with for a day. */
async function tendImports(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (const { id } of await listing.findStalled(deps.database, new Date(now.getTime() - STALLED_MS))) {
    await deps.database.transaction(async (db) => {
      await repository.changeImport(db, id, {}, now);
      await deps.jobs.send(db, IMPORT_QUEUE, { id });
    });
  }
  for (const made of await listing.findAbandoned(deps.database, new Date(now.getTime() - ABANDONED_MS))) {
    await deps.database.transaction((db) => tidyAbandoned(db, made, now));
  }
}

async function tidyAbandoned(db: Database, made: repository.ImportRecord, now: Date): Promise<void> {
  const current = await repository.lockImport(db, made.id);
  if (current?.state !== made.state) return;
  if (made.state !== 'failed') {
    await repository.deleteImport(db, made.id);
    await tell(db, made, 'deleted');
    return;
  }
  await repository.giveUpUndone(db, made.id, {
    level: 'warning',
    field: null,
    message: 'The import stopped and was not continued within a day',
  });
  await repository.changeImport(db, made.id, { state: 'done', finished_at: now }, now);
  await repository.refreshCounts(db, made.id);
  await tell(db, made, 'updated');
}
