import type { AlertSettings } from '@ledgerline/contract/audit/alerts';
import { DEFAULT_REMINDER_PLAN } from '@ledgerline/contract/rules';
import type { Brand, EnrollmentPeriod } from '@ledgerline/contract/settings/endpoints';
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { flag, instant, refers } from '#platform/database/columns.ts';

/** The single row of global form settings (0§3). */
export const globalSettings = pgTable('global_settings', {
  only_row: boolean().primaryKey().default(true),
  default_form_expiration_days: integer().notNull().default(7),
  /** null: the federal periods of the plan year (ENROLLMENT_RULES). */
  enrolment_windows: jsonb().$type<EnrollmentPeriod[]>(),
  /** The plan year for which an owner last confirmed them; null: never. */
  enrollment_confirmed_for: integer(),
  reminders_on: boolean().notNull().default(true),
  reminders_first_days: integer().notNull().default(DEFAULT_REMINDER_PLAN.first_days),
  reminders_every_days: integer().notNull().default(DEFAULT_REMINDER_PLAN.every_days),
  reminders_most: integer().notNull().default(DEFAULT_REMINDER_PLAN.most),
  reminders_of_invoices: boolean().notNull().default(true),
  has_calendar_names: flag(),
  can_agents_share_views: boolean().notNull().default(true),
  bulk_emails_per_minute: integer().notNull().default(30),
  /** null: the product's own limits (DEFAULT_ALERT_SETTINGS). */
  watch: jsonb().$type<AlertSettings>(),
  asks_reveal_reason: flag(),
  /** null: the product's own color. */
  brand_color: text(),
  brand_phone: text(),
  /** A PNG as base64: part of backups, and the same on all servers. */
  brand_logo: text(),
  brand_logo_info: jsonb().$type<Brand['logo']>(),
  updated_at: instant().notNull().defaultNow(),
  updated_by: refers(() => agents.id, 'set null'),
});
