import type { GlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { getTableColumns } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { globalSettings } from './schema.ts';

const { only_row, updated_at, updated_by, ...SETTINGS } = getTableColumns(globalSettings);

type SettingsRow = Pick<typeof globalSettings.$inferSelect, keyof typeof SETTINGS>;

/** Undefined while nothing was ever set. */
export function findSettings(db: Database): Promise<SettingsRow | undefined> {
  return first(db.orm.select(SETTINGS).from(globalSettings));
}

export async function keepSettings(
  db: Database,
  row: GlobalSettings & { updated_by: number; updated_at: Date },
): Promise<void> {
  await db.orm.insert(globalSettings).values(row).onConflictDoUpdate({ target: only_row, set: row });
}
