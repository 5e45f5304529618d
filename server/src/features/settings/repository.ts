import type { GlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { getTableColumns } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { globalSettings } from './schema.ts';

const { only_row, updated_at, updated_by, watch, asks_reveal_reason, ...rest } =
  getTableColumns(globalSettings);
const { brand_color: _, brand_phone: __, brand_logo: ___, brand_logo_info: ____, ...SETTINGS } = rest;
const ALERT_SETTINGS = { watch, asks_reveal_reason };

type SettingsRow = Pick<typeof globalSettings.$inferSelect, keyof typeof SETTINGS>;

/** Undefined until it is set. */
export function findSettings(db: Database): Promise<SettingsRow | undefined> {
  return first(db.orm.select(SETTINGS).from(globalSettings));
}

export async function saveSettings(
  db: Database,
  row: Omit<GlobalSettings, 'enrolment_windows'> &
    Pick<typeof globalSettings.$inferInsert, 'enrolment_windows' | 'updated_by' | 'updated_at'>,
): Promise<void> {
  await db.orm.insert(globalSettings).values(row).onConflictDoUpdate({ target: only_row, set: row });
}

/** The monitored limits; undefined until they are set. */
export function findAlertSettings(
  db: Database,
): Promise<Pick<typeof globalSettings.$inferSelect, keyof typeof ALERT_SETTINGS> | undefined> {
  return first(db.orm.select(ALERT_SETTINGS).from(globalSettings));
}

export async function saveAlertSettings(
  db: Database,
  row: Pick<typeof globalSettings.$inferInsert, keyof typeof ALERT_SETTINGS | 'updated_by' | 'updated_at'>,
): Promise<void> {
  await db.orm.insert(globalSettings).values(row).onConflictDoUpdate({ target: only_row, set: row });
}
