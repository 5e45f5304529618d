import { notifyAgents } from '#features/people/notifications/notify-agents.ts';
import { alertSettings } from '#features/settings/alert-settings.ts';
import { type Context, type Deps, systemContext } from '#platform/context.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';
import {
  type Alert,
  alertPath,
  alertsOf,
  alertText,
  hoursOfNight,
  isNight,
  isNotified,
  limitsFor,
  type Windows,
} from './rules.ts';

const HOUR_MS = 3_600_000;
/** Rows are logged shortly after they happened, so agents active this long before the last scan are checked again. */
const OVERLAP_MS = 5 * 60_000;

/**
 * Scans what agents did since the last scan and notifies owners of unusual activity (decision 064). A row lock serializes the scans of all
 * servers, so an alert is sent only once.
 */
export async function scanAuditLog(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction(async (db) => {
    const ctx = systemContext(deps, db, `watch:${now.toISOString()}`);
    const last = await repository.lockLastScan(db, now);
    const since = new Date(Math.max((last ?? now).getTime() - OVERLAP_MS, now.getTime() - HOUR_MS));
    await scan(ctx, since, now);
    await repository.recordScan(db, now);
  });
}

async function scan(ctx: Context, since: Date, now: Date): Promise<void> {
  const { limits: chosen, ...night } = await alertSettings(ctx);
  const limits = limitsFor(chosen, await queries.countClients(ctx.db));
  const time = await queries.brokerageTime(ctx.db, now, ctx.deps.config.TIME_ZONE);
  const windows: Windows = {
    hour: new Date(now.getTime() - HOUR_MS),
    day: time.day_began,
    night: isNight(time.hour, night)
      ? new Date(time.hour_began.getTime() - hoursOfNight(time.hour, night) * HOUR_MS)
      : null,
  };
  const active = await queries.findActive(ctx.db, since);
  const actionCounts = active.length === 0 ? [] : await queries.countActions(ctx.db, active, windows);
  for (const { id, name, counts } of actionCounts) {
    for (const alert of alertsOf(counts, limits))
      await notify(ctx, { alert, windows, day: time.day, id, name });
  }
  const failed_sign_ins = await queries.countFailedSignIns(ctx.db, windows.hour);
  for (const alert of alertsOf({ failed_sign_ins }, limits))
    await notify(ctx, { alert, windows, day: time.day, id: null, name: null });
}

interface AlertInput {
  alert: Alert;
  windows: Windows;
  day: string;
  id: number | null;
  name: string | null;
}

/** Notifies all owners, including the one concerned: their account may be compromised. */
async function notify(ctx: Context, { alert, windows, day, id, name }: AlertInput): Promise<void> {
  const { rule } = alert;
  if (isNotified(rule, await repository.lastNotifiedAt(ctx.db, rule, id), windows)) return;
  const event = await repository.recordAlert(ctx.db, alert, id, ctx.deps.clock.now());
  await notifyAgents(ctx, {
    kind: 'unusual_activity',
    event,
    about: alertText(alert, name),
    to: null,
    path: alertPath(rule, id, day),
  });
}
