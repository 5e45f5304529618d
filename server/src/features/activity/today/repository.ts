import type { TodayKind } from '@ledgerline/contract/rules';
import type { Database } from '#platform/database/database.ts';

/** A line as it was seen. */
export interface SeenLine {
  kind: TodayKind;
  id: number;
  due_day: string;
}

/** Puts a line off to a day, or takes that back with null; what was said of an older cause of it is forgotten. */
export async function keepHidden(
  db: Database,
  line: SeenLine,
  until: string | null,
  said: { by: number; at: Date },
): Promise<void> {
  await db.query(
    `insert into today_marks as m (kind, subject_id, due_day, hidden_until, set_by, updated_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (kind, subject_id) do update
        set hidden_until = excluded.hidden_until,
            is_handed_over = m.is_handed_over and m.due_day = excluded.due_day,
            due_day = excluded.due_day, set_by = excluded.set_by, updated_at = excluded.updated_at`,
    [line.kind, line.id, line.due_day, until, said.by, said.at],
  );
}

/** Gives a line to an agent, or to nobody. */
export async function keepOwner(
  db: Database,
  line: SeenLine,
  owner: number | null,
  said: { by: number; at: Date },
): Promise<void> {
  await db.query(
    `insert into today_marks as m (kind, subject_id, due_day, is_handed_over, owner_agent_id, set_by, updated_at)
     values ($1, $2, $3, true, $4, $5, $6)
     on conflict (kind, subject_id) do update
        set is_handed_over = true, owner_agent_id = excluded.owner_agent_id,
            hidden_until = case when m.due_day = excluded.due_day then m.hidden_until end,
            due_day = excluded.due_day, set_by = excluded.set_by, updated_at = excluded.updated_at`,
    [line.kind, line.id, line.due_day, owner, said.by, said.at],
  );
}
