import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { TASK_DAY_PAST } from '@ledgerline/contract/rules';
import type * as endpoints from '@ledgerline/contract/tasks/endpoints';
import type { Task } from '@ledgerline/contract/tasks/endpoints';
import { findAgentNames } from '#features/people/agents/find-agents.ts';
import { withdrawAssigned } from '#features/people/notifications/withdraw-assigned.ts';
import { assertCanView } from '#features/records/clients/owners/assert-can-view.ts';
import { notifyAboutClient } from '#features/records/clients/owners/notify-owner.ts';
import { findClient } from '#features/records/clients/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import { withAccessScope } from '#platform/database/work.ts';
import { AppError, changedSince, wrongField } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { followTask, followUpOf } from './follow-up.ts';
import { toTask } from './presenter.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
type Answer = { success: true; task: Task };

/** `notify` informs the agent to whom it is assigned. A caller that adds many tasks informs the agent itself, once. */
export async function createTask(
  ctx: Ctx,
  { owner_agent_id = ctx.actor.id, due_time, ...input }: BodyOf<typeof endpoints.createTask>,
  notify: typeof notifyAssigned = notifyAssigned,
): Promise<ReplyOf<typeof endpoints.createTask>> {
  if (input.due_day < brokerageDay(ctx.deps)) throw wrongField('due_day', TASK_DAY_PAST);
  await assertReferencesExist(ctx, { ...input, owner_agent_id });
  await assertCanView(ctx, { ...input, owner_agent_id });
  const at = ctx.deps.clock.now();
  const row = await repository.insertTask(ctx.db, {
    ...input,
    owner_agent_id,
    due_time: due_time ?? '',
    anchor_day: input.due_day,
    ...{ created_by: ctx.actor.id, created_at: at, updated_at: at },
  });
  await auditAction(ctx, 'created', 'task', row.id, {
    new_value: auditSummary(row),
    of_client: row.client_id,
  });
  const follow_up_was = await followUpOf(ctx, row);
  await followTask(ctx, null, row);
  await notify(ctx, row);
  await publishTaskEvent(ctx, 'created', [row.id]);
  return { id: row.id, ...(await answerWith(ctx, row.id)), follow_up_was };
}

/** Undoes a creation: only of the caller's task, and while nothing of it was changed. */
export async function undoCreateTask(
  ctx: Ctx,
  id: number,
  { follow_up_was }: BodyOf<typeof endpoints.undoCreateTask>,
): Promise<{ success: true; message: string }> {
  const row = await lockTask(ctx, id);
  if (row.created_by !== ctx.actor.id) throw changedSince();
  if (isChanged(row)) throw changedSince();
  return removeTask(ctx, row, follow_up_was?.day);
}

/**
 * The same for a task that a bulk action added, also when another agent undoes the action. Returns whether the task is gone: one that
 * was changed stays, and its client may be one whom the caller cannot see.
 */
export async function undoAddedTask(ctx: Ctx, id: number): Promise<boolean> {
  const row = await withAccessScope(undefined, () => repository.lockTask(ctx.db, id));
  if (!row) return true;
  if (isChanged(row)) return false;
  await removeTask(ctx, row);
  return true;
}

const isChanged = ({ created_at, updated_at }: repository.TaskRow): boolean =>
  updated_at.getTime() !== created_at.getTime();

