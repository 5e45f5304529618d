import type { DraftState } from '@ledgerline/contract/rules';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, int8, refers } from '#platform/database/columns.ts';
import type { EsignSigner } from '#platform/ports/esign.ts';

/** One document to be signed; the template's bytes are stored as they were at the start. */
export const esignEnvelopes = pgTable(
  'esign_envelopes',
  {
    id: int8().primaryKey().generatedByDefaultAsIdentity(),
    /** The public ID: `env_` and 24 random letters. */
    envelope_id: text().notNull(),
    idempotency_key: text().notNull(),
    status: text().$type<'created' | 'sent' | 'delivered' | 'completed' | 'declined' | 'voided'>().notNull(),
    title: text().notNull(),
    template_id: text().notNull(),
    template_name: text().notNull(),
    /** The hash of the stored bytes, in hexadecimal. */
    template_sha256: text().notNull(),
    template_key: text().notNull(),
    /** Field name → text as JSON, encrypted. */
    prefill: text(),
    sealed_key: text(),
    sealed_sha256: text(),
    void_reason: text(),
    decline_reason: text(),
    created_at: instant().notNull(),
    sent_at: instant(),
    completed_at: instant(),
    declined_at: instant(),
    voided_at: instant(),
  },
  (table) => [
    uniqueIndex('esign_envelopes_envelope_id').on(table.envelope_id),
    uniqueIndex('esign_envelopes_idempotency_key').on(table.idempotency_key),
  ],
);

/** A person who has to sign an envelope. */
export const esignSigners = pgTable(
  'esign_signers',
  {
    id: int8().primaryKey().generatedByDefaultAsIdentity(),
    envelope_row: refers(() => esignEnvelopes.id, 'cascade').notNull(),
    role: text().$type<EsignSigner>().notNull(),
    signing_order: integer().notNull(),
    name: text().notNull(),
    email: text(),
    status: text().$type<'waiting' | 'signed' | 'declined'>().notNull(),
    viewed_at: instant(),
    consent_at: instant(),
    consent_language: text(),
    signed_at: instant(),
    address: text(),
    user_agent: text(),
    method: text().$type<'drawn' | 'typed'>(),
    typed_name: text(),
    /** When the advisor had saved the signature that they adopted for this document; null for a new one. */
    signature_saved_at: instant(),
    /** Field name → text or true/false as JSON, encrypted. */
    field_values: text(),
    /** PNG in base64, encrypted. */
    signature_image: text(),
    /** Unfinished entries as JSON, encrypted; only this signer reads them, and signing deletes them. */
    draft_values: text(),
    /** Which device wrote which entry; contains no entries (decision 105). */
    draft_state: jsonb().$type<DraftState>(),
    draft_saved_at: instant(),
  },
  (table) => [uniqueIndex('esign_signers_role').on(table.envelope_row, table.role)],
);

type EventKind = 'created' | 'sent' | 'opened' | 'consent' | 'signed' | 'declined' | 'voided' | 'sealed';

/** Events of an envelope, for the certificate page. */
export const esignEvents = pgTable(
  'esign_events',
  {
    id: int8().primaryKey().generatedByDefaultAsIdentity(),
    envelope_row: refers(() => esignEnvelopes.id, 'cascade').notNull(),
    kind: text().$type<EventKind>().notNull(),
    role: text().$type<EsignSigner>(),
    happened_at: instant().notNull(),
    address: text(),
    user_agent: text(),
    note: text(),
  },
  (table) => [index('esign_events_envelope').on(table.envelope_row, table.id)],
);

/** The brokerage's own seal: one certificate for all servers on this database, a new row when it expires. */
export const esignCertificates = pgTable('esign_certificates', {
  id: int8().primaryKey().generatedByDefaultAsIdentity(),
  /** DER in base64. */
  certificate: text().notNull(),
  /** PKCS #8 in base64, encrypted. */
  private_key: text().notNull(),
  valid_until: instant().notNull(),
  created_at: instant().notNull(),
});
