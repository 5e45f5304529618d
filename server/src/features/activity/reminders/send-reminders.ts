import { endOfSendingDay } from '@ledgerline/contract/rules';
import { reminderSettings } from '#features/settings/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { type Context, type Deps, systemContext } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { isEmailConnected } from '#platform/email/transport.ts';
import { isOutage } from '#platform/errors.ts';
import { hasAddressForJobs } from '#platform/public-address.ts';
import * as queries from './queries.ts';
import { publishReminderEvent, remind } from './remind.ts';
import * as repository from './repository.ts';
import { isOutdated, type ReminderState, stateOf } from './rules.ts';

const BATCH = 200;
/** The facts of a series may change independently of it: settings, an address, the status of a form. */
const CHECK_INTERVAL_MS = 3_600_000;

/**
 * Sends what is due and stops what has ended. Any number of servers may run it: before acting on a series, each locks all series of its
 * client, reads the facts again and decides again; and the number is unique.
 */
export async function sendReminders(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - CHECK_INTERVAL_MS);
  for (let behind = 0; ; ) {
    const batch = await queries.listToCheck(deps.database, { now, before, behind }, BATCH);
    await checkSeries(
      deps,
      batch.map(({ id }) => id),
    );
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return;
    behind = last.id;
  }
}

/** How many reminders are due and not sent. */
export function countDueReminders(db: Database, now: Date): Promise<number> {
  return queries.countDue(db, now);
}

/** The current state of several series. */
export async function statesOf(
  ctx: Pick<Context, 'db' | 'deps'>,
  ids: readonly number[],
): Promise<{ series: queries.Series; state: ReminderState }[]> {
  const { clock, config } = ctx.deps;
  const at = {
    now: clock.now(),
    timeZone: config.TIME_ZONE,
    isConnected: isEmailConnected(ctx.deps),
    canBeOpened: hasAddressForJobs(config),
  };
  const settings = await reminderSettings(ctx);
  const found = await queries.findSeries(ctx.db, ids, at.now);
  return found.map((series) => ({ series, state: stateOf(series, settings, at) }));
}

/**
 * Whether a queued reminder is still needed. One that an agent sent manually is sent despite what only stops automatic reminders: a
 * pause, a setting, a payment in progress.
 */
export async function isStillToRemind(deps: Deps, emailId: number): Promise<boolean> {
  const reminder = await queries.findSeriesOfEmail(deps.database, emailId);
  if (!reminder) return false;
  const [found] = await statesOf({ db: deps.database, deps }, [reminder.series_id]);
  if (!found) return false;
  const { ended, waits } = found.state;
  if (ended !== null && ended !== 'used_up') return false;
  return reminder.is_by_hand ? !isOutdated(waits) : waits === null && found.series.state === 'active';
}

async function checkSeries(deps: Deps, ids: readonly number[]): Promise<void> {
  const now = deps.clock.now();
  const found = await statesOrNone(deps, ids);
  const needsAction = ({ state }: { state: ReminderState }) => state.ended !== null || isDue(state, now);
  const others = found.filter((one) => !needsAction(one));
  await repository.recordChecked(deps.database, others.map(toCheckedSeries), now);
  // In the order of the first emails: of two on one day, the older is sent first.
  for (const { series } of found.filter(needsAction).reverse()) await processOne(deps, series.id);
}

/** Evaluates each series, newest first; one that fails does not block the others and is checked again in an hour. */
async function statesOrNone(deps: Deps, ids: readonly number[]): ReturnType<typeof statesOf> {
  try {
    return await statesOf({ db: deps.database, deps }, ids);
  } catch (error) {
    if (isOutage(error)) throw error;
    const [id, ...more] = ids;
    if (id === undefined) throw error;
    if (more.length > 0) {
      const each = [];
      for (const one of ids.toReversed()) each.push(...(await statesOrNone(deps, [one])));
      return each;
    }
    await deferSeries(deps, id, error);
    return [];
  }
}

async function deferSeries(deps: Deps, id: number, error: unknown): Promise<void> {
  deps.log.error({ err: error, series: id }, 'reminder not sent');
  await repository.recordChecked(deps.database, [{ id, due_at: null }], deps.clock.now());
}

async function processOne(deps: Deps, id: number): Promise<void> {
  try {
    await deps.database.transaction((db) => processSeries(systemContext(deps, db, `reminder:${id}`), id));
  } catch (error) {
    if (isOutage(error)) throw error;
    await deferSeries(deps, id, error);
  }
}

async function processSeries(ctx: Context, id: number): Promise<void> {
  if (!(await repository.lockClientOf(ctx.db, id))) return;
  const now = ctx.deps.clock.now();
  const [found] = await statesOf(ctx, [id]);
  if (found?.series.state !== 'active') return;
  const { series, state } = found;
  if (state.ended !== null) {
    await repository.changeState(ctx.db, id, 'stopped', state.ended);
    await auditAction(ctx, 'stopped', 'reminder', id, { field: 'state', new_value: state.ended });
    return publishReminderEvent(ctx, series.client_id);
  }
  if (!isDue(state, now)) return repository.recordChecked(ctx.db, [toCheckedSeries(found)], now);
  const not_after = endOfSendingDay(now, state.zone);
  await remind(ctx, series, { number: state.next?.number ?? 0, not_after });
  const [after] = await statesOf(ctx, [id]);
  if (after) await repository.recordChecked(ctx.db, [toCheckedSeries(after)], now);
}

function isDue({ waits, next }: ReminderState, now: Date): boolean {
  return waits === null && next !== null && next.at <= now;
}

function toCheckedSeries({ series, state }: { series: queries.Series; state: ReminderState }) {
  return { id: series.id, due_at: state.waits === null ? (state.next?.at ?? null) : null };
}
