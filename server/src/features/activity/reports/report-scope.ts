import { agentLabelOf } from '@ledgerline/contract/rules';
import { type DayRange, type ReportPeriod, reportDays } from '@ledgerline/contract/rules/report-periods';
import { findAgentNames } from '#features/people/agents/find-agents.ts';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';

/** The days of a report and their time zone, as parameters of an SQL statement. */
export interface Period extends DayRange {
  timeZone: string;
}

/** Whether an instant is in a period, of which $1 is the first day, $2 the last day, and $3 the time zone. */
export const inPeriod = (instant: string): string =>
  `${instant} >= $1::date::timestamp at time zone $3::text and ${instant} < ($2::date + 1)::timestamp at time zone $3`;

/** What all reports depend on. Days are those of the brokerage. */
export interface ReportScope {
  ctx: Context<AgentActor>;
  db: Database;
  today: string;
  timeZone: string;
  /** The period. */
  days: DayRange;
  agents: readonly { id: number; label: string }[];
}

export async function scopeOf(ctx: Context<AgentActor>, period: ReportPeriod): Promise<ReportScope> {
  const { db, deps } = ctx;
  const today = brokerageDay(deps);
  const names = await findAgentNames(db);
  const agents = names
    .map(({ id }) => ({ id, label: agentLabelOf(id, names) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
  return { ctx, db, today, timeZone: deps.config.TIME_ZONE, days: reportDays(period, today), agents };
}
