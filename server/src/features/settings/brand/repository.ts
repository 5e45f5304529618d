import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { globalSettings } from '../schema.ts';

const { brand_color, brand_phone, brand_logo, brand_logo_info, only_row } = globalSettings;
type Row = typeof globalSettings.$inferInsert;

/** Undefined until any setting is saved. */
export function findBrand(
  db: Database,
): Promise<
  Pick<typeof globalSettings.$inferSelect, 'brand_color' | 'brand_phone' | 'brand_logo_info'> | undefined
> {
  return first(db.orm.select({ brand_color, brand_phone, brand_logo_info }).from(globalSettings));
}

/** The logo with its content as base64; both null without one. */
export function findLogo(
  db: Database,
): Promise<Pick<typeof globalSettings.$inferSelect, 'brand_logo' | 'brand_logo_info'> | undefined> {
  return first(db.orm.select({ brand_logo, brand_logo_info }).from(globalSettings));
}

export async function saveBrand(
  db: Database,
  row: Partial<Pick<Row, 'brand_color' | 'brand_phone' | 'brand_logo' | 'brand_logo_info'>> &
    Pick<Row, 'updated_by' | 'updated_at'>,
): Promise<void> {
  await db.orm.insert(globalSettings).values(row).onConflictDoUpdate({ target: only_row, set: row });
}
