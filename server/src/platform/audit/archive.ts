import type { Deps } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { FileReference } from '../storage/storage.ts';
import { lockFiles, removeFiles, storeFile } from '../storage/store-file.ts';
import { type Archive, archiveBytes, readArchive } from './archived-rows.ts';
import { type ChainRow, GENESIS, momentOf, ROW_COLUMNS } from './chain.ts';
import { signCheckpoint } from './checkpoints.ts';
import { Findings, type StoredLink, Walk } from './verify-links.ts';

type Parts = Pick<Deps, 'config' | 'clock' | 'database' | 'storage' | 'log' | 'checkpointStores' | 'tokens'>;
type Archived = StoredLink & { row: ChainRow };

/** Any fixed number: only one of several servers archives at a time. */
const ARCHIVE_LOCK = 7_301_958;
/** Rows per file; a month with more rows gets several files. */
const ARCHIVE_ROWS = 100_000;
const DELETE_ROWS = 5000;
const GZIP = { extensions: ['jsonl.gz'] } as const;

/** The start of the month that many years ago: complete months before it are archived. */
function archiveLimit(now: Date, retentionYears: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear() - retentionYears, now.getUTCMonth()));
}

/**
 * Moves rows that were added to the chain more than AUDIT_KEEP_YEARS ago from its start into files, one per month. The rows are
 * deleted once the file was stored, read back and verified, and its SHA-256 was written as a checkpoint outside the database.
 * Stops at the first row that was added later, and resumes after an interruption. Returns the number of archived rows.
 */
export async function archiveRows(parts: Parts, maxRows = ARCHIVE_ROWS): Promise<number> {
  const { database, clock, config } = parts;
  await deleteArchived(parts);
  let count = 0;
  for (;;) {
    const limit = archiveLimit(clock.now(), config.AUDIT_KEEP_YEARS);
    const links = await oldestMonth(database, limit, maxRows);
    if (links.length === 0) return count;
    await archive(parts, links);
    await deleteArchived(parts);
    count += links.length;
  }
}

/**
 * The rows of the first month that is not archived yet, in chain order. Only the time a row was added to the chain counts, which
 * the link hash covers; the row's own time does not, because a back-dated row can be inserted. Links of version 1 have no such
 * time and count as added together with the first later link that has one.
 */
async function oldestMonth(db: Database, limit: Date, maxRows: number): Promise<Archived[]> {
  const from = (await archivedTo(db)) + 1;
  const rows = await db.arrays<[number, number, number, Date | null, Buffer, ...(string | null)[]]>(
    `with first as (select sealed_at, date_trunc('month', sealed_at, 'UTC') + interval '1 month' as month_end
                      from audit_links where position >= $1 and sealed_at is not null order by position limit 1),
          stop as (select l.position from audit_links l, first
                    where l.position between $1 and $1 + $3::bigint
                      and coalesce(l.sealed_at, first.sealed_at) >= least(first.month_end, $2)
                    order by l.position limit 1)
     select l.position, l.event_id, l.version, l.sealed_at, l.hash, ${ROW_COLUMNS}
       from audit_links l join audit_events e on e.id = l.event_id
      where exists (select from first) and l.position >= $1
        and l.position < coalesce((select position from stop), $1 + $3::bigint)
      order by l.position`,
    [from, limit, maxRows],
  );
  return rows.map(([position, event_id, version, sealed_at, hash, ...row]) => ({
    ...{ position, event_id, version, sealed_at, hash, row },
  }));
}

async function archivedTo(db: Database): Promise<number> {
  const [last] = await db.query<{ to_position: number }>(
    'select coalesce(max(to_position), 0) as to_position from audit_archives',
  );
  return last?.to_position ?? 0;
}