/** The submitted fields that differ; of two concurrent edits to the same field the later one wins. */
export async function updateTask(
  ctx: Ctx,
  id: number,
  { due_time, ...input }: BodyOf<typeof endpoints.updateTask>,
): Promise<Answer> {
  const row = await lockTask(ctx, id);
  if (row.done_at) {
    throw new AppError('wrong_state', { message: 'This task is done. Reopen it before you change it.' });
  }
  const time = due_time === undefined ? {} : { due_time: due_time ?? '' };
  const changes = changesTo(row, { ...input, ...time });
  if (Object.keys(changes).length === 0) return answerWith(ctx, id);
  await assertReferencesExist(ctx, changes);
  if ('client_id' in changes || 'owner_agent_id' in changes) await assertCanView(ctx, { ...row, ...changes });
  await repository.changeTask(ctx.db, id, {
    ...changes,
    ...(restarts(changes) ? { anchor_day: changes.due_day ?? row.due_day } : {}),
    updated_at: ctx.deps.clock.now(),
  });
  await auditChanges(ctx, 'task', row, changes);
  await followTask(ctx, row, { ...row, ...changes });
  if (changes.owner_agent_id !== undefined)
    await withdrawAssigned(ctx, row.owner_agent_id, { kind: 'task_handed', event: String(id) });
  if (changes.owner_agent_id) await notifyAssigned(ctx, { ...row, ...changes });
  await publishTaskEvent(ctx, 'updated', [id]);
  return answerWith(ctx, id);
}

/** A recurrence counts from the date that was chosen last. */
const restarts = (changes: Partial<repository.TaskRow>): boolean =>
  changes.due_day !== undefined || changes.repeat !== undefined;

export async function deleteTask(ctx: Ctx, id: number): Promise<{ success: true; message: string }> {
  return removeTask(ctx, await lockTask(ctx, id));
}

async function removeTask(
  ctx: Ctx,
  row: repository.TaskRow,
  followUp?: string | null,
): Promise<{ success: true; message: string }> {
  const { id, client_id } = row;
  await repository.removeTask(ctx.db, id);
  await auditAction(ctx, 'deleted', 'task', id, { old_value: auditSummary(row), of_client: client_id });
  await followTask(ctx, row, null, followUp);
  await publishTaskEvent(ctx, 'deleted', [id]);
  return { success: true, message: 'Task deleted.' };
}

/** Notifies an agent who is assigned a task by another agent, each time. */
async function notifyAssigned(
  ctx: Ctx,
  {
    id,
    title,
    client_id,
    owner_agent_id: to,
  }: Pick<repository.TaskRow, 'id' | 'title' | 'client_id' | 'owner_agent_id'>,
): Promise<void> {
  if (to === null) return;
  const event = `${id}:${ctx.deps.clock.now().toISOString()}`;
  await notifyAboutClient(ctx, client_id, {
    kind: 'task_handed',
    event,
    about: title,
    to,
    by: ctx.actor.id,
    task_id: id,
  });
}

/** The task, locked until the transaction ends. */
export async function lockTask(ctx: Context, id: number): Promise<repository.TaskRow> {
  const row = await repository.lockTask(ctx.db, id);
  if (!row) throw notFound();
  return row;
}

export async function answerWith(ctx: Context, id: number): Promise<Answer> {
  const row = await queries.findTask(ctx.db, id);
  if (!row) throw notFound();
  return { success: true, task: toTask(row) };
}

const notFound = () => new AppError('not_found', { message: 'Task not found.' });

/** Checks that the named client and agent exist; the foreign keys catch concurrent deletions. */
async function assertReferencesExist(
  ctx: Ctx,
  { client_id, owner_agent_id }: { client_id?: number | null; owner_agent_id?: number | null },
): Promise<void> {
  if (typeof owner_agent_id === 'number' && owner_agent_id !== ctx.actor.id) {
    const agents = await findAgentNames(ctx.db);
    if (!agents.some(({ id }) => id === owner_agent_id)) {
      throw wrongField('owner_agent_id', 'must be an existing agent');
    }
  }
  if (typeof client_id === 'number') await findClient(ctx, client_id);
}

/** What the audit log records of a created or deleted task. */
export function auditSummary(row: repository.TaskRow) {
  const { title, client_id, owner_agent_id, due_day, due_time, repeat } = row;
  return { title, client_id, owner_agent_id, due_day, due_time, repeat };
}

export function publishTaskEvent(
  ctx: Context,
  action: 'created' | 'updated' | 'deleted',
  ids: number[],
): Promise<void> {
  return publishLiveEvent(ctx, { kind: 'tasks', action, ids });
}
