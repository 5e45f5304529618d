import { jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, int8 } from '#platform/database/columns.ts';

/** An envelope at DocuSign: stored before DocuSign is called, so that no timeout or crash can create a second one. */
export const docusignEnvelopes = pgTable(
  'docusign_envelopes',
  {
    id: int8().primaryKey().generatedByDefaultAsIdentity(),
    idempotency_key: text().notNull(),
    template_id: text().notNull(),
    /** Ours: DocuSign finds the envelope by it for seven days, and by its custom field of this value without limit. */
    transaction_id: uuid().notNull(),
    envelope_id: text(),
    /**
     * The last known state, as `known-state.ts` writes it: status, signers, choices; names and addresses only while it is open.
     */
    state: jsonb(),
    /** When its creation was last requested; before that there is nothing to search for. */
    tried_at: instant(),
    /** Which caller may create it at DocuSign, or read it once it is finished, and until when. */
    lease_holder: uuid(),
    lease_until: instant(),
    /** When its status was last requested from DocuSign, which limits the frequency. */
    asked_at: instant(),
    created_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('docusign_envelopes_idempotency_key').on(table.idempotency_key),
    uniqueIndex('docusign_envelopes_transaction_id').on(table.transaction_id),
    uniqueIndex('docusign_envelopes_envelope_id').on(table.envelope_id),
  ],
);
