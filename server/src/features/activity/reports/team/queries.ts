import type { Database } from '#platform/database/database.ts';
import { inPeriod, type Period } from '../report-scope.ts';

export interface AgentCount {
  agent_id: number | null;
  count: number;
}

export function countOpenTasks(db: Database): Promise<AgentCount[]> {
  return db.query(
    `select owner_agent_id as agent_id, count(*)::int as count from tasks where done_at is null group by 1`,
  );
}

export function countDoneTasks(db: Database, { from, to, timeZone }: Period): Promise<AgentCount[]> {
  return db.query(
    `select done_by as agent_id, count(*)::int as count from tasks where ${inPeriod('done_at')} group by 1`,
    [from, to, timeZone],
  );
}

/** Forms with work left, by the owner of the client. */
export function countOpenForms(db: Database): Promise<AgentCount[]> {
  return db.query(
    `select o.owner_agent_id as agent_id, count(*)::int as count
       from session_forms s left join client_outlines o on o.client_id = s.client_id
      where s.category in ('alert', 'new', 'in_progress') group by 1`,
  );
}

/** Forms that were added in a period, and how many of them are complete. */
export function countAddedForms(
  db: Database,
  { from, to, timeZone }: Period,
): Promise<(AgentCount & { complete: number })[]> {
  return db.query(
    `select o.owner_agent_id as agent_id, count(*)::int as count,
            (count(*) filter (where s.category = 'complete'))::int as complete
       from session_forms s left join client_outlines o on o.client_id = s.client_id
      where ${inPeriod('s.created_at')} group by 1`,
    [from, to, timeZone],
  );
}
