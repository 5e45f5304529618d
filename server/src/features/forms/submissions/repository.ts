import { and, asc, desc, eq, getTableColumns, inArray, isNull, max, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { sessionForms } from './schema.ts';

export type SubmissionRow = typeof sessionForms.$inferSelect;
export type NewSubmissionRow = typeof sessionForms.$inferInsert;
/** A submission without the ciphertext of its answers. */
export type SubmissionOutline = Omit<SubmissionRow, 'form_data'>;

const { form_data: _, ...OUTLINE } = getTableColumns(sessionForms);

export function insertSubmission(db: Database, row: NewSubmissionRow): Promise<SubmissionRow> {
  return stored(db.orm.insert(sessionForms).values(row).returning());
}

export function findSubmission(db: Database, id: number): Promise<SubmissionRow | undefined> {
  return first(db.orm.select().from(sessionForms).where(eq(sessionForms.id, id)));
}

/** The row, locked until the transaction ends: of two concurrent submits, the second sees the first. */
export function lockSubmission(db: Database, id: number): Promise<SubmissionRow | undefined> {
  return first(db.orm.select().from(sessionForms).where(eq(sessionForms.id, id)).for('update'));
}

/** The open submission of a form for a client outside any session (decisions I5). */
export function findOpen(db: Database, formId: number, clientId: number): Promise<SubmissionRow | undefined> {
  return newestOpen(db, formId, eq(sessionForms.client_id, clientId), ne(sessionForms.status, 'declined'));
}

/**
 * The open submission of a form that was created for public links (decisions I4). One that was linked to a client before is
 * excluded, because its envelope may contain that client's data.
 */
export function findOpenPublic(db: Database, formId: number): Promise<SubmissionRow | undefined> {
  return newestOpen(
    db,
    formId,
    isNull(sessionForms.client_id),
    isNull(sessionForms.signed_at),
    isNull(sessionForms.envelope_id),
    eq(sessionForms.source, 'public'),
    sql`${sessionForms.progress_session_id} like 'SEC\\_%'`,
  );
}

function newestOpen(db: Database, formId: number, ...conditions: SQL[]): Promise<SubmissionRow | undefined> {
  const { id, form_id, session_id, is_completed, is_voided } = sessionForms;
  const isOpen = [eq(form_id, formId), isNull(session_id), eq(is_completed, false), eq(is_voided, false)];
  const open = db.orm
    .select()
    .from(sessionForms)
    .where(and(...isOpen, ...conditions));
  return first(open.orderBy(desc(id)).limit(1));
}

/** The forms of a session in their order (decisions G14). */
export function listOfSession(db: Database, sessionId: number): Promise<SubmissionOutline[]> {
  return db.orm
    .select(OUTLINE)
    .from(sessionForms)
    .where(eq(sessionForms.session_id, sessionId))
    .orderBy(asc(sessionForms.order_index), asc(sessionForms.id));
}

/** The same, locked for writing. */
export function lockOfSession(db: Database, sessionId: number): Promise<SubmissionOutline[]> {
  return db.orm
    .select(OUTLINE)
    .from(sessionForms)
    .where(eq(sessionForms.session_id, sessionId))
    .orderBy(asc(sessionForms.id))
    .for('update');
}

/** Whether a form of that template that is not voided is in the session already. */
export async function isInSession(db: Database, sessionId: number, formId: number): Promise<boolean> {
  const { session_id, form_id, category } = sessionForms;
  const isThere = and(eq(session_id, sessionId), eq(form_id, formId), ne(category, 'voided'));
  return (await db.orm.$count(sessionForms, isThere)) > 0;
}

/** The position after the last form of a session, from 0. */
export async function nextOrderIndex(db: Database, sessionId: number): Promise<number> {
  const [row] = await db.orm
    .select({ last: max(sessionForms.order_index) })
    .from(sessionForms)
    .where(eq(sessionForms.session_id, sessionId));
  return (row?.last ?? -1) + 1;
}

export async function changeSubmissions(
  db: Database,
  ids: number[],
  changes: Partial<NewSubmissionRow>,
): Promise<void> {
  if (ids.length > 0) await db.orm.update(sessionForms).set(changes).where(inArray(sessionForms.id, ids));
}

/** Serializes the calls of a visitor: of two concurrent clicks the second finds what the first has created. */
export async function lockProgressSession(db: Database, progressSessionId: string): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`progress:${progressSessionId}`]);
}

export async function hasProgressSession(db: Database, progressSessionId: string): Promise<boolean> {
  return (await findByProgressSession(db, progressSessionId)) !== undefined;
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

export function findByEnvelope(db: Database, envelopeId: string): Promise<SubmissionRow | undefined> {
  return first(db.orm.select().from(sessionForms).where(eq(sessionForms.envelope_id, envelopeId)));
}

export function findByDocumentToken(db: Database, token: string): Promise<SubmissionRow | undefined> {
  return first(db.orm.select().from(sessionForms).where(eq(sessionForms.document_access_token, token)));
}

export function findByProgressSession(db: Database, id: string): Promise<SubmissionRow | undefined> {
  return first(db.orm.select().from(sessionForms).where(eq(sessionForms.progress_session_id, id)));
}
