import type { DraftState } from '@ledgerline/contract/rules';
import { clientNameFields } from '@ledgerline/contract/submissions/form-names';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sessions } from '#features/forms/sessions/schema.ts';
import { globalForms } from '#features/forms/templates/schema.ts';
import { clients } from '#features/records/clients/schema.ts';
import { day, flag, instant, int8, refers } from '#platform/database/columns.ts';

const cents = () => int8().notNull().default(0);

/** The rule submissionCategory in SQL, so that a list can be filtered by it. A test checks that the two agree. */
const CATEGORY = sql`case
  when is_voided or voided_at is not null or lower(btrim(status)) = 'voided' then 'voided'
  when lower(btrim(status)) = 'declined' then case when read_at is null and form_data is null then 'new' else 'in_progress' end
  when pending_advisor_signature and not (has_advisor_signature or advisor_signed_at is not null) then 'alert'
  when not (pending_client_signature and not (has_client_signature or client_signed_at is not null))
       and (has_advisor_signature or advisor_signed_at is not null or has_client_signature
            or client_signed_at is not null or lower(btrim(status)) = 'completed' or signed_at is not null or is_completed)
    then 'complete'
  when read_at is null and form_data is null then 'new'
  else 'in_progress' end`;

/** How far the form itself shows that its client has come; null if they entered nothing. */
const OWN_STEP = sql`case
  when has_client_signature or client_signed_at is not null or signed_at is not null then 'signed'
  when is_completed or lower(btrim(status)) = 'completed' then 'submitted'
  when form_data is not null or progress_step > 0 or last_saved is not null then 'started' end`;

/**
 * Session forms: a template assigned to a client or session, or filled in by a visitor (1§3). Amounts are in cents.
 * form_data is one ciphertext, because the answers contain Social Security and bank numbers and health information.
 */
export const sessionForms = pgTable(
  'session_forms',
  {
    id: int8().primaryKey().generatedByDefaultAsIdentity(),
    session_id: refers(() => sessions.id, 'restrict'),
    form_id: refers(() => globalForms.id, 'restrict'),
    client_id: refers(() => clients.id, 'restrict'),
    title: text().notNull(),
    type: text().notNull(),
    form_link_id: text(),
    notes: text().notNull().default(''),
    status: text().notNull().default('pending'),
    order_index: integer().notNull().default(0),
    source: text(),
    source_template_id: text(),
    next_signer_role: text(),
    pending_advisor_signature: flag(),
    pending_client_signature: flag(),
    has_advisor_signature: flag(),
    has_client_signature: flag(),
    advisor_signed_at: instant(),
    client_signed_at: instant(),
    signed_at: instant(),
    envelope_id: text(),
    envelope_status: text(),
    /** The provider of the envelope; another provider does not know it. */
    envelope_provider: text(),
    /** The time of the last update from the provider about the envelope. */
    envelope_checked_at: instant(),
    signature_url: text(),
    signed_document_id: text(),
    document_access_token: text(),
    progress_session_id: text(),
    progress_step: integer().notNull().default(0),
    form_data: text(),
    /** Which device wrote which answer of the draft; contains no answers (decision 105). */
    draft_state: jsonb().$type<DraftState>(),
    read_at: instant(),
    /** Opened, but its answers differ from the client record and no agent has decided on them (decision 104). */
    has_pending_answers: flag(),
    is_voided: flag(),
    voided_at: instant(),
    last_saved: instant(),
    is_completed: flag(),
    global_form_type: text(),
    selected_items_json: jsonb(),
    selected_items_total: cents(),
    itemized_costs: jsonb(),
    itemized_total: cents(),
    base_form_total: cents(),
    final_form_total: cents(),
    base_cost: cents(),
    include_sales_tax: flag(),
    embedded_url: text(),
    folder: text(),
    form_name_agent: text(),
    form_name_client: text(),
    ...clientNameFields(() => text()),
    /** The person's name as the visitor entered it. */
    first_name: text(),
    last_name: text(),
    email: text(),
    phone: text(),
    date_of_birth: day(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    /**
     * The searchable text of the submission about its form and person, folded (decision 088), with phones as digits; a
     * trigger writes it.
     */
    search_text: text(),
    category: text().generatedAlwaysAs(CATEGORY),
    own_step: text().generatedAlwaysAs(OWN_STEP),
  },
  (table) => [
    index('session_forms_client').on(table.client_id, table.id),
    index('session_forms_form').on(table.form_id, table.id),
    index('session_forms_session').on(table.session_id, table.order_index),
    index('session_forms_changed').on(table.updated_at.desc(), table.id.desc()),
    index('session_forms_category').on(table.category, table.updated_at.desc(), table.id.desc()),
    // Everything that reports read of the forms of a period.
    index('session_forms_added').on(
      ...[table.created_at, table.id, table.category, table.own_step, table.title, table.form_name_agent],
      ...[table.form_link_id, table.progress_step, table.session_id, table.client_id],
    ),
    index('session_forms_search').using('gin', sql`"search_text" gin_trgm_ops`),
    index('session_forms_envelope').on(table.envelope_id),
    index('session_forms_envelope_open')
      .on(sql`"envelope_checked_at" nulls first`)
      .where(sql`envelope_id is not null and not is_completed and not is_voided and status <> 'declined'`),
    index('session_forms_unfetched')
      .on(table.id)
      .where(sql`envelope_id is not null and is_completed and signed_document_id is null`),
    uniqueIndex('session_forms_document_token_unique').on(table.document_access_token),
    uniqueIndex('session_forms_progress_unique').on(table.progress_session_id),
    // For Today: submitted and to be reviewed, and signed with a price.
    index('session_forms_to_review')
      .on(table.updated_at, table.id)
      .where(
        sql`(read_at is null or has_pending_answers) and is_completed and not is_voided and voided_at is null`,
      ),
    index('session_forms_priced')
      .on(table.updated_at, table.id)
      .where(sql`category = 'complete' and final_form_total > 0`),
    index('session_forms_open')
      .on(table.form_id, table.client_id)
      .where(sql`not is_completed and not is_voided`),
  ],
);
