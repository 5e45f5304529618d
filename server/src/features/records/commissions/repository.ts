import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { commissionRates } from './schema.ts';

export type RateRow = typeof commissionRates.$inferSelect;

/** All rates, the latest of each carrier and line first; `carrier` limits them to one carrier. */
export function listRates(db: Database, carrier?: string): Promise<RateRow[]> {
  return db.query(
    `select id, carrier, carrier_key, line, effective_date::text, basis, amount, changed_by, changed_at
       from commission_rates where $1::text is null or carrier_key = fold_text($1)
      order by carrier collate "ledger_order", line, effective_date desc`,
    [carrier ?? null],
  );
}

/** Inserts the rate, or replaces that of the same carrier, line and date. */
export function saveRate(
  db: Database,
  row: Omit<typeof commissionRates.$inferInsert, 'carrier_key'>,
): Promise<RateRow> {
  const { carrier_key, line, effective_date } = commissionRates;
  return stored(
    db.orm
      .insert(commissionRates)
      .values(row)
      .onConflictDoUpdate({ target: [carrier_key, line, effective_date], set: row })
      .returning(),
  );
}

export function removeRate(db: Database, id: number): Promise<RateRow | undefined> {
  return first(db.orm.delete(commissionRates).where(eq(commissionRates.id, id)).returning());
}
