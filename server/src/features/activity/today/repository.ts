import type { TodayKind } from '@ledgerline/contract/rules';
import type { Database } from '#platform/database/database.ts';

/** An item as the agent saw it. */
export interface SeenItem {
  kind: TodayKind;
  id: number;
  due_day: string;
}

interface Stamp {
  by: number;
  at: Date;
}

/** The agent an item was assigned to explicitly, null for no one. */
interface Assignment {
  owner_agent_id: number | null;
}

/** Snoozes an item until a day; marks for an older cause of it are discarded. */
export async function saveHidden(db: Database, item: SeenItem, until: string, stamp: Stamp): Promise<void> {
  await db.query(
    `insert into today_marks as m (kind, subject_id, due_day, hidden_until, set_by, updated_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (kind, subject_id) do update
        set hidden_until = excluded.hidden_until,
            is_handed_over = m.is_handed_over and m.due_day = excluded.due_day,
            due_day = excluded.due_day, set_by = excluded.set_by, updated_at = excluded.updated_at`,
    [item.kind, item.id, item.due_day, until, stamp.by, stamp.at],
  );
}

/** Assigns an item to an agent, or unassigns it. */
export async function saveOwner(
  db: Database,
  item: SeenItem,
  owner: number | null,
  stamp: Stamp,
): Promise<void> {
  await db.query(
    `insert into today_marks as m (kind, subject_id, due_day, is_handed_over, owner_agent_id, set_by, updated_at)
     values ($1, $2, $3, true, $4, $5, $6)
     on conflict (kind, subject_id) do update
        set is_handed_over = true, owner_agent_id = excluded.owner_agent_id,
            hidden_until = case when m.due_day = excluded.due_day then m.hidden_until end,
            due_day = excluded.due_day, set_by = excluded.set_by, updated_at = excluded.updated_at`,
    [item.kind, item.id, item.due_day, owner, stamp.by, stamp.at],
  );
}

/** The explicit assignment of an item; null where it follows its client or creator. */
export async function findAssignment(db: Database, item: SeenItem): Promise<Assignment | null> {
  const [row] = await db.query<Assignment>(
    `select owner_agent_id from today_marks
      where kind = $1 and subject_id = $2 and due_day = $3 and is_handed_over for update`,
    [item.kind, item.id, item.due_day],
  );
  return row ?? null;
}

/** The mark as this agent wrote it last: another agent's change of any part of it counts as a newer one. */
const OWN_MARK = 'kind = $1 and subject_id = $2 and due_day = $3 and set_by = $4';

/** Ends this agent's snooze, to any day where none is given; false when it is no longer the last change. */
export async function undoHidden(
  db: Database,
  { kind, id, due_day }: SeenItem,
  until: string | undefined,
  { by, at }: Stamp,
): Promise<boolean> {
  const rows = await db.query(
    `update today_marks set hidden_until = null, updated_at = $6
      where ${OWN_MARK} and hidden_until = coalesce($5::date, hidden_until) returning subject_id`,
    [kind, id, due_day, by, until ?? null, at],
  );
  return rows.length > 0;
}

/** Restores the assignment before this agent's; false when theirs is no longer the last change. */
export async function undoOwner(
  db: Database,
  { kind, id, due_day }: SeenItem,
  { assigned, previous }: { assigned: number | null; previous: Assignment | null },
  { by, at }: Stamp,
): Promise<boolean> {
  const rows = await db.query(
    `update today_marks set is_handed_over = $6, owner_agent_id = $7, updated_at = $8
      where ${OWN_MARK} and is_handed_over and owner_agent_id is not distinct from $5 returning subject_id`,
    [kind, id, due_day, by, assigned, previous !== null, previous?.owner_agent_id ?? null, at],
  );
  return rows.length > 0;
}
