import type { Readable } from 'node:stream';

/** Where the disk adapter keeps files until they are whole. */
export const UNFINISHED_FOLDER = 'unfinished';
/** Says which database the files belong to. */
export const OWNER_FILE = 'owner.txt';
/** Tells one folder of files from another. */
export const FOLDER_ID_FILE = 'folder-id.txt';
/** What belongs to the place itself: no file of anybody's, and never copied elsewhere. */
export const OWN_FILES: readonly string[] = [OWNER_FILE, FOLDER_ID_FILE];

/** First and last byte of a part of a file, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where a file went, for the row that names it. */
export interface FileReference {
  storage_key: string;
  file_size: number;
  sha256: string;
}

/** A whole file, as a storage lists it. */
export interface StoredFile {
  key: string;
  size: number;
  modifiedAt: Date;
}

/**
 * Files by key: `documents/7/ab12….pdf`. Keys are made by the product, never by a visitor. What is handed in and out is the
 * plain file; how it lies is the affair of `sealed/` and of an adapter.
 */
export interface Storage {
  /** Which one it is, for the status page. */
  readonly name: 'disk' | 's3';
  /** Writes the whole file, or nothing. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The whole file; throws when it is not there. */
  read(key: string): Promise<Buffer>;
  /** Length in bytes; null when there is no such file. */
  size(key: string): Promise<number | null>;
  stream(key: string, range?: ByteRange): Promise<Readable>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Every whole file, with its size as it lies; one that comes or goes meanwhile may be among them or not. */
  list(): AsyncIterable<StoredFile>;
}

/** The first bytes of a file, and how many it has. */
export interface Beginning {
  bytes: Buffer;
  size: number;
}

/** A folder or bucket with bytes as they lie there: what an adapter is. The disk adapter keeps them outside everything that is served. */
export interface BytesStore extends Storage {
  /** Writes the whole file, or nothing; pieces are for files that need not be in memory twice. */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** The first `length` bytes, or as many as there are, in one look; null when there is no such file. */
  beginning(key: string, length: number): Promise<Beginning | null>;
}
