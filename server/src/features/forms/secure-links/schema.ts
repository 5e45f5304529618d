import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sessions } from '#features/forms/sessions/schema.ts';
import { sessionForms } from '#features/forms/submissions/schema.ts';
import { globalForms } from '#features/forms/templates/schema.ts';
import { agents } from '#features/people/agents/schema.ts';
import { clients } from '#features/records/clients/schema.ts';
import { id, instant, refers } from '#platform/database/columns.ts';

/** Secure links. The token names `key`; this row decides scope, expiry and revocation (decisions I3). */
export const secureLinks = pgTable(
  'secure_links',
  {
    id: id(),
    key: text().notNull(),
    access_type: text().notNull(),
    form_id: refers(() => globalForms.id, 'restrict'),
    client_id: refers(() => clients.id, 'restrict'),
    session_form_id: refers(() => sessionForms.id, 'cascade'),
    session_id: refers(() => sessions.id, 'cascade'),
    title: text().notNull(),
    status: text().notNull().default('pending'),
    access_token_expires_at: instant().notNull(),
    viewed_at: instant(),
    revoked_at: instant(),
    created_by: refers(() => agents.id, 'set null'),
    created_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('secure_links_key_unique').on(table.key),
    index('secure_links_client').on(table.client_id, table.id),
    index('secure_links_session').on(table.session_id, table.id),
    index('secure_links_submission').on(table.session_form_id, table.id),
    index('secure_links_viewed')
      .on(table.session_form_id, table.session_id)
      .where(sql`viewed_at is not null`),
    index('secure_links_expiry').on(table.access_token_expires_at, table.id).where(sql`revoked_at is null`),
    // A session's page has only one active link.
    uniqueIndex('secure_links_page_unique')
      .on(table.session_id)
      .where(sql`session_form_id is null and revoked_at is null`),
  ],
);
