import type { Deps } from '../context.ts';
import type { Database } from '../database/database.ts';
import { type Archive, readArchive } from './archived-rows.ts';
import { signCheckpoint } from './checkpoints.ts';

type Parts = Pick<Deps, 'clock' | 'database' | 'storage' | 'checkpointStores' | 'tokens'>;

/**
 * Writes the SHA-256 of each archive as a signed checkpoint to every external location, once. Stops at an archive that cannot be
 * read or a location that cannot be written to; the next night tries again. Returns the position up to which rows may be deleted
 * from the database.
 */
export async function checkpointArchives(parts: Parts): Promise<number> {
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
