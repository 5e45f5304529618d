import { sql } from 'drizzle-orm';
import { bigint, boolean, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

/** Staff users. Email and username are unique without regard to case (decisions B21, B22). */
export const agents = pgTable(
  'agents',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    email: text().notNull(),
    username: text().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    password_hash: text().notNull(),
    is_advisor: boolean().notNull().default(false),
    is_owner: boolean().notNull().default(false),
    is_developer: boolean().notNull().default(false),
    has_all_staff_access: boolean().notNull().default(false),
    created_at: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('agents_email_unique').on(sql`lower(${table.email})`),
    uniqueIndex('agents_username_unique').on(sql`lower(${table.username})`),
  ],
);
