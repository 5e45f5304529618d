import type { Database } from '#platform/database/database.ts';
import type { EsignSigner } from '#platform/ports/esign.ts';

type EnvelopeStatus = 'created' | 'sent' | 'delivered' | 'completed' | 'declined' | 'voided';

export interface EnvelopeRecord {
  id: number;
  envelope_id: string;
  status: EnvelopeStatus;
  title: string;
  template_id: string;
  template_name: string;
  template_sha256: string;
  template_key: string;
  prefill: string | null;
  sealed_key: string | null;
  sealed_sha256: string | null;
  completed_at: Date | null;
  voided_at: Date | null;
}

export interface SignerRecord {
  id: number;
  envelope_row: number;
  role: EsignSigner;
  name: string;
  email: string | null;
  status: 'waiting' | 'signed' | 'declined';
  viewed_at: Date | null;
  consent_at: Date | null;
  consent_language: string | null;
  signed_at: Date | null;
  address: string | null;
  user_agent: string | null;
  method: 'drawn' | 'typed' | null;
  typed_name: string | null;
  field_values: string | null;
  signature_image: string | null;
}

type EventKind = 'created' | 'sent' | 'opened' | 'consent' | 'signed' | 'declined' | 'voided' | 'sealed';

export interface EventRecord {
  kind: EventKind;
  role: EsignSigner | null;
  happened_at: Date;
  address: string | null;
  user_agent: string | null;
  note: string | null;
}

const ENVELOPE = `id, envelope_id, status, title, template_id, template_name, template_sha256, template_key, prefill,
  sealed_key, sealed_sha256, completed_at, voided_at`;
const SIGNER = `id, envelope_row, role, name, email, status, viewed_at, consent_at, consent_language, signed_at, address,
  user_agent, method, typed_name, field_values, signature_image`;

export async function findByKey(db: Database, key: string): Promise<EnvelopeRecord | undefined> {
  const text = `select ${ENVELOPE} from esign_envelopes where idempotency_key = $1`;
  return (await db.query<EnvelopeRecord>(text, [key]))[0];
}

export async function findEnvelope(db: Database, envelopeId: string): Promise<EnvelopeRecord | undefined> {
  const text = `select ${ENVELOPE} from esign_envelopes where envelope_id = $1`;
  return (await db.query<EnvelopeRecord>(text, [envelopeId]))[0];
}

/** Holds the envelope until the transaction ends: two signatures at once take turns. */
/** Envelopes to which something happened since then. */
export async function listChangedSince(db: Database, since: Date): Promise<string[]> {
  const rows = await db.arrays<[string]>(
    `select envelope_id from esign_envelopes e
      where exists (select 1 from esign_events v where v.envelope_row = e.id and v.happened_at >= $1) order by id`,
    [since],
  );
  return rows.map(([id]) => id);
}

export async function lockEnvelope(db: Database, envelopeId: string): Promise<EnvelopeRecord | undefined> {
  const text = `select ${ENVELOPE} from esign_envelopes where envelope_id = $1 for update`;
  return (await db.query<EnvelopeRecord>(text, [envelopeId]))[0];
}

/** Signers in the order in which they sign. */
export function listSigners(db: Database, envelopeRow: number): Promise<SignerRecord[]> {
  return db.query<SignerRecord>(
    `select ${SIGNER} from esign_signers where envelope_row = $1 order by signing_order`,
    [envelopeRow],
  );
}

export function listEvents(db: Database, envelopeRow: number): Promise<EventRecord[]> {
  return db.query<EventRecord>(
    `select kind, role, happened_at, address, user_agent, note from esign_events where envelope_row = $1 order by id`,
    [envelopeRow],
  );
}

export type NewEnvelope = Pick<
  EnvelopeRecord,
  'envelope_id' | 'title' | 'template_id' | 'template_name' | 'template_sha256' | 'template_key'
> & { idempotency_key: string };

/** The new row's number; undefined when another call made an envelope with this key meanwhile. */
export async function insertEnvelope(
  db: Database,
  made: NewEnvelope,
  now: Date,
): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>(
    `insert into esign_envelopes (envelope_id, idempotency_key, status, title, template_id, template_name,
                                  template_sha256, template_key, created_at, sent_at)
     values ($1, $2, 'sent', $3, $4, $5, $6, $7, $8, $8)
     on conflict (idempotency_key) do nothing returning id`,
    [
      made.envelope_id,
      made.idempotency_key,
      made.title,
      made.template_id,
      made.template_name,
      made.template_sha256,
      made.template_key,
      now,
    ],
  );
  return row?.id;
}

export async function insertSigner(
  db: Database,
  signer: Pick<SignerRecord, 'envelope_row' | 'role' | 'name' | 'email'> & { signing_order: number },
): Promise<void> {
  await db.query(
    `insert into esign_signers (envelope_row, role, signing_order, name, email, status)
     values ($1, $2, $3, $4, $5, 'waiting')`,
    [signer.envelope_row, signer.role, signer.signing_order, signer.name, signer.email],
  );
}

export async function insertEvent(
  db: Database,
  envelopeRow: number,
  event: Pick<EventRecord, 'kind' | 'happened_at'> & Partial<EventRecord>,
): Promise<void> {
  await db.query(
    `insert into esign_events (envelope_row, kind, role, happened_at, address, user_agent, note)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      envelopeRow,
      event.kind,
      event.role ?? null,
      event.happened_at,
      event.address ?? null,
      event.user_agent ?? null,
      event.note ?? null,
    ],
  );
}

type EnvelopeChanges = Partial<Omit<EnvelopeRecord, 'id'>> & {
  declined_at?: Date;
  void_reason?: string;
  decline_reason?: string;
};

/** Sets columns; their names come from the type, never from a caller's text. */
export function changeEnvelope(db: Database, id: number, changes: EnvelopeChanges): Promise<void> {
  return change(db, 'esign_envelopes', id, changes);
}

export function changeSigner(
  db: Database,
  id: number,
  changes: Partial<Omit<SignerRecord, 'id' | 'envelope_row' | 'role'>>,
): Promise<void> {
  return change(db, 'esign_signers', id, changes);
}

async function change(db: Database, table: string, id: number, changes: object): Promise<void> {
  const entries = Object.entries(changes);
  const sets = entries.map(([name], position) => `"${name}" = $${position + 2}`).join(', ');
  await db.query(`update ${table} set ${sets} where id = $1`, [id, ...entries.map(([, value]) => value)]);
}

export interface CertificateRecord {
  id: number;
  certificate: string;
  private_key: string;
}

/** The newest seal that is still good at `until`. */
export async function findCertificate(db: Database, until: Date): Promise<CertificateRecord | undefined> {
  const [row] = await db.query<CertificateRecord>(
    `select id, certificate, private_key from esign_certificates where valid_until > $1 order by id desc limit 1`,
    [until],
  );
  return row;
}

/** One server at a time makes the seal, until the transaction ends. */
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
  made: CertificateRecord & { valid_until: Date; created_at: Date },
): Promise<void> {
  await db.query(
    `insert into esign_certificates (id, certificate, private_key, valid_until, created_at)
     values ($1, $2, $3, $4, $5)`,
    [made.id, made.certificate, made.private_key, made.valid_until, made.created_at],
  );
}
