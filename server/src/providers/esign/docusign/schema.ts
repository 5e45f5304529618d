import { jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, int8 } from '#platform/database/columns.ts';

/** An envelope at DocuSign: saved before DocuSign is asked for it, so that no time-out or crash can make a second one. */
export const docusignEnvelopes = pgTable(
  'docusign_envelopes',
  {
    id: int8().primaryKey().generatedByDefaultAsIdentity(),
    idempotency_key: text().notNull(),
    template_id: text().notNull(),
    /** Ours: DocuSign finds the envelope by it for seven days, and by its custom field of this value for ever. */
    transaction_id: uuid().notNull(),
    envelope_id: text(),
    /** What was last heard of it, as `known-state.ts` writes it: status, signers, choices; names and addresses only while it is open. */
    state: jsonb(),
    /** When DocuSign was last asked to make it; before that there is nothing to look for. */
    tried_at: instant(),
    /** Who may ask DocuSign to make it, or read it once it is finished, and until when. */
    lease_holder: uuid(),
    lease_until: instant(),
    /** When DocuSign was last asked how it stands: it allows that once in a while only. */
    asked_at: instant(),
    created_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('docusign_envelopes_idempotency_key').on(table.idempotency_key),
    uniqueIndex('docusign_envelopes_transaction_id').on(table.transaction_id),
    uniqueIndex('docusign_envelopes_envelope_id').on(table.envelope_id),
  ],
);
