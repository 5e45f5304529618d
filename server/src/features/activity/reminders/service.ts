import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/reminders/endpoints';
import type { Reminded, ReminderLine } from '@ledgerline/contract/reminders/endpoints';
import { REMINDER_REASONS, type ReminderReason } from '@ledgerline/contract/rules';
import { auditAct } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { takeBackUnsent } from '#platform/email/queue.ts';
import * as listing from './queries.ts';
import { toLine, toUnmailed } from './presenter.ts';
import { remind, tellReminders } from './remind.ts';
import * as repository from './repository.ts';
import { isOnItsWay, isUnsendable, type Standing } from './rules.ts';
import { standings } from './send-reminders.ts';

type Ctx = Context<AgentActor>;
type Asked = { of: Reminded; id: number };
type Done = Promise<ReplyOf<typeof endpoints.pauseReminders>>;

/** An agent who sends one means now: what the mail server has not taken by then he decides anew. */
const BY_HAND_MS = 6 * 3_600_000;

export async function getReminders(ctx: Ctx, asked: Asked): Promise<ReplyOf<typeof endpoints.getReminders>> {
  return { success: true, data: await lineOf(ctx, asked) };
}

export async function pauseReminders(ctx: Ctx, asked: Asked): Done {
  const { series, standing } = await held(ctx, asked);
  refuseEnded(series, standing);
  if (series.state === 'active') await change(ctx, series, 'paused', null);
  await takeBack(ctx, series);
  return done(ctx, asked, 'Reminders are paused.');
}

export async function resumeReminders(ctx: Ctx, asked: Asked): Done {
  const { series, standing } = await held(ctx, asked);
  if (standing.ended !== null) throw refused(standing.ended);
  if (series.state !== 'active') await change(ctx, series, 'active', null);
  return done(ctx, asked, 'Reminders go on.');
}

export async function stopReminders(ctx: Ctx, asked: Asked): Done {
  const { series, standing } = await held(ctx, asked);
  if (series.state !== 'stopped' && standing.ended === null) await change(ctx, series, 'stopped', 'agent');
  await takeBack(ctx, series);
  return done(ctx, asked, 'No more reminders go.');
}

export async function sendReminder(ctx: Ctx, asked: Asked): Done {
  const { series, standing } = await held(ctx, asked);
  const { ended, waits, next } = standing;
  if (ended !== null) throw refused(ended);
  if (waits !== null && isUnsendable(waits)) throw refused(waits);
  if (isOnItsWay(series)) {
    throw new AppError('wrong_state', { message: 'The last mail is still on its way to the client.' });
  }
  if (next === null) throw refused('used_up');
  const not_after = new Date(ctx.deps.clock.now().getTime() + BY_HAND_MS);
  await remind(ctx, series, { number: next.number, not_after });
  return done(ctx, asked, `A reminder is on its way to ${series.last_mail.to_address}.`);
}

async function lineOf(ctx: Ctx, asked: Asked): Promise<ReminderLine> {
  const thing = await thingOf(ctx, asked);
  const [found] = thing.series_id === null ? [] : await standings(ctx, [thing.series_id]);
  return found ? toLine(asked, found.series, found.standing) : toUnmailed(asked, thing);
}

async function thingOf(ctx: Ctx, { of, id }: Asked): Promise<listing.Thing> {
  const thing = await listing.findThing(ctx.db, of, id);
  if (!thing) throw new AppError('not_found');
  return thing;
}

/** The newest series of a thing, held with all of its client's until the transaction ends. */
async function held(ctx: Ctx, asked: Asked): Promise<{ series: listing.Series; standing: Standing }> {
  const { series_id } = await thingOf(ctx, asked);
  if (series_id === null || !(await repository.holdOfClient(ctx.db, series_id))) throw refused('not_mailed');
  const [found] = await standings(ctx, [series_id]);
  if (!found) throw refused('not_mailed');
  return found;
}

/** A reminder that has not left the house does not go, and its number is free again. */
async function takeBack(ctx: Ctx, { id }: listing.Series): Promise<void> {
  const queued = await listing.listQueued(ctx.db, id);
  await takeBackUnsent(ctx.db, queued, 'Reminders were paused or stopped before it went.', 'late');
}

function refuseEnded({ state, reason }: listing.Series, { ended }: Standing): void {
  if (ended !== null) throw refused(ended);
  if (state === 'stopped') throw refused(reason ?? 'agent');
}

function refused(reason: ReminderReason): AppError {
  return new AppError('wrong_state', { message: REMINDER_REASONS[reason] });
}

async function change(
  ctx: Ctx,
  series: listing.Series,
  state: listing.Series['state'],
  reason: ReminderReason | null,
): Promise<void> {
  await repository.changeState(ctx.db, series.id, state, reason);
  await auditAct(ctx, 'updated', 'reminder', series.id, {
    field: 'state',
    old_value: series.state,
    new_value: state,
  });
  await tellReminders(ctx, series.client_id);
}

async function done(ctx: Ctx, asked: Asked, message: string): Done {
  return { success: true, message, data: await lineOf(ctx, asked) };
}
