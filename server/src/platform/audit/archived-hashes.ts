import type { Storage } from '../storage/storage.ts';
import { type Archive, readArchive } from './archived-rows.ts';
import { GENESIS } from './chain.ts';

/**
 * The hashes of links in archives, by position. The archive read last stays in memory, so that positions in ascending order read
 * each file once.
 */
export class ArchivedHashes {
  readonly #storage: Pick<Storage, 'read'>;
  readonly #archives: readonly Archive[];
  #loaded: { archive: Archive; hashes: ReadonlyMap<number, Buffer> | null } | null = null;

  constructor(storage: Pick<Storage, 'read'>, archives: readonly Archive[]) {
    this.#storage = storage;
    this.#archives = archives;
  }

  /** Null if there is no link; `unread` if its file cannot be read, which the walk along the chain reports. */
  async at(position: number): Promise<Buffer | 'unread' | null> {
    if (position === 0) return GENESIS;
    const archive = this.#archives.find(
      ({ from_position, to_position }) => from_position <= position && position <= to_position,
    );
    if (!archive) return null;
    if (this.#loaded?.archive !== archive) this.#loaded = { archive, hashes: await this.#load(archive) };
    return this.#loaded.hashes ? (this.#loaded.hashes.get(position) ?? null) : 'unread';
  }

  /** Whether an archive ends at this position with a file of this SHA-256. */
  hasFile(position: number, sha256: string): boolean {
    return this.#archives.some((archive) => archive.to_position === position && archive.sha256 === sha256);
  }

  async #load(archive: Archive): Promise<ReadonlyMap<number, Buffer> | null> {
    const hashes = new Map<number, Buffer>();
    try {
      for await (const { position, hash } of readArchive(this.#storage, archive)) hashes.set(position, hash);
    } catch {
      return null;
    }
    return hashes;
  }
}
