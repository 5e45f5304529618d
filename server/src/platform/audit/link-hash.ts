import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditChain } from '@ledgerline/contract/audit-checks/endpoints';
import type { Clock } from '../clock.ts';
import type { Database, DatabasePool } from '../database/database.ts';
import { databaseIdentity } from '../database/database-identity.ts';
import { type ChainRow, idOf, linkHash, ROW_COLUMNS, transactionOf, VERSION } from './chain.ts';
import type { auditChain } from './schema.ts';

/** Any fixed number: only one of several servers links at a time. */
const CHAIN_LOCK = 7_301_957;
const BATCH_ROWS = 2000;
const AGAIN_MS = 100;

/** The end of the chain, as recorded in `audit_chain`. */
export type ChainEnd = Omit<typeof auditChain.$inferSelect, 'id'>;

export async function readChainEnd(db: Database, lock: '' | 'for update' = ''): Promise<ChainEnd> {
  const [end] = await db.query<ChainEnd>(
    `select position, hash, last_xid, last_id, life, life_from, sealed_at, head_position, head_at
       from audit_chain ${lock}`,
  );
  if (!end) throw new Error('audit_chain has no row');
  return end;
}

/**
 * The rows to link next. Below the oldest running transaction nothing can be added anymore, and everything committed is visible,
 * so their order is final without any writer having waited. The other condition is for rows from a previous lifetime of the
 * database, whose writers are all gone.
 */
const NEXT = {
  running: 'e.written_in < pg_snapshot_xmin(pg_current_snapshot())',
  brought: 'true',
} as const;

/** The number of rows a batch linked; null when another server is linking. */
type LinkedCount = number | null;

/** Links the next rows in one transaction; returns 0 when there are none. */
function linkBatch(database: DatabasePool, now: Date, which: keyof typeof NEXT): Promise<LinkedCount> {
  return database.transaction(async (db) => {
    const [lock] = await db.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
      CHAIN_LOCK,
    ]);
    if (!lock?.mine) return null;
    const end = await readChainEnd(db, 'for update');
    const rows = await db.arrays<(string | null)[]>(
      `select ${ROW_COLUMNS} from audit_events e
        where (e.written_in, e.id) > ($1::xid8, $2::bigint) and e.id > $3 and ${NEXT[which]}
        order by e.written_in, e.id limit ${BATCH_ROWS}`,
      [end.last_xid, end.last_id, end.life_from],
    );
    await appendLinks(db, end, rows, now);
    return rows.length;
  });
}

async function appendLinks(db: Database, end: ChainEnd, rows: ChainRow[], now: Date): Promise<void> {
  const last = rows.at(-1);
  if (!last) {
    await db.query('update audit_chain set sealed_at = $1', [now]);
    return;
  }
  let { hash } = end;
  const hashes = rows.map((row, n) => {
    hash = linkHash({ version: VERSION, position: end.position + 1 + n, sealed_at: now, row }, hash);
    return hash;
  });
  await db.query(
    `insert into audit_links (position, event_id, version, sealed_at, hash)
     select $1::bigint + n, event_id, ${VERSION}, $4, hash
       from unnest($2::bigint[], $3::bytea[]) with ordinality as l (event_id, hash, n)`,
    [end.position, rows.map(idOf), hashes, now],
  );
  await db.query('update audit_chain set position = $1, hash = $2, last_xid = $3, last_id = $4', [
    end.position + rows.length,
    hash,
    String(transactionOf(last)),
    idOf(last),
  ]);
}

/** Links rows until none is left or `until` is reached, and returns their number. A killed server leaves complete batches. */
export async function linkRows(
  { database, clock }: { database: DatabasePool; clock: Clock },
  until: Date,
  onBatch: (rows: number) => void = () => undefined,
): Promise<number> {
  let count = 0;
  for (;;) {
    const linked = await linkBatch(database, clock.now(), 'running');
    count += linked ?? 0;
    if (!linked) return count;
    onBatch(count);
    if (clock.now() >= until) return count;
  }
}

/**
 * Detects that the database is not the previous one: restored from a backup or a dump, or upgraded. It may number transactions
 * from the start. Restored rows without a link are linked first, in their original order; from then on rows count by the new
 * numbers. Runs at startup, before anything is written; several servers take turns. Returns whether this is a new lifetime.
 */
export async function startLifetime(parts: { database: DatabasePool; clock: Clock }): Promise<boolean> {
  const { database } = parts;
  const life = await databaseIdentity(database);
  const before = await readChainEnd(database);
  if (!isNew(before, life, await nextTransaction(database))) return false;
  // Rows of a version without a chain were numbered by the migration: they are linked in the background.
  if (before.life !== null) await linkRestored(parts);
  return database.transaction(async (db) => {
    await db.query('select pg_advisory_xact_lock($1)', [CHAIN_LOCK]);
    const end = await readChainEnd(db, 'for update');
    if (!isNew(end, life, await nextTransaction(db))) return false;
    if (end.life !== null)
      await db.query(
        `update audit_chain set last_xid = pg_current_xact_id(), last_id = 0,
                life_from = (select coalesce(max(id), 0) from audit_events)`,
      );
    await db.query('update audit_chain set life = $1', [life]);
    return end.life !== null;
  });
}

/** If the role may not read the cluster's identifier, restarted transaction numbers still reveal a new lifetime. */
function isNew(end: ChainEnd, life: string, next: bigint): boolean {
  return end.life !== life || next < BigInt(end.last_xid);
}

async function nextTransaction(db: Database): Promise<bigint> {
  const [row] = await db.query<{ xmax: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as xmax',
  );
  return BigInt(row?.xmax ?? 0);
}

async function linkRestored({ database, clock }: { database: DatabasePool; clock: Clock }): Promise<void> {
  for (;;) {
    const linked = await linkBatch(database, clock.now(), 'brought');
    if (linked === 0) return;
    // Another starting server does the same work, one batch at a time.
    if (linked === null) await sleep(AGAIN_MS);
  }
}

/** The number of rows waiting to be linked. */
export async function countUnlinked(db: Database): Promise<number> {
  const { unsealed } = await readUnlinked(db, await readChainEnd(db));
  return unsealed;
}

async function readUnlinked(
  db: Database,
  { last_xid, last_id, life_from }: ChainEnd,
): Promise<{ unsealed: number; oldest: Date | null }> {
  const waits = '(written_in, id) > ($1::xid8, $2::bigint) and id > $3';
  const [left] = await db.query<{ unsealed: number; oldest: Date | null }>(
    `select (select count(*)::int from audit_events where ${waits}) as unsealed,
            (select at from audit_events where ${waits} order by written_in, id limit 1) as oldest`,
    [last_xid, last_id, life_from],
  );
  return left ?? { unsealed: 0, oldest: null };
}

/** How far the audit log is linked, for screens. */
export async function measureChain(db: Database, now: Date): Promise<Omit<AuditChain, 'head_places'>> {
  const end = await readChainEnd(db);
  const { unsealed, oldest } = await readUnlinked(db, end);
  return {
    position: end.position,
    sealed_at: end.sealed_at?.toISOString() ?? null,
    unsealed,
    lag_seconds: oldest ? Math.max(0, Math.round((now.getTime() - oldest.getTime()) / 1000)) : 0,
    head_at: end.head_at?.toISOString() ?? null,
    head_position: end.head_position,
  };
}
