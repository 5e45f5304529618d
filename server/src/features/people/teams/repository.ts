import type { NeedToKnow } from '@ledgerline/contract/rules';
import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { stored } from '#platform/database/rows.ts';
import { teams } from './schema.ts';

/** Serializes changes of teams, so that unique names are checked against current rows. */
export async function lockTeams(db: Database): Promise<void> {
  await db.query('lock table teams in share row exclusive mode');
}

export async function insertTeam(db: Database, name: string, now: Date): Promise<number> {
  return (await stored(db.orm.insert(teams).values({ name, created_at: now }).returning())).id;
}

export async function renameTeam(db: Database, id: number, name: string): Promise<void> {
  await db.orm.update(teams).set({ name }).where(eq(teams.id, id));
}

/** The foreign key removes the team from its agents. */
export async function removeTeam(db: Database, id: number): Promise<void> {
  await db.orm.delete(teams).where(eq(teams.id, id));
}

export async function saveNeedToKnow(
  db: Database,
  { sees, now }: { sees: NeedToKnow; now: Date },
): Promise<void> {
  await db.query(
    `insert into need_to_know (sees, updated_at) values ($1, $2)
     on conflict (only_row) do update set sees = excluded.sees, updated_at = excluded.updated_at`,
    [sees, now],
  );
}
