import type { Database } from '#platform/database/database.ts';
import { globalSettings } from './schema.ts';

/** Null while nothing was ever set. */
export async function findExpirationDays(db: Database): Promise<number | null> {
  const [row] = await db.orm
    .select({ days: globalSettings.default_form_expiration_days })
    .from(globalSettings);
  return row?.days ?? null;
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
