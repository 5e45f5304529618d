import type { Database } from '#platform/database/database.ts';

/** Clients that were changed by anything other than these operations. */
export async function findTouched(
  db: Database,
  operations: readonly string[],
  clientIds: number[],
): Promise<Set<number>> {
  const rows = await db.arrays(
    `select distinct entity_id from audit_events
      where entity = 'client' and entity_id = any($1::bigint[]) and action not in ('created', 'revealed')
        and (operation is null or operation <> all($2::text[]))`,
    [clientIds, operations],
  );
  return new Set(rows.map(([id]) => Number(id)));
}

/** Rows whose clients were merged into these since the import: the values that it wrote are not theirs. */
export async function findMergedRows(db: Database, clientIds: number[]): Promise<Set<number>> {
  const rows = await db.arrays(
    `select jsonb_array_elements(e -> 'ids')::bigint from client_merges m cross join jsonb_array_elements(m.moved) e
      where m.client_id = any($1::bigint[]) and m.undone_at is null and e ->> 'table' = 'import_rows'`,
    [clientIds],
  );
  return new Set(rows.map(([id]) => Number(id)));
}
