import type { StatementColumn } from '@ledgerline/contract/rules/commissions';
import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { commissionColumns, commissionLines, commissionStatements } from '../schema.ts';

export type StatementRow = typeof commissionStatements.$inferSelect;
export type NewStatement = Omit<typeof commissionStatements.$inferInsert, 'carrier_key'>;
export type LineRow = typeof commissionLines.$inferSelect;
export type NewLine = typeof commissionLines.$inferInsert;

/** The new statement; undefined if its sheet or its lines were imported before. */
export function insertStatement(db: Database, row: NewStatement): Promise<StatementRow | undefined> {
  return first(db.orm.insert(commissionStatements).values(row).onConflictDoNothing().returning());
}

export function findStatement(db: Database, id: number): Promise<StatementRow | undefined> {
  return first(db.orm.select().from(commissionStatements).where(eq(commissionStatements.id, id)));
}

/** The statement with the same sheet of a file, or with the same lines, of the carrier and month. */
export function findSame(
  db: Database,
  {
    file_hash,
    sheet,
    lines_hash,
    carrier,
    month,
  }: Pick<NewStatement, 'file_hash' | 'lines_hash' | 'carrier' | 'month'> & { sheet: number },
): Promise<StatementRow | undefined> {
  return first(
    db.query(
      `select * from commission_statements
        where carrier_key = fold_text($3) and ((file_hash = $1 and sheet = $5) or (lines_hash = $2 and month = $4))
        order by file_hash = $1 and sheet = $5 desc limit 1`,
      [file_hash, lines_hash, carrier, month, sheet],
    ),
  );
}

export async function removeStatement(db: Database, id: number): Promise<void> {
  await db.orm.delete(commissionStatements).where(eq(commissionStatements.id, id));
}

/** The ids in the order of the lines. */
export async function insertLines(db: Database, lines: NewLine[]): Promise<number[]> {
  const rows = await db.orm.insert(commissionLines).values(lines).returning({ id: commissionLines.id });
  return rows.map(({ id }) => id);
}

/** The row, locked until the transaction ends. */
export function lockLine(db: Database, id: number): Promise<LineRow | undefined> {
  return first(db.orm.select().from(commissionLines).where(eq(commissionLines.id, id)).for('update'));
}

export function lockUnmatched(db: Database, statementId: number): Promise<LineRow[]> {
  return db.query(
    `select * from commission_lines where statement_id = $1 and policy_id is null and content is not null order by id for update`,
    [statementId],
  );
}

export async function setContent(
  db: Database,
  contents: readonly { id: number; text: string }[],
): Promise<void> {
  await db.query(
    `update commission_lines t set content = v.text from unnest($1::bigint[], $2::text[]) as v (id, text) where t.id = v.id`,
    [contents.map(({ id }) => id), contents.map(({ text }) => text)],
  );
}

/** What a line is matched to; with a policy its number and name are no longer stored. */
export async function setMatches(
  db: Database,
  matches: readonly { id: number; policy_id: number | null; is_ambiguous: boolean }[],
): Promise<void> {
  await db.query(
    `update commission_lines t set policy_id = v.policy_id, is_ambiguous = v.is_ambiguous,
            content = case when v.policy_id is null then t.content end
       from unnest($1::bigint[], $2::bigint[], $3::boolean[]) as v (id, policy_id, is_ambiguous) where t.id = v.id`,
    [
      matches.map(({ id }) => id),
      matches.map(({ policy_id }) => policy_id),
      matches.map(({ is_ambiguous }) => is_ambiguous),
    ],
  );
}

export async function findColumns(
  db: Database,
  carrier: string,
): Promise<Partial<Record<StatementColumn, string>>> {
  const row = await first(
    db.query<Pick<typeof commissionColumns.$inferSelect, 'headers'>>(
      'select headers from commission_columns where carrier_key = fold_text($1)',
      [carrier],
    ),
  );
  return row?.headers ?? {};
}

export async function rememberColumns(
  db: Database,
  carrier_key: string,
  headers: Partial<Record<StatementColumn, string>>,
): Promise<void> {
  await db.orm
    .insert(commissionColumns)
    .values({ carrier_key, headers })
    .onConflictDoUpdate({ target: commissionColumns.carrier_key, set: { headers } });
}
