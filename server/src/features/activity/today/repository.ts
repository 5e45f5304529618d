import type { TodayKind } from '@ledgerline/contract/rules';
import type { Database } from '#platform/database/database.ts';

/** An item as the agent saw it. */
export interface SeenItem {
  kind: TodayKind;
  id: number;
  due_day: string;
}

/** Snoozes an item until a day, or undoes that with null; marks for an older cause of it are discarded. */
export async function saveHidden(
  db: Database,
  item: SeenItem,
  until: string | null,
  stamp: { by: number; at: Date },
): Promise<void> {
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
  stamp: { by: number; at: Date },
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
