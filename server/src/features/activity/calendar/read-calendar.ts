import { FEED_DAYS_BACK, FEED_DAYS_FORWARD, MAX_FEED_EVENTS } from '@ledgerline/contract/calendar/endpoints';
import { todayHorizon } from '@ledgerline/contract/rules';
import { withAccessScopeOf } from '#features/people/teams/access-scope.ts';
import { hasCalendarNames } from '#features/settings/service.ts';
import { brokerageDay, type Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { absoluteUrl } from '#platform/public-address.ts';
import { type CalendarEvent, calendarText } from './ics/rules.ts';
import { type DueRow, findByFingerprint, listDue } from './queries.ts';
import * as repository from './repository.ts';
import { summaryOf } from './rules.ts';
import { fingerprintOf } from './service.ts';

/** The calendar of a feed URL, for anyone who has the URL (decision 053). Unknown and revoked URLs get the same response. */
export async function readCalendar(ctx: Context, token: string): Promise<string> {
  const { db, deps } = ctx;
  const feed = await findByFingerprint(db, fingerprintOf(deps, token));
  if (!feed) throw new AppError('not_found');
  const today = brokerageDay(deps);
  const reach = {
    from: todayHorizon(today, -FEED_DAYS_BACK),
    to: todayHorizon(today, FEED_DAYS_FORWARD),
    time_zone: deps.config.TIME_ZONE,
  };
  const due = await withAccessScopeOf(db, feed.agent_id, () =>
    listDue(db, feed.agent_id, reach, MAX_FEED_EVENTS),
  );
  const hasNames = await hasCalendarNames(ctx);
  await repository.recordFetch(db, feed, deps.clock.now());
  return calendarText({
    name: deps.config.BRAND,
    timeZone: reach.time_zone,
    events: due.map((row) => eventOf(ctx, row, hasNames)),
  });
}

function eventOf(ctx: Context, row: DueRow, hasNames: boolean): CalendarEvent {
  const { kind, id, client_id, due_day, starts_at, changed_at } = row;
  return {
    // Reveals nothing, is stable as long as the installation's secret, and is unique to the installation.
    uid: ctx.deps.tokens.fingerprint(`calendar event ${kind} ${id}`),
    changedAt: changed_at,
    day: due_day,
    startsAt: starts_at,
    summary: summaryOf(row, hasNames),
    url: absoluteUrl(ctx, client_id === null ? '/crm/today' : `/crm/clients/${client_id}`),
  };
}
