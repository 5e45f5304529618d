import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/reminders/endpoints';
import type { Reminded, ReminderLine } from '@ledgerline/contract/reminders/endpoints';
import { REMINDER_REASONS, type ReminderReason } from '@ledgerline/contract/rules';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { cancelUnsent } from '#platform/email/queue.ts';
import { AppError } from '#platform/errors.ts';
import { toLine, toNotSent } from './presenter.ts';
import * as queries from './queries.ts';
import { publishReminderEvent, remind } from './remind.ts';
import * as repository from './repository.ts';
import { isOnItsWay, isUnsendable, type ReminderState } from './rules.ts';
import { statesOf } from './send-reminders.ts';

type Ctx = Context<AgentActor>;
type ReminderTarget = { of: Reminded; id: number };
type Done = Promise<ReplyOf<typeof endpoints.pauseReminders>>;

/** A manual reminder is meant for now: if the mail server has not accepted it by then, the agent decides again. */
const MANUAL_REMINDER_MS = 6 * 3_600_000;

export async function getReminders(
  ctx: Ctx,
  target: ReminderTarget,
): Promise<ReplyOf<typeof endpoints.getReminders>> {
  return { success: true, data: await lineOf(ctx, target) };
}

export async function pauseReminders(ctx: Ctx, target: ReminderTarget): Done {
  const { series, state } = await lockSeries(ctx, target);
  assertNotEnded(series, state);
  if (series.state === 'active') await change(ctx, series, 'paused', null);
  await cancelQueued(ctx, series);
  return done(ctx, target, 'Reminders paused.');
}

export async function resumeReminders(ctx: Ctx, target: ReminderTarget): Done {
  const { series, state } = await lockSeries(ctx, target);
  if (state.ended !== null) throw reminderError(state.ended);
  if (series.state !== 'active') await change(ctx, series, 'active', null);
  return done(ctx, target, 'Reminders resumed.');
}

export async function stopReminders(ctx: Ctx, target: ReminderTarget): Done {
  const { series, state } = await lockSeries(ctx, target);
  if (series.state !== 'stopped' && state.ended === null) await change(ctx, series, 'stopped', 'agent');
  await cancelQueued(ctx, series);
  return done(ctx, target, 'Reminders stopped.');
}

export async function sendReminder(ctx: Ctx, target: ReminderTarget): Done {
  const { series, state } = await lockSeries(ctx, target);
  const { ended, waits, next } = state;
  if (ended !== null) throw reminderError(ended);
  if (waits !== null && isUnsendable(waits)) throw reminderError(waits);
  if (isOnItsWay(series)) {
    throw new AppError('wrong_state', { message: 'The last email to the client is still being sent.' });
  }
  if (next === null) throw reminderError('used_up');
  const not_after = new Date(ctx.deps.clock.now().getTime() + MANUAL_REMINDER_MS);
  await remind(ctx, series, { number: next.number, not_after });
  return done(ctx, target, `A reminder to ${series.last_mail.to_address} is being sent.`);
}

async function lineOf(ctx: Ctx, target: ReminderTarget): Promise<ReminderLine> {
  const item = await remindedItem(ctx, target);
  const [found] = item.series_id === null ? [] : await statesOf(ctx, [item.series_id]);
  return found ? toLine(target, found.series, found.state) : toNotSent(target, item);
}

async function remindedItem(ctx: Ctx, { of, id }: ReminderTarget): Promise<queries.RemindedItem> {
  const item = await queries.findRemindedItem(ctx.db, of, id);
  if (!item) throw new AppError('not_found');
  return item;
}

/** The newest series of an item, locked with all of its client's until the transaction ends. */
async function lockSeries(
  ctx: Ctx,
  target: ReminderTarget,
): Promise<{ series: queries.Series; state: ReminderState }> {
  const { series_id } = await remindedItem(ctx, target);
  if (series_id === null || !(await repository.lockClientOf(ctx.db, series_id)))
    throw reminderError('not_mailed');
  const [found] = await statesOf(ctx, [series_id]);
  if (!found) throw reminderError('not_mailed');
  return found;
}

/** A reminder that has not left the server is cancelled, and its number is free again. */
async function cancelQueued(ctx: Ctx, { id }: queries.Series): Promise<void> {
  const queued = await queries.listQueued(ctx.db, id);
  await cancelUnsent(ctx.db, queued, 'Reminders were paused or stopped before it was sent.', 'late');
}

function assertNotEnded({ state, reason }: queries.Series, { ended }: ReminderState): void {
  if (ended !== null) throw reminderError(ended);
  if (state === 'stopped') throw reminderError(reason ?? 'agent');
}

function reminderError(reason: ReminderReason): AppError {
  return new AppError('wrong_state', { message: REMINDER_REASONS[reason] });
}

async function change(
  ctx: Ctx,
  series: queries.Series,
  state: queries.Series['state'],
  reason: ReminderReason | null,
): Promise<void> {
  await repository.changeState(ctx.db, series.id, state, reason);
  await auditAction(ctx, 'updated', 'reminder', series.id, {
    field: 'state',
    old_value: series.state,
    new_value: state,
  });
  await publishReminderEvent(ctx, series.client_id);
}

async function done(ctx: Ctx, target: ReminderTarget, message: string): Done {
  return { success: true, message, data: await lineOf(ctx, target) };
}
