import type { AuditCheck } from '@ledgerline/contract/audit-checks/endpoints';
import type { Deps } from '../context.ts';
import { type Database, type DatabasePool, databaseOn } from '../database/database.ts';
import { asWork, LIMITS, limitsSql } from '../database/work.ts';
import { ArchivedHashes } from './archived-hashes.ts';
import { type Archive, listArchives, readArchive } from './archived-rows.ts';
import { GENESIS, knowsVersion, linkHash, ROW_COLUMNS } from './chain.ts';
import { type ChainEnd, readChainEnd } from './link-hash.ts';
import { compareCheckpoints } from './verify-checkpoints.ts';
import { Findings, type StoredLink, Walk } from './verify-links.ts';

const MAX_INSERTED = 20;

export type AuditReport = Pick<AuditCheck, 'findings' | 'heads' | 'notes' | 'total' | 'unsealed'>;

export interface VerifyParts extends Pick<Deps, 'storage' | 'checkpointStores' | 'tokens'> {
  database: DatabasePool;
  /** Reports progress: rows done, and the total. */
  onProgress?: (done: number, total: number) => Promise<void>;
}

/**
 * Compares every audit row, archived ones first, with its chain, and the chain with the external checkpoints. Reads in batches in
 * one snapshot transaction beside a running server, and changes nothing.
 */
export function verifyAuditLog(parts: VerifyParts): Promise<AuditReport> {
  return asWork('backup', () => verifyInOneMoment(parts));
}

async function verifyInOneMoment({ database, ...parts }: VerifyParts): Promise<AuditReport> {
  const client = await database.pool.connect();
  let isBroken = true;
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    await client.query(limitsSql(LIMITS.backup, 'local'));
    const report = await verifyOn(databaseOn(client), parts);
    await client.query('commit');
    isBroken = false;
    return report;
  } finally {
    // An unfinished transaction ends with its connection.
    client.release(isBroken);
  }
}

async function verifyOn(db: Database, parts: Omit<VerifyParts, 'database'>): Promise<AuditReport> {
  const findings = new Findings();
  const end = await readChainEnd(db);
  const walk = new Walk(findings);
  const reportProgress = async () => parts.onProgress?.(walk.position, end.position);
  const archives = await listArchives(db);
  const archived = new ArchivedHashes(parts.storage, archives);
  await walkArchives(archives, parts.storage, { walk, findings, reportProgress });
  const archivedTo = walk.position;
  await checkLeftovers(db, { archivedTo, archived, findings });
  await walkTable(db, walk, reportProgress);
  if (walk.position > end.position)
    findings.add(
      'inserted',
      { position: end.position + 1 },
      `There are links after the end of the chain at position ${end.position}.`,
    );
  walk.end(end.position, end.position === 0 ? GENESIS : end.hash);
  const unsealed = await findInserted(db, end, findings);
  const { heads, notes } = await compareCheckpoints(db, parts, { end, archivedTo, archived, findings });
  return { total: end.position, unsealed, findings: findings.inOrder(), heads, notes };
}

async function walkArchives(
  archives: readonly Archive[],
  storage: Deps['storage'],
  { walk, findings, reportProgress }: { walk: Walk; findings: Findings; reportProgress: () => Promise<void> },
): Promise<void> {
  for (const archive of archives) {
    try {
      for await (const link of readArchive(storage, archive)) walk.step(link);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      findings.add(
        'archive',
        { position: walk.position + 1 },
        `The archive ${archive.storage_key} (positions ${archive.from_position} to ${archive.to_position}): ${reason}`,
      );
    }
    walk.missUntil(archive.to_position);
    await reportProgress();
  }
}

async function walkTable(db: Database, walk: Walk, reportProgress: () => Promise<void>): Promise<void> {
  for await (const links of readLinks(db, { after: walk.position })) {
    for (const link of links) walk.step(link);
    await reportProgress();
  }
}

/**
 * Finds rows before the chain's end that no link covers, and rows of transactions that have not started yet: the product itself
 * cannot have written them. Returns how many rows are still to be linked.
 */
async function findInserted(db: Database, end: ChainEnd, findings: Findings): Promise<number> {
  const pending = `e.id > $3 and (e.written_in, e.id) > ($1::xid8, $2::bigint)
       and e.written_in < pg_snapshot_xmax(pg_current_snapshot())`;
  const endPosition = [end.last_xid, end.last_id, end.life_from];
  const rows = await db.query<{ id: number; at: Date }>(
    `select e.id, e.at from audit_events e
      where not exists (select from audit_links l where l.event_id = e.id) and not (${pending})
      order by e.id limit ${MAX_INSERTED}`,
    endPosition,
  );
  for (const { id, at } of rows)
    findings.add(
      'inserted',
      { event_id: id },
      `Row ${id} of ${at.toISOString()} was inserted later: it is among rows that were chained without it.`,
    );
  const [left] = await db.query<{ count: number }>(
    `select count(*)::int as count from audit_events e where ${pending}`,
    endPosition,
  );
  return left?.count ?? 0;
}

/**
 * Checks links in the table at archived positions, which the walk along the chain does not visit: either their deletion was
 * interrupted and they equal the archive, or an attacker inserted them.
 */
async function checkLeftovers(
  db: Database,
  { archivedTo, archived, findings }: { archivedTo: number; archived: ArchivedHashes; findings: Findings },
): Promise<void> {
  for await (const links of readLinks(db, { after: BEFORE_ALL, to: archivedTo })) {
    for (const link of links) {
      if (await isAsArchived(link, archived)) continue;
      const message = `Row ${link.event_id} was inserted later: its link is at position ${link.position}, which is archived with different content.`;
      findings.add('inserted', link, message);
    }
  }
}

async function isAsArchived(link: StoredLink, archived: ArchivedHashes): Promise<boolean> {
  const previous = link.position > 0 ? await archived.at(link.position - 1) : null;
  const hash = await archived.at(link.position);
  // What cannot be read was reported by the walk.
  if (previous === 'unread' || hash === 'unread') return true;
  const { row, version } = link;
  // An archived row and its link are deleted in one statement.
  if (!previous || !hash || !row || !knowsVersion(version)) return false;
  return link.hash.equals(hash) && linkHash({ ...link, row }, previous).equals(hash);
}

const BATCH_ROWS = 2000;
/** Lower than any position, including a forged one. */
export const BEFORE_ALL = -Number.MAX_SAFE_INTEGER;

/** The links in the table after one position and up to another, with their rows, in batches and in chain order. */
export async function* readLinks(
  db: Database,
  { after, to = Number.MAX_SAFE_INTEGER }: { after: number; to?: number },
): AsyncGenerator<StoredLink[]> {
  for (let last = after; ; ) {
    const rows = await db.arrays<
      [number, number, number, Date | null, Buffer, boolean, ...(string | null)[]]
    >(
      `select l.position, l.event_id, l.version, l.sealed_at, l.hash, e.id is null, ${ROW_COLUMNS}
         from audit_links l left join audit_events e on e.id = l.event_id
        where l.position > $1 and l.position <= $2 order by l.position limit ${BATCH_ROWS}`,
      [last, to],
    );
    yield rows.map(([position, event_id, version, sealed_at, hash, isGone, ...row]) => ({
      ...{ position, event_id, version, sealed_at, hash, row: isGone ? null : row },
    }));
    last = rows.at(-1)?.[0] ?? last;
    if (rows.length < BATCH_ROWS) return;
  }
}
