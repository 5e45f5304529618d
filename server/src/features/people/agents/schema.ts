import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { flag, id, instant, refers } from '#platform/database/columns.ts';
import { teams } from '../teams/schema.ts';

/** Staff users. Email and username are unique without regard to case (decisions B21, B22). */
export const agents = pgTable(
  'agents',
  {
    id: id(),
    email: text().notNull(),
    /** When the holder of the account confirmed the address; single sign-on connects confirmed addresses only. */
    email_confirmed_at: instant(),
    /** The address was in use before addresses were confirmed, so it counts as the agent's for password emails. */
    has_legacy_email: flag(),
    username: text().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    password_hash: text().notNull(),
    /** Calendar addresses from before have ended. */
    password_changed_at: instant(),
    /** Until then the password signs in although passwords are switched off: an emergency (decision 070). */
    password_until: instant(),
    is_advisor: flag(),
    is_owner: flag(),
    is_developer: flag(),
    has_all_staff_access: flag(),
    /** Whose clients he sees beside his own, where teams decide (decision 071). */
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
 * The latest link that confirms an email address of an agent: another one than the agent has changes the address when it is
 * used (decision 097). Of the token only the fingerprint.
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
    /** An address that never counted as the agent's receives nothing; it is only stored to undo the change. */
    was_trusted: flag(),
  },
  (table) => [index('former_emails_agent').on(table.agent_id, table.replaced_at)],
);
