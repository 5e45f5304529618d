import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { editClient } from '#features/records/clients/edits/edit-clients.ts';
import { findClient } from '#features/records/clients/service.ts';
import type { Context } from '#platform/context.ts';
import * as queries from './queries.ts';

const FOLLOW_UP = fieldNamed('next_f_u_date');

interface Due {
  client_id: number | null;
  due_day: string;
  sets_follow_up: boolean;
  done_at: Date | null;
}

const isScheduled = (task: Due | null): task is Due & { client_id: number } =>
  task?.sets_follow_up === true && task.client_id !== null && task.done_at === null;

/** The client's follow-up that a new task replaces; null where it sets none. */
export async function followUpOf(ctx: Context, task: Due): Promise<{ day: string | null } | null> {
  if (!isScheduled(task)) return null;
  const { next_f_u_date: day } = await findClient(ctx, task.client_id);
  return { day: typeof day === 'string' ? day : null };
}

/**
 * Updates the client's follow-up after a task that sets it was created, changed, completed or deleted. A new
 * date is written. A date that no longer applies is replaced with that of the client's next such task, or
 * with none, unless it was changed in the meantime; an undo passes the date before the task instead. All
 * writes go through the client edit path (decision 047).
 */
export async function followTask(
  ctx: Context,
  before: Due | null,
  after: Due | null,
  followUp?: string | null,
): Promise<void> {
  const isScheduledNow = isScheduled(after);
  if (isScheduled(before) && !(isScheduledNow && after.client_id === before.client_id))
    await clearFollowUp(ctx, before, followUp);
  if (isScheduledNow && !isUnchanged(before, after)) await setFollowUp(ctx, after.client_id, after.due_day);
}

function isUnchanged(before: Due | null, after: Due): boolean {
  return isScheduled(before) && before.client_id === after.client_id && before.due_day === after.due_day;
}

async function clearFollowUp(
  ctx: Context,
  due: Due & { client_id: number },
  followUp: string | null | undefined,
): Promise<void> {
  const { next_f_u_date: stored } = await findClient(ctx, due.client_id);
  if (stored !== due.due_day) return;
  const first = await queries.firstFollowUp(ctx.db, due.client_id);
  // Another open task may need the same day.
  const next = followUp === undefined || first === due.due_day ? first : followUp;
  await setFollowUp(ctx, due.client_id, next);
}

async function setFollowUp(ctx: Context, id: number, day: string | null): Promise<void> {
  await editClient(ctx, { id, input: new Map([[FOLLOW_UP, day]]) });
}
