import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { Storage } from '../storage/storage.ts';
import { type ChainRow, idOf } from './chain.ts';
import { linesOf } from './lines.ts';
import type { WalkedLink } from './verify-links.ts';

/** A file of archived rows, as its row in `audit_archives` has it. */
export interface Archive {
  storage_key: string;
  sha256: string;
  from_position: number;
  to_position: number;
}

/** A line of the file: place, encoding, hash in hex, the row as it was hashed, and since version 2 when it was sealed. */
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

/** The bytes of an archive: JSON lines in gzip, one for each row. */
export function archiveBytes(links: readonly (WalkedLink & { row: ChainRow })[]): Buffer {
  const lines = links.map(
    ({ position, version, hash, row, sealed_at }) =>
      `${JSON.stringify([position, version, hash.toString('hex'), row, sealed_at])}\n`,
  );
  return gzipSync(lines.join(''));
}

/**
 * The links of an archive, in order.
 * @throws Error when the file is gone, or not what was written
 */
export async function* readArchive(
  storage: Pick<Storage, 'read'>,
  { storage_key, sha256 }: Archive,
): AsyncGenerator<WalkedLink> {
  const bytes = await storage.read(storage_key);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error('the file is not what was archived.');
  const source = Readable.from([bytes]).pipe(createGunzip());
  for await (const line of linesOf(source)) {
    const [position, version, hash, row, linkedAt] = lineSchema.parse(JSON.parse(line));
    const sealed_at = linkedAt === null ? null : new Date(linkedAt);
    yield { position, version, hash: Buffer.from(hash, 'hex'), row, sealed_at, event_id: idOf(row) };
  }
}
