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
    username: text().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    password_hash: text().notNull(),
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
