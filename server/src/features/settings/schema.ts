import type { EnrolmentWindow } from '@ledgerline/contract/settings/endpoints';
import { boolean, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { instant, refers } from '#platform/database/columns.ts';

/** The one row of global form settings (0§3). */
export const globalSettings = pgTable('global_settings', {
  only_row: boolean().primaryKey().default(true),
  default_form_expiration_days: integer().notNull().default(7),
  /** null: those that the product knows (DEFAULT_ENROLMENT_WINDOWS). */
  enrolment_windows: jsonb().$type<EnrolmentWindow[]>(),
  updated_at: instant().notNull().defaultNow(),
  updated_by: refers(() => agents.id, 'set null'),
});
