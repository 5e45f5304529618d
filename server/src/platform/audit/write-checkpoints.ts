import type { Deps } from '../context.ts';
import type { Database } from '../database/database.ts';
import { GENESIS } from './chain.ts';
import { type Checkpoint, type CheckpointStore, readCheckpoint, signCheckpoint } from './checkpoints.ts';
import { readChainEnd } from './link-hash.ts';

type Parts = Pick<Deps, 'database' | 'clock' | 'log' | 'checkpointStores' | 'tokens'>;

/** The end of the chain as a signed checkpoint. */
export async function currentCheckpoint({
  database,
  clock,
  tokens,
}: Pick<Parts, 'database' | 'clock' | 'tokens'>): Promise<Checkpoint> {
  const { position, hash } = await readChainEnd(database);
  const event_id = (await linkAt(database, position))?.event_id ?? 0;
  const at = clock.now().toISOString();
  return signCheckpoint(tokens, { kind: 'head', at, position, event_id, hash: hash.toString('hex') });
}

/**
 * Records in each location that the database was restored on purpose: to its last checkpoint that still matches the chain. Later
 * checkpoints are then no longer a finding, but remain a note. Locations without checkpoints need no entry.
 */
export async function writeRestored({
  database,
  clock,
  checkpointStores: checkpoints,
  tokens,
}: Pick<Parts, 'database' | 'clock' | 'checkpointStores' | 'tokens'>): Promise<string[]> {
  const messages: string[] = [];
  for (const store of checkpoints) {
    const { position, isFresh } = await lastFitting(database, store);
    if (isFresh) continue;
    const link = await linkAt(database, position);
    const hash = (link?.hash ?? GENESIS).toString('hex');
    const at = clock.now().toISOString();
    const event_id = link?.event_id ?? 0;
    await store.append(signCheckpoint(tokens, { kind: 'restored', at, position, event_id, hash }));
    messages.push(
      `The checkpoints in ${store.location} now record that the database was restored to position ${position}.`,
    );
  }
  return messages;
}

async function linkAt(
  db: Database,
  position: number,
): Promise<{ event_id: number; hash: Buffer } | undefined> {
  const [link] = await db.query<{ event_id: number; hash: Buffer }>(
    'select event_id, hash from audit_links where position = $1',
    [position],
  );
  return link;
}

/** The position of the last checkpoint that matches the current chain; the start of the chain if there is no checkpoint. */
async function lastFitting(
  db: Database,
  store: CheckpointStore,
): Promise<{ position: number; isFresh: boolean }> {
  let [position, isFresh] = [0, true];
  for await (const line of store.lines()) {
    const checkpoint = readCheckpoint(line);
    if (!checkpoint) continue;
    isFresh = false;
    if (checkpoint.position <= position) continue;
    const link = await linkAt(db, checkpoint.position);
    if (link?.hash.toString('hex') === checkpoint.hash) position = checkpoint.position;
  }
  return { position, isFresh };
}

/**
 * Writes a checkpoint of the chain's end to every external location unless this server already wrote it: `written` is the
 * position of its last one, null before the first. The database's own record of the last checkpoint is not consulted, because an
 * attacker who changes the chain can change it too. A location that cannot be written gets the checkpoint next time; the others
 * then have it twice, which is harmless. Returns the position that every location has.
 */
export async function writeCheckpoints(parts: Parts, written: number | null): Promise<number | null> {
  const { database, clock, checkpointStores: checkpoints, log } = parts;
  const { position } = await readChainEnd(database);
  if (position === 0 || position === written) return written;
  const checkpoint = await currentCheckpoint(parts);
  let failures = 0;
  for (const store of checkpoints) {
    try {
      await store.append(checkpoint);
    } catch (error) {
      failures += 1;
      log.error({ err: error, location: store.location }, 'the audit checkpoint could not be written');
    }
  }
  if (failures > 0) return written;
  await database.query('update audit_chain set head_position = $1, head_at = $2', [
    checkpoint.position,
    clock.now(),
  ]);
  return checkpoint.position;
}