/** Stores the file, and its database row once the file was read back and connects the preceding hash to the following one. */
async function archive(parts: Parts, links: readonly Archived[]): Promise<void> {
  const { database, clock, storage, log } = parts;
  const stored = await storeFile(parts, 'audit', archiveBytes(links), GZIP);
  let isWritten = false;
  try {
    isWritten = await database.transaction(async (db) => {
      const [lock] = await db.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
        ARCHIVE_LOCK,
      ]);
      const [first, last] = [links[0], links.at(-1)];
      if (!lock?.mine || !first || !last || (await archivedTo(db)) !== first.position - 1) return false;
      await lockFiles(db, storage, [stored.storage_key]);
      const previous = await hashBefore(db, first.position);
      await assertIntact(parts, stored, { previous, first, last });
      const moments = links.map(({ row }) => momentOf(row).getTime());
      await db.query(
        `insert into audit_archives
           (storage_key, sha256, size, from_position, to_position, previous_hash, last_hash, from_at, to_at, archived_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          ...[stored.storage_key, stored.sha256, stored.file_size, first.position, last.position],
          ...[previous, last.hash, new Date(earliest(moments)), new Date(latest(moments)), clock.now()],
        ],
      );
      return true;
    });
  } finally {
    if (!isWritten) await removeFiles({ storage, log }, [stored.storage_key]);
  }
  if (isWritten) log.info({ rows: links.length, file: stored.storage_key }, 'audit rows were archived');
}

const earliest = (moments: number[]) => moments.reduce((one, other) => Math.min(one, other));
const latest = (moments: number[]) => moments.reduce((one, other) => Math.max(one, other));

async function hashBefore(db: Database, position: number): Promise<Buffer> {
  if (position === 1) return GENESIS;
  const [last] = await db.query<{ last_hash: Buffer }>(
    'select last_hash from audit_archives where to_position = $1',
    [position - 1],
  );
  if (!last) throw new Error(`no archive ends before position ${position} of the audit log`);
  return last.last_hash;
}

/** Rows that do not match the chain stay where they are, so that a check finds them. */
async function assertIntact(
  { storage }: Pick<Parts, 'storage'>,
  { storage_key, sha256 }: FileReference,
  { previous, first, last }: { previous: Buffer; first: Archived; last: Archived },
): Promise<void> {
  const findings = new Findings();
  const walk = new Walk(findings, { position: first.position - 1, hash: previous });
  const range = { from_position: first.position, to_position: last.position };
  for await (const link of readArchive(storage, { storage_key, sha256, ...range })) walk.step(link);
  walk.end(last.position, last.hash);
  const [finding] = findings.inOrder();
  if (finding) throw new Error(`audit rows were not archived: ${finding.message}`);
}

/** Deletes archived rows and links whose checkpoint was written, in batches; resumes after an interruption. */
async function deleteArchived(parts: Parts): Promise<void> {
  const to = await checkpointArchives(parts);
  for (;;) {
    const deleted = await parts.database.transaction(async (db) => {
      await db.query(`select set_config('ledgerline.audit_way', 'archive', true)`);
      const [gone] = await db.query<{ links: number }>(
        `with links as (delete from audit_links
                         where position in (select position from audit_links where position <= $1
                                             order by position limit ${DELETE_ROWS})
                         returning event_id),
              events as (delete from audit_events e using links where e.id = links.event_id)
         select count(*)::int as links from links`,
        [to],
      );
      return gone?.links ?? 0;
    });
    if (deleted === 0) return;
  }
}

/**
 * Writes the SHA-256 of each archive as a signed checkpoint to every external location, once. Stops at an archive that cannot be
 * read or a location that cannot be written to; the next night tries again. Returns the position up to which rows may be deleted
 * from the database.
 */
async function checkpointArchives(parts: Parts): Promise<number> {
  const { database, storage, checkpointStores: checkpoints, tokens, clock } = parts;
  const waiting = await database.query<Archive & { id: number }>(
    `select id, storage_key, sha256, from_position, to_position from audit_archives
      where checkpoint_at is null order by from_position`,
  );
  for (const archive of waiting) {
    const event_id = await lastRowOf(storage, archive);
    const { to_position: position, sha256: hash } = archive;
    const at = clock.now();
    const checkpoint = signCheckpoint(tokens, {
      kind: 'archive',
      at: at.toISOString(),
      position,
      event_id,
      hash,
    });
    for (const store of checkpoints) await store.append(checkpoint);
    await database.query('update audit_archives set checkpoint_at = $2 where id = $1', [archive.id, at]);
  }
  return checkpointedTo(database);
}

async function lastRowOf(storage: Pick<Deps['storage'], 'read'>, archive: Archive): Promise<number> {
  let last = 0;
  for await (const { event_id } of readArchive(storage, archive)) last = event_id;
  return last;
}

async function checkpointedTo(db: Database): Promise<number> {
  const [last] = await db.query<{ to_position: number }>(
    `select coalesce(max(to_position), 0) as to_position from audit_archives where checkpoint_at is not null`,
  );
  return last?.to_position ?? 0;
}
