import { asc, desc, eq, gt } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { esignCertificates, esignEnvelopes, esignEvents, esignSigners } from './schema.ts';

export type EnvelopeRecord = typeof esignEnvelopes.$inferSelect;
export type SignerRecord = typeof esignSigners.$inferSelect;
export type EventRecord = typeof esignEvents.$inferSelect;

export function findByKey(db: Database, key: string): Promise<EnvelopeRecord | undefined> {
  return first(db.orm.select().from(esignEnvelopes).where(eq(esignEnvelopes.idempotency_key, key)));
}

export function findEnvelope(db: Database, envelopeId: string): Promise<EnvelopeRecord | undefined> {
  return first(envelopeOf(db, envelopeId));
}

/** Locks the envelope until the transaction ends, which serializes concurrent signatures. */
export function lockEnvelope(db: Database, envelopeId: string): Promise<EnvelopeRecord | undefined> {
  return first(envelopeOf(db, envelopeId).for('update'));
}

function envelopeOf(db: Database, envelopeId: string) {
  return db.orm.select().from(esignEnvelopes).where(eq(esignEnvelopes.envelope_id, envelopeId));
}

/** Envelopes with events since then. */
export async function listChangedSince(db: Database, since: Date): Promise<string[]> {
  const rows = await db.arrays<[string]>(
    `select envelope_id from esign_envelopes e
      where exists (select 1 from esign_events v where v.envelope_row = e.id and v.happened_at >= $1) order by id`,
    [since],
  );
  return rows.map(([id]) => id);
}

/** Signers in signing order. */
export async function listSigners(db: Database, envelopeRow: number): Promise<SignerRecord[]> {
  const { envelope_row, signing_order } = esignSigners;
  return db.orm.select().from(esignSigners).where(eq(envelope_row, envelopeRow)).orderBy(asc(signing_order));
}

export async function listEvents(db: Database, envelopeRow: number): Promise<EventRecord[]> {
  const { envelope_row, id } = esignEvents;
  return db.orm.select().from(esignEvents).where(eq(envelope_row, envelopeRow)).orderBy(asc(id));
}

export type NewEnvelope = Pick<
  EnvelopeRecord,
  | 'envelope_id'
  | 'idempotency_key'
  | 'title'
  | 'template_id'
  | 'template_name'
  | 'template_sha256'
  | 'template_key'
>;

/** The new row's ID; undefined when a concurrent call created an envelope with this key. */
export async function insertEnvelope(
  db: Database,
  input: NewEnvelope,
  now: Date,
): Promise<number | undefined> {
  const [row] = await db.orm
    .insert(esignEnvelopes)
    .values({ ...input, status: 'sent', created_at: now, sent_at: now })
    .onConflictDoNothing({ target: esignEnvelopes.idempotency_key })
    .returning({ id: esignEnvelopes.id });
  return row?.id;
}

export async function insertSigner(
  db: Database,
  signer: Pick<SignerRecord, 'envelope_row' | 'role' | 'name' | 'email' | 'signing_order'>,
): Promise<void> {
  await db.orm.insert(esignSigners).values({ ...signer, status: 'waiting' });
}

export async function insertEvent(
  db: Database,
  envelope_row: number,
  event: Omit<typeof esignEvents.$inferInsert, 'id' | 'envelope_row'>,
): Promise<void> {
  await db.orm.insert(esignEvents).values({ ...event, envelope_row });
}

export async function changeEnvelope(
  db: Database,
  id: number,
  changes: Partial<Omit<EnvelopeRecord, 'id'>>,
): Promise<void> {
  await db.orm.update(esignEnvelopes).set(changes).where(eq(esignEnvelopes.id, id));
}

export async function changeSigner(
  db: Database,
  id: number,
  changes: Partial<Omit<SignerRecord, 'id' | 'envelope_row' | 'role'>>,
): Promise<void> {
  await db.orm.update(esignSigners).set(changes).where(eq(esignSigners.id, id));
}

/** Deletes the unfinished entries of every signer of an envelope. */
export async function deleteDrafts(db: Database, envelopeRow: number): Promise<void> {
  const { envelope_row } = esignSigners;
  const none = { draft_values: null, draft_state: null, draft_saved_at: null };
  await db.orm.update(esignSigners).set(none).where(eq(envelope_row, envelopeRow));
}

export type CertificateRecord = Pick<
  typeof esignCertificates.$inferSelect,
  'id' | 'certificate' | 'private_key'
>;

/** The newest certificate that is still valid at `until`. */
export function findCertificate(db: Database, until: Date): Promise<CertificateRecord | undefined> {
  const { id, valid_until } = esignCertificates;
  const newest = db.orm.select().from(esignCertificates).where(gt(valid_until, until)).orderBy(desc(id));
  return first(newest.limit(1));
}

/** Lets only one server at a time create the certificate, until the transaction ends. */
export async function lockCertificates(db: Database): Promise<void> {
  await db.query('lock table esign_certificates in share row exclusive mode');
}

export async function nextCertificateId(db: Database): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('esign_certificates', 'id')) as id`,
  );
  return Number(row?.id);
}

export async function insertCertificate(
  db: Database,
  input: typeof esignCertificates.$inferInsert,
): Promise<void> {
  await db.orm.insert(esignCertificates).values(input);
}
