import {
  DEFAULT_EMAIL_PACE,
  type EmailPace,
  type NotificationEmailMode,
  type NotificationKind,
} from '@ledgerline/contract/notifications/kinds';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { invoices } from '#features/billing/invoice-store/schema.ts';
import { sessions } from '#features/forms/sessions/schema.ts';
import { sessionForms } from '#features/forms/submissions/schema.ts';
import { agents } from '#features/people/agents/schema.ts';
import { clients } from '#features/records/clients/schema.ts';
import { imports } from '#features/records/imports/schema.ts';
import { tasks } from '#features/records/tasks/schema.ts';
import { day, id, instant, int8, refers } from '#platform/database/columns.ts';

/** Events that agents are notified of: one row per cause, deleted with the record it is about. */
export const agentNotifications = pgTable(
  'agent_notices',
  {
    id: id(),
    kind: text().$type<NotificationKind>().notNull(),
    /** The kind and the event's identifier: the same event notifies once, however often it is reported. */
    cause: text().notNull(),
    client_id: refers(() => clients.id, 'cascade'),
    /** The client's name at that time. */
    client_first_name: text().notNull(),
    client_last_name: text().notNull(),
    about: text().notNull(),
    session_form_id: refers(() => sessionForms.id, 'cascade'),
    session_id: refers(() => sessions.id, 'cascade'),
    invoice_id: refers(() => invoices.id, 'cascade'),
    import_id: refers(() => imports.id, 'cascade'),
    task_id: refers(() => tasks.id, 'cascade'),
    /** A path of the portal, if none of these records has a page. */
    place: text(),
    created_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('agent_notices_cause_unique').on(table.cause),
    index('agent_notices_created').on(table.created_at),
    index('agent_notices_client').on(table.client_id).where(sql`client_id is not null`),
    index('agent_notices_submission').on(table.session_form_id).where(sql`session_form_id is not null`),
    index('agent_notices_session').on(table.session_id).where(sql`session_id is not null`),
    index('agent_notices_invoice').on(table.invoice_id).where(sql`invoice_id is not null`),
    index('agent_notices_import').on(table.import_id).where(sql`import_id is not null`),
    index('agent_notices_task').on(table.task_id).where(sql`task_id is not null`),
  ],
);

/** The receivers, with their preference at that time and the state of the notification. */
export const agentNotificationReceivers = pgTable(
  'agent_notice_receivers',
  {
    notice_id: refers(() => agentNotifications.id, 'cascade').notNull(),
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    is_in_app: boolean().notNull(),
    mail: text().$type<NotificationEmailMode>().notNull(),
    read_at: instant(),
    /** The email that contains it, sent or queued. */
    mail_id: int8(),
  },
  (table) => [
    primaryKey({ columns: [table.agent_id, table.notice_id] }),
    index('agent_notice_receivers_notice').on(table.notice_id),
    index('agent_notice_receivers_unread')
      .on(table.agent_id, table.notice_id)
      .where(sql`read_at is null and is_in_app`),
    index('agent_notice_receivers_grouped')
      .on(table.agent_id, table.notice_id)
      .where(sql`read_at is null and mail = 'grouped'`),
    index('agent_notice_receivers_digest')
      .on(table.agent_id, table.notice_id)
      .where(sql`read_at is null and mail = 'digest'`),
  ],
);

/** An agent's preference for a kind; without a row the default of the kind applies. */
export const agentNotificationChoices = pgTable(
  'agent_notice_choices',
  {
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    is_in_app: boolean().notNull(),
    mail: text().$type<NotificationEmailMode>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.agent_id, table.kind] })],
);

/**
 * The state of an agent's collected emails: one digest per morning and one grouped email per pace, whichever server comes
 * first.
 */
export const agentDigests = pgTable('agent_digests', {
  agent_id: refers(() => agents.id, 'cascade').primaryKey(),
  /** The last morning whose digest was processed. */
  last_on: day(),
  pace_minutes: integer().$type<EmailPace>().notNull().default(DEFAULT_EMAIL_PACE),
  /** When the last grouped email was queued. */
  grouped_at: instant(),
});
