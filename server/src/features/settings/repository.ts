import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { globalSettings } from './schema.ts';

/** Null while nothing was ever set. */
export async function findExpirationDays(db: Database): Promise<number | null> {
  return (await first(db.orm.select().from(globalSettings)))?.default_form_expiration_days ?? null;
}

export async function keepExpirationDays(
  db: Database,
  days: number,
  by: { updated_by: number; updated_at: Date },
): Promise<void> {
  const values = { default_form_expiration_days: days, ...by };
  await db.orm
    .insert(globalSettings)
    .values(values)
    .onConflictDoUpdate({ target: globalSettings.only_row, set: values });
}
