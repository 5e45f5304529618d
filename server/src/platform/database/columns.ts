import { type AnyPgColumn, bigint, boolean, date, timestamp } from 'drizzle-orm/pg-core';

/** A whole number of any size, as a JavaScript number. */
export const int8 = () => bigint({ mode: 'number' });

/** What names a row; only the database gives it. */
export const id = () => int8().primaryKey().generatedAlwaysAsIdentity();

/** Names a row of another table, and says what becomes of this one when that is deleted. */
export const refers = (column: () => AnyPgColumn, onDelete: 'restrict' | 'cascade' | 'set null') =>
  int8().references(column, { onDelete });

export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** A calendar day, `2026-03-01`. */
export const day = () => date({ mode: 'string' });

export const flag = () => boolean().notNull().default(false);
