import { and, count, desc, eq, isNull } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { sessionForms } from './schema.ts';

export type SubmissionRow = typeof sessionForms.$inferSelect;
export type NewSubmissionRow = typeof sessionForms.$inferInsert;

export async function insertSubmission(db: Database, row: NewSubmissionRow): Promise<SubmissionRow> {
  const [inserted] = await db.orm.insert(sessionForms).values(row).returning();
  if (!inserted) throw new Error('the submission was not stored');
  return inserted;
}

export async function findSubmission(db: Database, id: number): Promise<SubmissionRow | undefined> {
  const [row] = await db.orm.select().from(sessionForms).where(eq(sessionForms.id, id));
  return row;
}

/** The row, held until the transaction ends: of two visitors submitting at once, the second sees the first's work. */
export async function lockSubmission(db: Database, id: number): Promise<SubmissionRow | undefined> {
  const [row] = await db.orm.select().from(sessionForms).where(eq(sessionForms.id, id)).for('update');
  return row;
}

/** The open submission of a form for a client outside any session (decisions I5). */
export async function findOpen(
  db: Database,
  formId: number,
  clientId: number,
): Promise<SubmissionRow | undefined> {
  const [row] = await db.orm
    .select()
    .from(sessionForms)
    .where(
      and(
        eq(sessionForms.form_id, formId),
        eq(sessionForms.client_id, clientId),
        isNull(sessionForms.session_id),
        eq(sessionForms.is_completed, false),
        eq(sessionForms.is_voided, false),
      ),
    )
    .orderBy(desc(sessionForms.id))
    .limit(1);
  return row;
}

export async function hasProgressSession(db: Database, progressSessionId: string): Promise<boolean> {
  const rows = await db.orm
    .select({ id: sessionForms.id })
    .from(sessionForms)
    .where(eq(sessionForms.progress_session_id, progressSessionId));
  return rows.length > 0;
}

export async function changeSubmission(
  db: Database,
  id: number,
  changes: Partial<NewSubmissionRow>,
): Promise<void> {
  await db.orm.update(sessionForms).set(changes).where(eq(sessionForms.id, id));
}

export async function removeSubmission(db: Database, id: number): Promise<void> {
  await db.orm.delete(sessionForms).where(eq(sessionForms.id, id));
}

export async function countOfClient(db: Database, clientId: number): Promise<number> {
  const [row] = await db.orm
    .select({ forms: count() })
    .from(sessionForms)
    .where(eq(sessionForms.client_id, clientId));
  return row?.forms ?? 0;
}
