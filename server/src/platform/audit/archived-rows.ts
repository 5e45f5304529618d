import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { Storage } from '../storage/storage.ts';
import { type ChainRow, idOf } from './chain.ts';
import { linesOf } from './lines.ts';
import type { StoredLink } from './verify-links.ts';

/** A file of archived rows, as recorded in `audit_archives`. */
export interface Archive {
  storage_key: string;
  sha256: string;
  from_position: number;
  to_position: number;
}

/**
 * A line of the file: position, encoding, hash in hex, the row as it was hashed and, since version 2, the time it was added to
 * the chain.
 */
const lineSchema = z.tuple([
  z.number(),
  z.number(),
  z.string(),
  z.array(z.string().nullable()),
  z.iso.datetime().nullable().default(null),
]);

export function listArchives(db: Database): Promise<Archive[]> {
  return db.query<Archive>(
    'select storage_key, sha256, from_position, to_position from audit_archives order by from_position',
  );
}

/** The bytes of an archive: gzipped JSON lines, one per row. */
export function archiveBytes(links: readonly (StoredLink & { row: ChainRow })[]): Buffer {
  const lines = links.map(
    ({ position, version, hash, row, sealed_at }) =>
      `${JSON.stringify([position, version, hash.toString('hex'), row, sealed_at])}\n`,
  );
  return gzipSync(lines.join(''));
}

/**
 * The links of an archive, in order.
 * @throws Error when the file is missing or was changed
 */
export async function* readArchive(
  storage: Pick<Storage, 'read'>,
  { storage_key, sha256 }: Archive,
): AsyncGenerator<StoredLink> {
  const bytes = await storage.read(storage_key);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error('the file differs from what was archived.');
  const source = Readable.from([bytes]).pipe(createGunzip());
  for await (const line of linesOf(source)) {
    const [position, version, hash, row, linkedAt] = lineSchema.parse(JSON.parse(line));
    const sealed_at = linkedAt === null ? null : new Date(linkedAt);
    yield { position, version, hash: Buffer.from(hash, 'hex'), row, sealed_at, event_id: idOf(row) };
  }
}
