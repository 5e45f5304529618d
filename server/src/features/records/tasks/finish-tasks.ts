import type { QueryOf } from '@ledgerline/contract/endpoint';
import { agentLabelOf, nextTaskDay } from '@ledgerline/contract/rules';
import type * as endpoints from '@ledgerline/contract/tasks/endpoints';
import type { Task } from '@ledgerline/contract/tasks/endpoints';
import { findAgentNames } from '#features/people/agents/find-agents.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import { AppError, changedSince } from '#platform/errors.ts';
import { followTask } from './follow-up.ts';
import * as repository from './repository.ts';
import { answerWith, auditSummary, lockTask, publishTaskEvent } from './service.ts';

type Ctx = Context<AgentActor>;

/**
 * Completes a task: the second of two concurrent agents is told who completed it first. A recurring task
 * creates the next one.
 */
export async function finishTask(
  ctx: Ctx,
  id: number,
): Promise<{ success: true; task: Task; next: Task | null }> {
  const row = await lockTask(ctx, id);
  if (row.done_at) throw new AppError('wrong_state', { message: await alreadyDone(ctx, row) });
  const at = ctx.deps.clock.now();
  await repository.changeTask(ctx.db, id, { done_at: at, done_by: ctx.actor.id, updated_at: at });
  await auditAction(ctx, 'done', 'task', id, { new_value: row.title, of_client: row.client_id });
  const next = await createNext(ctx, row, at);
  await followTask(ctx, row, { ...row, done_at: at });
  await publishTaskEvent(ctx, 'updated', [id]);
  return {
    ...(await answerWith(ctx, id)),
    next: next ? (await answerWith(ctx, next.id)).task : null,
  };
}

async function alreadyDone(ctx: Ctx, { done_by }: repository.TaskRow): Promise<string> {
  if (done_by === null) return 'This task is already done.';
  const who =
    done_by === ctx.actor.id ? 'You have' : `${agentLabelOf(done_by, await findAgentNames(ctx.db))} has`;
  return `${who} already marked this task as done.`;
}

async function createNext(ctx: Ctx, row: repository.TaskRow, at: Date): Promise<repository.TaskRow | null> {
  if (!row.repeat) return null;
  const { id, ...same } = row;
  const next = await repository.insertTask(ctx.db, {
    ...same,
    due_day: nextTaskDay({ ...row, repeat: row.repeat, today: brokerageDay(ctx.deps, at) }),
    previous_id: id,
    ...{ done_at: null, done_by: null, created_by: ctx.actor.id, created_at: at, updated_at: at },
  });
  await auditAction(ctx, 'created', 'task', next.id, {
    new_value: auditSummary(next),
    of_client: next.client_id,
  });
  await publishTaskEvent(ctx, 'created', [next.id]);
  return next;
}

/** Reopens a task and removes the next one, which must be unchanged. */
export async function reopenTask(
  ctx: Ctx,
  id: number,
  { done_at }: QueryOf<typeof endpoints.reopenTask>,
): Promise<{ success: true; task: Task }> {
  const row = await lockTask(ctx, id);
  if (!row.done_at) throw new AppError('wrong_state', { message: 'This task is already open.' });
  if (done_at !== undefined && row.done_at.toISOString() !== done_at) {
    throw changedSince();
  }
  const next = await repository.lockNextTask(ctx.db, id);
  if (next) await undoNext(ctx, next);
  const open = { done_at: null, done_by: null };
  await repository.changeTask(ctx.db, id, { ...open, updated_at: ctx.deps.clock.now() });
  await auditAction(ctx, 'reopened', 'task', id, { new_value: row.title, of_client: row.client_id });
  await followTask(ctx, row, { ...row, ...open });
  await publishTaskEvent(ctx, 'updated', [id]);
  return answerWith(ctx, id);
}

async function undoNext(ctx: Ctx, next: repository.TaskRow): Promise<void> {
  if (next.done_at) {
    throw new AppError('wrong_state', {
      message: 'The next occurrence of this task has already been completed.',
    });
  }
  if (next.updated_at.getTime() !== next.created_at.getTime()) {
    const message =
      'The next occurrence of this task has been changed. Delete it before you reopen this task.';
    throw new AppError('wrong_state', { message });
  }
  await repository.removeTask(ctx.db, next.id);
  await auditAction(ctx, 'deleted', 'task', next.id, {
    old_value: auditSummary(next),
    of_client: next.client_id,
  });
  await followTask(ctx, next, null);
  await publishTaskEvent(ctx, 'deleted', [next.id]);
}
