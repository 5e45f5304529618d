import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { globalForms } from '#features/forms/templates/schema.ts';
import { agents } from '#features/people/agents/schema.ts';
import { id, instant, refers } from '#platform/database/columns.ts';

/** Named sets of templates that sessions are started with (decision 045). */
export const bundles = pgTable(
  'bundles',
  {
    id: id(),
    name: text().notNull(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [uniqueIndex('bundles_name_unique').on(sql`lower(${table.name})`)],
);

/** The templates of a bundle. A deleted template leaves its name, so that it can be shown. */
export const bundleTemplates = pgTable(
  'bundle_templates',
  {
    id: id(),
    bundle_id: refers(() => bundles.id, 'cascade').notNull(),
    form_id: refers(() => globalForms.id, 'set null'),
    /** The name of the template when it was selected. */
    form_name: text().notNull(),
  },
  (table) => [
    uniqueIndex('bundle_templates_unique').on(table.bundle_id, table.form_id),
    index('bundle_templates_form').on(table.form_id),
  ],
);

/** When an agent last started a session with a bundle. */
export const bundleUses = pgTable(
  'bundle_uses',
  {
    bundle_id: refers(() => bundles.id, 'cascade').notNull(),
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    used_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bundle_id, table.agent_id] }),
    index('bundle_uses_agent').on(table.agent_id),
  ],
);
