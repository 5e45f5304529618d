import type { AuditCheckpoint } from '@ledgerline/contract/audit-checks/endpoints';
import type { Deps } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { ArchivedHashes } from './archived-hashes.ts';
import { type Checkpoint, type CheckpointStore, readCheckpoint, signerOfCheckpoint } from './checkpoints.ts';
import type { ChainEnd } from './link-hash.ts';
import type { Findings } from './verify-links.ts';

const BATCH_CHECKPOINTS = 1000;

type Tokens = Pick<Deps['tokens'], 'fingerprint'>;

interface Chain {
  end: ChainEnd;
  /** Rows up to here are in files. */
  archivedTo: number;
  archived: ArchivedHashes;
  findings: Findings;
}

/** The first pass over a location: the number of checkpoints, the newest of our own, and where the database was restored. */
interface Seen extends Omit<AuditCheckpoint, 'place'> {
  location: string;
  unread: number;
  others: number;
  newest: Checkpoint | null;
  cuts: { index: number; checkpoint: Checkpoint }[];
}

/** Compares the chain with the checkpoints stored outside the database. */
export async function compareCheckpoints(
  db: Database,
  { checkpointStores: stores, tokens }: { checkpointStores: readonly CheckpointStore[]; tokens: Tokens },
  chain: Chain,
): Promise<{ heads: AuditCheckpoint[]; notes: string[] }> {
  const heads: AuditCheckpoint[] = [];
  const notes: string[] = [];
  for (const store of stores) {
    try {
      const seen = await readThrough(store, tokens, chain);
      notes.push(...notesOf(seen, chain.end));
      await compareStore(db, store, { cuts: seen.cuts, ...chain });
      const { location, newest_at, newest_position } = seen;
      heads.push({ place: location, heads: seen.heads, newest_at, newest_position });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      chain.findings.add('head', {}, `The checkpoints in ${store.location} could not be read: ${reason}`);
    }
  }
  const { head_position, head_at } = chain.end;
  if (head_position > 0 && heads.every(({ newest_position }) => newest_position === null))
    chain.findings.add(
      'head',
      {},
      `No checkpoint signed by this installation was found in ${stores.map(({ location }) => location).join(' or ')}; the last one was written on ${head_at?.toISOString()}.`,
    );
  return { heads, notes };
}

async function readThrough(store: CheckpointStore, tokens: Tokens, { findings }: Chain): Promise<Seen> {
  const { location } = store;
  const cuts: Seen['cuts'] = [];
  let [index, unread, others, heads] = [0, 0, 0, 0];
  let newest: Checkpoint | null = null;
  for await (const line of store.lines()) {
    index += 1;
    const checkpoint = readCheckpoint(line);
    if (!checkpoint) {
      unread += 1;
      continue;
    }
    heads += 1;
    const signed = signerOfCheckpoint(tokens, checkpoint);
    if (signed === 'other') others += 1;
    if (signed === 'forged')
      findings.add(
        'head',
        {},
        `The checkpoint of ${checkpoint.at} in ${location} does not have this installation’s signature.`,
      );
    if (signed !== 'own') continue;
    if (checkpoint.kind !== 'archive') newest = checkpoint;
    if (checkpoint.kind === 'restored') cuts.push({ index, checkpoint });
  }
  const own = { newest_position: newest?.position ?? null, newest_at: newest?.at ?? null };
  return { location, heads, unread, others, newest, cuts, ...own };
}

function notesOf({ location, newest, unread, others, cuts }: Seen, end: ChainEnd): string[] {
  const notes = cuts.map(
    ({ checkpoint }) =>
      `On ${checkpoint.at} a restore returned the database to position ${checkpoint.position}: rows that were chained after it are no longer in it (${location}).`,
  );
  if (unread > 0)
    notes.push(`Lines of ${location} that are not checkpoints, as after a power failure: ${unread}.`);
  if (others > 0)
    notes.push(`Checkpoints in ${location} that were signed with another token secret: ${others}.`);
  if (newest && newest.position < end.head_position)
    notes.push(
      `The newest checkpoint in ${location} is at position ${newest.position}, the last one written is at ${end.head_position}.`,
    );
  return notes;
}

/**
 * Compares every checkpoint, those of archived rows with the links in their archives. Only the first mismatch of a location is
 * reported; all later ones follow from it.
 */
async function compareStore(
  db: Database,
  store: CheckpointStore,
  { cuts, ...chain }: Chain & Pick<Seen, 'cuts'>,
): Promise<void> {
  const { end, archived, findings } = chain;
  let fitting = 0;
  let index = 0;
  let batch: Checkpoint[] = [];
  const compareBatch = async () => {
    const hashOf = await hashesAt(db, batch, chain);
    for (const checkpoint of batch) {
      const hash = await hashOf(checkpoint);
      if (hash === 'unread') continue;
      if (hash?.toString('hex') !== checkpoint.hash) {
        findings.add('head', ...mismatchOf(checkpoint, { store, end, fitting }));
        return false;
      }
      fitting = checkpoint.position;
    }
    batch = [];
    return true;
  };
  for await (const line of store.lines()) {
    index += 1;
    const checkpoint = readCheckpoint(line);
    if (!checkpoint) continue;
    const laterCuts = cuts.filter((cut) => cut.index > index);
    const isBeforeCut = (position: number) => laterCuts.some((cut) => cut.checkpoint.position < position);
    if (checkpoint.kind === 'archive') {
      // Rows that were archived before a restore may be in the table again.
      const isKnown = archived.hasFile(checkpoint.position, checkpoint.hash) || laterCuts.length > 0;
      if (!isKnown)
        findings.add('archive', { position: checkpoint.position }, archiveMessage(checkpoint, store));
      continue;
    }
    if (isBeforeCut(checkpoint.position)) continue;
    batch.push(checkpoint);
    if (batch.length >= BATCH_CHECKPOINTS && !(await compareBatch())) return;
  }
  await compareBatch();
}

function mismatchOf(
  { at, position, event_id }: Checkpoint,
  { store, end, fitting }: { store: CheckpointStore; end: ChainEnd; fitting: number },
): [{ position: number }, string] {
  const isBehind = position > end.position;
  const label = `The checkpoint of ${at} in ${store.location}`;
  return [
    { position: isBehind ? end.position + 1 : fitting + 1 },
    isBehind
      ? `${label} is at position ${position}, row ${event_id}; the chain ends at ${end.position}: the rows after it were removed.`
      : `${label} does not match position ${position}, row ${event_id}: rows from position ${fitting + 1} on were changed and the chain was rebuilt.`,
  ];
}

const archiveMessage = ({ at, position, hash }: Checkpoint, { location }: CheckpointStore) =>
  `The checkpoint of ${at} in ${location} names an archive that ends at position ${position} with the SHA-256 ${hash}. The database does not list that archive: it was replaced or its boundaries were changed.`;

type HashAt = (checkpoint: Checkpoint) => Promise<Buffer | 'unread' | null> | Buffer | null;

async function hashesAt(
  db: Database,
  heads: readonly Checkpoint[],
  { archivedTo, archived }: Pick<Chain, 'archivedTo' | 'archived'>,
): Promise<HashAt> {
  const positions = heads.map(({ position }) => position).filter((position) => position > archivedTo);
  const rows = await db.query<{ position: number; hash: Buffer }>(
    'select position, hash from audit_links where position = any($1::bigint[])',
    [positions],
  );
  const hashes = new Map(rows.map(({ position, hash }) => [position, hash]));
  return ({ position }) => (position > archivedTo ? (hashes.get(position) ?? null) : archived.at(position));
}
