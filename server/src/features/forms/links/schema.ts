import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { sessions } from '#features/forms/sessions/schema.ts';
import { sessionForms } from '#features/forms/submissions/schema.ts';
import { globalForms } from '#features/forms/templates/schema.ts';
import { agents } from '#features/people/agents/schema.ts';
import { clients } from '#features/records/clients/schema.ts';

const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** Secure links. The token names `key`; this row decides scope, expiry and revocation (decisions I3). */
export const secureLinks = pgTable(
  'secure_links',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    key: text().notNull(),
    access_type: text().notNull(),
    form_id: bigint({ mode: 'number' }).references(() => globalForms.id, { onDelete: 'restrict' }),
    client_id: bigint({ mode: 'number' }).references(() => clients.id, { onDelete: 'restrict' }),
    session_form_id: bigint({ mode: 'number' }).references(() => sessionForms.id, { onDelete: 'cascade' }),
    session_id: bigint({ mode: 'number' }).references(() => sessions.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    status: text().notNull().default('pending'),
    access_token_expires_at: instant().notNull(),
    viewed_at: instant(),
    revoked_at: instant(),
    created_by: bigint({ mode: 'number' }).references(() => agents.id, { onDelete: 'set null' }),
    created_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('secure_links_key_unique').on(table.key),
    index('secure_links_client').on(table.client_id, table.id),
    index('secure_links_session').on(table.session_id, table.id),
    index('secure_links_submission').on(table.session_form_id, table.id),
    // A session's page has one living link.
    uniqueIndex('secure_links_page_unique')
      .on(table.session_id)
      .where(sql`session_form_id is null and revoked_at is null`),
  ],
);
