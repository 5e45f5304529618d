import { type AnyPgColumn, bigint, boolean, date, timestamp } from 'drizzle-orm/pg-core';

/** An integer of any size, as a JavaScript number. */
export const int8 = () => bigint({ mode: 'number' });

/** The id of a row; only the database assigns it. */
export const id = () => int8().primaryKey().generatedAlwaysAsIdentity();

/** References a row of another table, and defines what happens to this one when that is deleted. */
export const refers = (column: () => AnyPgColumn, onDelete: 'restrict' | 'cascade' | 'set null') =>
  int8().references(column, { onDelete });

export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** A calendar date, `2026-03-01`. */
export const day = () => date({ mode: 'string' });

export const flag = () => boolean().notNull().default(false);
