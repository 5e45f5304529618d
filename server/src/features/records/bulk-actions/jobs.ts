import { undoableSince } from '@ledgerline/contract/rules';
import { withAccessScopeOf } from '#features/people/teams/access-scope.ts';
import { agentContext, type Deps, systemContext } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { inBatches, throttle } from '#platform/jobs/batches.ts';
import { hasJob } from '#platform/jobs/find-jobs.ts';
import { idPayload, type JobHandler, jobWithPayload } from '#platform/jobs/jobs.ts';
import { actionOf, type BulkActions, type Ctx } from './bulk-action.ts';
import { runnableAction } from './presenter.ts';
import * as queries from './queries.ts';
import { OPERATION_EMAIL_QUEUE, OPERATION_QUEUE, queueOf } from './queue.ts';
import * as repository from './repository.ts';
import { finish } from './run/finish.ts';
import { newPass, type Pass, type Prepared, prepareBatch } from './run/prepare-batch.ts';
import { runBatch } from './run/run-batch.ts';
import { undoBatch } from './run/undo-batch.ts';
import { operationName, publishOperationEvent } from './service.ts';

const STALLED_MS = 60_000;
const DAY_MS = 86_400_000;

/** The passes of running actions, which continue after a pause for the pace of emails. */
type Passes = Map<number, Pass>;

/** The run and the undo of bulk actions, and the scheduled job that resumes and removes them. */
export function operationJobs(deps: Deps, actions: BulkActions): JobHandler[] {
  const passes: Passes = new Map();
  return [
    ...[OPERATION_QUEUE, OPERATION_EMAIL_QUEUE].map((queue) =>
      jobWithPayload({
        ...{ queue, kind: 'import', payload: idPayload },
        work: ({ id }) => runJob(deps, actions, id, passes),
      }),
    ),
    { queue: 'operations-tending', cron: '* * * * *', work: () => resumeAndRemove(deps) },
  ];
}

/**
 * A bulk action runs with the privileges and the access scope of the agent who started it, and its undo with those of the agent who
 * undoes it.
 */
async function runJob(deps: Deps, actions: BulkActions, id: number, passes: Passes): Promise<void> {
  const row = await repository.findOperation(deps.database, id);
  if (row?.state !== 'running' && row?.state !== 'undoing') return;
  const agent = row.state === 'running' ? row.agent_id : row.undone_by;
  if (agent === null) return endWithoutAgent(deps, actions, row);
  const name = (await queries.agentName(deps.database, agent)) ?? row.agent_name;
  const ctx = agentContext(deps, { id: agent, name }, `bulk:${id}`);
  await withAccessScopeOf(deps.database, agent, () => processAll(ctx, actions, row, passes));
}

async function processAll(
  ctx: Ctx,
  actions: BulkActions,
  row: repository.OperationRow,
  passes: Passes,
): Promise<void> {
  const isRun = row.state === 'running';
  let prepared: Prepared | undefined;
  const isDue = throttle(ctx.deps.clock);
  const queue = queueOf(row.kind);
  const pass = passes.get(row.id) ?? newPass();
  passes.set(row.id, pass);
  let hasProgress = false;
  const before = async () => {
    if (isRun) prepared = await prepareBatch(ctx, actions, row.id, pass);
  };
  const work = async (db: Database) => {
    const inside = { ...ctx, db };
    const state = await (isRun
      ? runBatch(inside, actions, row.id, prepared)
      : undoBatch(inside, actions, row.id));
    // A second job for the same action ends here.
    const isPaused = typeof state === 'object';
    if (state === 'done' || (isPaused && prepared?.isWaiting)) passes.delete(row.id);
    if (isPaused && !(await hasJob(db, queue, row.id, 'waiting')))
      await ctx.deps.jobs.send(db, queue, { id: row.id }, { afterSeconds: state.waitSeconds });
    hasProgress ||= state === 'more';
    if (state === 'done' || (hasProgress && (isPaused || isDue()))) {
      await publishOperationEvent(db, row);
      hasProgress = false;
    }
    return state === 'more';
  };
  await inBatches(ctx.deps.database, work, before);
}

const AGENT_DELETED = 'The agent was deleted before the action reached this record';

/** The agent was deleted in the meantime: nothing more is done in the agent's name. */
async function endWithoutAgent(
  deps: Deps,
  actions: BulkActions,
  { id }: repository.OperationRow,
): Promise<void> {
  await deps.database.transaction(async (db) => {
    const row = await repository.lockOperation(db, id);
    if (!row) return;
    const now = deps.clock.now();
    if (row.state === 'running') {
      await repository.endPending(db, id, { state: 'skipped', reason: AGENT_DELETED });
      const ended = (await repository.lockOperation(db, id)) ?? row;
      const system = systemContext(deps, db, operationName(id));
      await finish(system, ended, actionOf(actions, runnableAction(deps, row)));
    } else if (row.state === 'undoing') {
      await repository.changeOperation(db, id, { state: 'done' }, now);
    }
    await publishOperationEvent(db, row);
  });
}

/** Requeues operations whose server stopped, and removes what can no longer be run or undone. */
async function resumeAndRemove({ database, clock, jobs }: Deps): Promise<void> {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  for (const { id, kind } of await queries.findStalled(database, before(STALLED_MS))) {
    await database.transaction(async (db) => {
      const queue = queueOf(kind);
      if (await hasJob(db, queue, id, 'waiting_or_running')) return;
      await repository.changeOperation(db, id, {}, now);
      await jobs.send(db, queue, { id });
    });
  }
  await repository.removeExpired(database, { drafts: before(DAY_MS), done: undoableSince(now) });
}
