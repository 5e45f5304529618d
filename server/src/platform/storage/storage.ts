import type { Readable } from 'node:stream';

/** The folder in which the disk adapter keeps files until they are complete. */
export const UNFINISHED_FOLDER = 'unfinished';
/** Identifies the database that the files belong to. */
export const OWNER_FILE = 'owner.txt';
/** Distinguishes one folder of files from another. */
export const FOLDER_ID_FILE = 'folder-id.txt';
/** Files of the location itself: they belong to no record, and are never copied elsewhere. */
export const OWN_FILES: readonly string[] = [OWNER_FILE, FOLDER_ID_FILE];

/** The first and last byte of a file range, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The storage location of a file, for the row that references it. */
export interface FileReference {
  storage_key: string;
  file_size: number;
  sha256: string;
}

/** A complete file, as a storage lists it. */
export interface StoredFile {
  key: string;
  size: number;
  modifiedAt: Date;
}

/**
 * Files by key: `documents/7/ab12….pdf`. Keys are created by the product, never by a visitor. Callers pass and receive plain
 * files; the stored form is up to `encrypted/` and the adapter.
 */
export interface Storage {
  /** The adapter in use, for the status page. */
  readonly name: 'disk' | 's3';
  /** Writes the complete file, or nothing. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The complete file; throws if it does not exist. */
  read(key: string): Promise<Buffer>;
  /** The length in bytes; null if there is no such file. */
  size(key: string): Promise<number | null>;
  stream(key: string, range?: ByteRange): Promise<Readable>;
  /** Removing a missing file is not an error. */
  remove(key: string): Promise<void>;
  /** Every complete file, with its stored size; a file added or removed meanwhile may or may not be included. */
  list(): AsyncIterable<StoredFile>;
}

/** The first bytes of a file, and its size. */
export interface Beginning {
  bytes: Buffer;
  size: number;
}

/**
 * A folder or bucket with the stored bytes: what an adapter implements. The disk adapter keeps them outside everything that is
 * served.
 */
export interface BytesStore extends Storage {
  /** Writes the complete file, or nothing; pieces are for files that need not be in memory twice. */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** The first `length` bytes, or as many as there are, in one read; null if there is no such file. */
  beginning(key: string, length: number): Promise<Beginning | null>;
}
