import { setTimeout as pause } from 'node:timers/promises';
import type { AuditChain } from '@ledgerline/contract/audit-checks/endpoints';
import type { Clock } from '../clock.ts';
import type { Database, DatabasePool } from '../database/database.ts';
import { whichDatabase } from '../database/database-identity.ts';
import { type ChainRow, idOf, linkHash, ROW_COLUMNS, transactionOf, VERSION } from './chain.ts';

/** Any fixed number: of several servers one seals. */
const CHAIN_LOCK = 7_301_957;
const BATCH_ROWS = 2000;
const AGAIN_MS = 100;

/** Where the chain ends, as `audit_chain` has it. */
export interface ChainEnd {
  position: number;
  hash: Buffer;
  last_xid: string;
  last_id: number;
  life: string | null;
  life_from: number;
  sealed_at: Date | null;
  head_position: number;
  head_at: Date | null;
}

export async function readChainEnd(db: Database, lock: '' | 'for update' = ''): Promise<ChainEnd> {
  const [end] = await db.query<ChainEnd>(
    `select position, hash, last_xid, last_id, life, life_from, sealed_at, head_position, head_at
       from audit_chain ${lock}`,
  );
  if (!end) throw new Error('audit_chain has no row');
  return end;
}

/**
 * Rows that come next. Below the oldest transaction that still runs nothing can come any more, and what committed is seen:
 * so their order is final without any writer having waited. The other way is for rows that another life of the database
 * brought along, whose writers are all gone.
 */
const NEXT = {
  running: 'e.written_in < pg_snapshot_xmin(pg_current_snapshot())',
  brought: 'true',
} as const;

/** How far one batch came: how many rows it sealed; null when another server is sealing. */
type LinkedCount = number | null;

/** Seals the next rows in one transaction; 0 when there are none. */
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

/** Seals until no row is left or `until` has come; how many rows. A server that is killed leaves whole batches. */
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
 * Notices that the database is another one than before: restored from a backup or a dump, or upgraded. Transactions may be
 * numbered anew there. What came along without being sealed is sealed first, in the order it had; from then on rows behind
 * it count by the new numbers. Runs at the start, before anything is written; several servers take turns. Answers whether
 * this is a new life.
 */
export async function startLifetime(parts: { database: DatabasePool; clock: Clock }): Promise<boolean> {
  const { database } = parts;
  const life = await whichDatabase(database);
  const before = await readChainEnd(database);
  if (!isNew(before, life, await nextTransaction(database))) return false;
  // What a version without a chain left was numbered by the migration: it is sealed in the background.
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

/** Where a role may not read the cluster's number, transactions that are numbered anew still tell. */
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
    // Another server that starts does the same work, a batch at a time.
    if (linked === null) await pause(AGAIN_MS);
  }
}

/** How many rows wait to be sealed. */
export async function countUnsealed(db: Database): Promise<number> {
  const { unsealed } = await readUnsealed(db, await readChainEnd(db));
  return unsealed;
}

async function readUnsealed(
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

/** How far the trail is sealed, for screens. */
export async function measureChain(db: Database, now: Date): Promise<Omit<AuditChain, 'head_places'>> {
  const end = await readChainEnd(db);
  const { unsealed, oldest } = await readUnsealed(db, end);
  return {
    position: end.position,
    sealed_at: end.sealed_at?.toISOString() ?? null,
    unsealed,
    lag_seconds: oldest ? Math.max(0, Math.round((now.getTime() - oldest.getTime()) / 1000)) : 0,
    head_at: end.head_at?.toISOString() ?? null,
    head_position: end.head_position,
  };
}
