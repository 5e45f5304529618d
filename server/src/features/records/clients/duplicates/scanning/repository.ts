import type { Database } from '#platform/database/database.ts';
import { comparedDigest, type FoundPair } from './queries.ts';

export interface ScanRow {
  id: number;
  started_at: Date;
  progressed_at: Date;
  finished_at: Date | null;
  after_id: number;
  done_count: number;
  total_count: number;
}

const COLUMNS = 'id, started_at, progressed_at, finished_at, after_id, done_count, total_count';

export async function findLatestScan(db: Database): Promise<ScanRow | undefined> {
  return (await db.query<ScanRow>(`select ${COLUMNS} from duplicate_scans order by id desc limit 1`))[0];
}

export async function findScan(db: Database, id: number): Promise<ScanRow | undefined> {
  return (await db.query<ScanRow>(`select ${COLUMNS} from duplicate_scans where id = $1`, [id]))[0];
}

/** Serializes the starts of scans until the transaction ends. */
export async function lockScans(db: Database): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtext('duplicate_scans'))`);
}

/** Starts a scan and deletes the records of earlier ones. */
export async function insertScan(db: Database, by: number | null, at: Date): Promise<ScanRow> {
  await db.query('delete from duplicate_scans');
  const [row] = await db.query<ScanRow>(
    `insert into duplicate_scans (agent_id, started_at, progressed_at, total_count)
     values ($1, $2, $2, (select count(*) from client_outlines)) returning ${COLUMNS}`,
    [by, at],
  );
  if (!row) throw new Error('a scan was not stored');
  return row;
}

export async function saveProgress(
  db: Database,
  scan: { id: number; after: number; count: number; at: Date },
): Promise<void> {
  await db.query(
    `update duplicate_scans set after_id = $2, done_count = done_count + $3, progressed_at = $4 where id = $1`,
    [scan.id, scan.after, scan.count, scan.at],
  );
}

/**
 * Ends a scan, and removes the pairs that it did not find, except those that return with the undo of a merge, and dismissed ones
 * of existing clients.
 */
export async function endScan(db: Database, id: number, at: Date): Promise<void> {
  await db.query(
    `delete from duplicate_pairs p
      where scan_id < $1 and not exists (select from merged_clients m where m.id in (p.one_id, p.other_id))
        and (dismissed_at is null or (select count(*) from clients c where c.id in (p.one_id, p.other_id)) < 2)`,
    [id],
  );
  await db.query('update duplicate_scans set finished_at = $2, progressed_at = $2 where id = $1', [id, at]);
}

/** Stores what a scan found. A pair that was dismissed stays so unless a compared field has changed. */
export async function savePairs(db: Database, scanId: number, pairs: readonly FoundPair[]): Promise<void> {
  const isSame = 'p.compared = excluded.compared';
  const unless = (column: string) => `${column} = case when ${isSame} then p.${column} end`;
  await db.query(
    `insert into duplicate_pairs as p (one_id, other_id, score, reasons, compared, scan_id)
     select f.one_id, f.other_id, f.score, f.reasons, ${comparedDigest('a', 'b')}, $1
       from jsonb_to_recordset($2) as f (one_id bigint, other_id bigint, score int, reasons jsonb)
       join clients a on a.id = f.one_id join clients b on b.id = f.other_id
      order by f.one_id, f.other_id
     on conflict (one_id, other_id) do update
       set score = excluded.score, reasons = excluded.reasons, scan_id = excluded.scan_id, compared = excluded.compared,
           ${['dismissed_at', 'dismissed_by', 'dismissed_by_name'].map(unless).join(', ')}`,
    [scanId, JSON.stringify(pairs)],
  );
}
