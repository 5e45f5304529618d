import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { tasks } from './schema.ts';

export type TaskRow = typeof tasks.$inferSelect;
export type NewTaskRow = Omit<typeof tasks.$inferInsert, 'id'>;

/**
 * The row, locked until the transaction ends: the second of two concurrent agents sees what the first has
 * done.
 */
export function lockTask(db: Database, id: number): Promise<TaskRow | undefined> {
  return first(db.orm.select().from(tasks).where(eq(tasks.id, id)).for('update'));
}

/** The task that was created when this one was completed, also locked. */
export function lockNextTask(db: Database, id: number): Promise<TaskRow | undefined> {
  return first(db.orm.select().from(tasks).where(eq(tasks.previous_id, id)).for('update'));
}

export function insertTask(db: Database, row: NewTaskRow): Promise<TaskRow> {
  return stored(db.orm.insert(tasks).values(row).returning());
}

export async function changeTask(db: Database, id: number, changes: Partial<NewTaskRow>): Promise<void> {
  await db.orm.update(tasks).set(changes).where(eq(tasks.id, id));
}

export async function removeTask(db: Database, id: number): Promise<void> {
  await db.orm.delete(tasks).where(eq(tasks.id, id));
}

/** Reassigns an agent's open tasks to another agent, or to no one; returns the ids in order. */
export async function moveOpen(db: Database, from: number, to: number | null, at: Date): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `update tasks t set owner_agent_id = $2, updated_at = $3
       from (select id from tasks where owner_agent_id = $1 and done_at is null order by id for update) locked
      where t.id = locked.id returning t.id`,
    [from, to, at],
  );
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}
