import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { flag, id, instant, refers } from '#platform/database/columns.ts';
import { teams } from '../teams/schema.ts';

/** Staff users. Email and username are unique, ignoring case (decisions B21, B22). */
export const agents = pgTable(
  'agents',
  {
    id: id(),
    email: text().notNull(),
    /** When the account holder confirmed the address; single sign-on links confirmed addresses only. */
    email_confirmed_at: instant(),
    /**
     * The address was in use before addresses were confirmed, so it counts as the agent's for password
     * emails.
     */
    has_legacy_email: flag(),
    username: text().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    password_hash: text().notNull(),
    /** Calendar addresses created before this instant are revoked. */
    password_changed_at: instant(),
    /** Until then the password signs in even though passwords are off: emergency access (decision 070). */
    password_until: instant(),
    is_advisor: flag(),
    is_owner: flag(),
    is_developer: flag(),
    has_all_staff_access: flag(),
    /** The team whose clients the agent sees in addition to their own, where teams decide (decision 071). */
    team_id: refers(() => teams.id, 'set null'),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('agents_email_unique').on(sql`lower(${table.email})`),
    uniqueIndex('agents_username_unique').on(sql`lower(${table.username})`),
    index('agents_team').on(table.team_id),
  ],
);

/**
 * The latest link that confirms an email address of an agent; if it is a new address, using the link changes
 * it (decision 097). Only the token's fingerprint is stored.
 */
export const emailLinks = pgTable(
  'email_links',
  {
    agent_id: refers(() => agents.id, 'cascade').primaryKey(),
    email: text().notNull(),
    token_fingerprint: text().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
  },
  (table) => [uniqueIndex('email_links_token_unique').on(table.token_fingerprint)],
);

/** Addresses that agents had before: password emails go to them for a week after the change. */
export const formerEmails = pgTable(
  'former_emails',
  {
    id: id(),
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    email: text().notNull(),
    replaced_at: instant().notNull(),
    /**
     * An address that never counted as the agent's receives nothing; it is only stored to undo the change.
     */
    was_trusted: flag(),
  },
  (table) => [index('former_emails_agent').on(table.agent_id, table.replaced_at)],
);

/** The phone number and the photo that an agent's clients see (decision 109). */
export const agentContacts = pgTable(
  'agent_contacts',
  {
    agent_id: refers(() => agents.id, 'cascade').primaryKey(),
    phone: text(),
    /** A PNG as base64: part of backups, and the same on all servers. */
    photo: text(),
    /** Random, and part of the photo's address. */
    photo_token: text(),
    updated_at: instant().notNull(),
  },
  (table) => [uniqueIndex('agent_contacts_photo_unique').on(table.photo_token)],
);

/** The signature that an advisor saved to sign with; the picture is encrypted (decision 113). */
export const savedSignatures = pgTable(
  'saved_signatures',
  {
    /** Another one after each change. */
    id: id(),
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    method: text().$type<'drawn' | 'typed'>().notNull(),
    name: text().notNull(),
    /** PNG in base64, encrypted; null only within the transaction that creates the row. */
    image: text(),
    saved_at: instant().notNull(),
  },
  (table) => [uniqueIndex('saved_signatures_agent_unique').on(table.agent_id)],
);
