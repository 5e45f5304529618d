import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { flag, id, instant } from '#platform/database/columns.ts';

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
    is_advisor: flag(),
    is_owner: flag(),
    is_developer: flag(),
    has_all_staff_access: flag(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('agents_email_unique').on(sql`lower(${table.email})`),
    uniqueIndex('agents_username_unique').on(sql`lower(${table.username})`),
  ],
);
