import { and, eq, or } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { stored } from '#platform/database/rows.ts';
import { clientLinks } from './schema.ts';

type ClientLink = typeof clientLinks.$inferSelect;

export function insertLink(db: Database, row: Omit<ClientLink, 'id'>): Promise<ClientLink> {
  return stored(db.orm.insert(clientLinks).values(row).returning());
}

/** Every row of a pair, whichever direction it was entered in. */
export function removeLinks(db: Database, one: number, other: number): Promise<ClientLink[]> {
  const between = (from: number, to: number) =>
    and(eq(clientLinks.client_id, from), eq(clientLinks.relative_id, to));
  return db.orm
    .delete(clientLinks)
    .where(or(between(one, other), between(other, one)))
    .returning();
}
