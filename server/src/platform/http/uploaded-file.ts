import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

export interface UploadedFile {
  /** The name as sent, without path and control characters. */
  name: string;
  bytes: Buffer;
}

/** A digest of everything sent: names, sizes and bytes of the files, and the other fields. */
export type UploadDigest = string;

/** Reads the only file of a multipart request; anything else is an error. */
export async function readOneFile(
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ stored: UploadedFile; digest: UploadDigest }> {
  if (!request.isMultipart()) throw noFile();
  try {
    const part = await request.file({ limits: { fileSize: maxBytes, files: 1 }, throwFileSizeLimit: false });
    if (!part) throw noFile();
    const bytes = await part.toBuffer();
    if (part.file.truncated) throw tooLarge('The file', maxBytes);
    const file = { name: cleanFileName(part.filename), bytes };
    return { stored: file, digest: digestOf([traceOf(file)], new Map()) };
  } catch (error) {
    throw asUploadError(error);
  }
}

/** The limits for documents of a client or a template uploaded together (decisions M10). */
const MAX_BYTES = 25 * 1024 * 1024;
const MAX_FILES = 10;

interface Uploads<Stored> {
  files: Stored[];
  fields: Map<string, string>;
  digest: UploadDigest;
}

/** Reads the files of a request one at a time; `take` stores each. */
export type ReadUploads<Stored> = (
  store: (file: UploadedFile) => Promise<Stored>,
) => Promise<Uploads<Stored>>;

/** Both field names in the specification (decisions A17). */
const FILE_FIELDS = ['documents', 'documents[]'];

/**
 * Reads the files and fields of a multipart request. `take` gets one file at a time and stores what it needs, so that only one is
 * in memory; its bytes are invalid once `take` finishes. After the first rejection the rest is read and discarded: a response
 * that arrives while the browser is still sending is lost. `keys` lists the stored files.
 */
export async function readUploadedFiles<Stored extends { storage_key: string }>(
  request: FastifyRequest,
  keys: string[],
  store: (file: UploadedFile) => Promise<Stored>,
): Promise<Uploads<Stored>> {
  if (!request.isMultipart()) throw noFile();
  const files: Stored[] = [];
  const traces: string[] = [];
  const fields = new Map<string, string>();
  let rejection: AppError | undefined;
  try {
    for await (const part of request.parts({ limits: { fileSize: MAX_BYTES, files: MAX_FILES } })) {
      if (part.type === 'field') fields.set(part.fieldname, String(part.value));
      else if (rejection) part.file.resume();
      else {
        rejection = await withBytes(part.file, MAX_BYTES, (bytes) => {
          const file = checkPart(part, bytes);
          if (file instanceof AppError) return Promise.resolve(file);
          if (file) traces.push(traceOf(file));
          return storeOne(file, files, keys, store);
        });
      }
    }
  } catch (error) {
    throw error instanceof StoreError ? error.cause : asUploadError(rejection ?? error, MAX_FILES);
  }
  if (rejection) throw rejection;
  if (files.length === 0) throw noFile();
  return { files, fields, digest: digestOf(traces, fields) };
}

function traceOf({ name, bytes }: UploadedFile): string {
  return JSON.stringify([name, bytes.length, createHash('sha256').update(bytes).digest('base64url')]);
}

function digestOf(traces: string[], fields: Map<string, string>): UploadDigest {
  return JSON.stringify([traces, [...fields].sort()]);
}

/** Distinguishes errors of storing a file from errors of reading it. */
class StoreError extends Error {}

/** The reason why `take` rejected the file, if it did. */
async function storeOne<Stored extends { storage_key: string }>(
  file: UploadedFile | null,
  files: Stored[],
  keys: string[],
  store: (file: UploadedFile) => Promise<Stored>,
): Promise<AppError | undefined> {
  try {
    if (!file) return;
    const stored = await store(file);
    keys.push(stored.storage_key);
    files.push(stored);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw new StoreError('the file was not stored', { cause: error });
  }
}

/** Null for an empty file input, which browsers send without a name. */
function checkPart(part: MultipartFile, bytes: Buffer): UploadedFile | AppError | null {
  const name = cleanFileName(part.filename);
  if (!part.filename && bytes.length === 0) return null;
  if (!FILE_FIELDS.includes(part.fieldname)) {
    return fileError(`${name} was sent as ${part.fieldname}; files belong in the field documents.`);
  }
  if (part.file.truncated) return tooLarge(name, MAX_BYTES);
  return bytes.length === 0 ? fileError(`${name} is empty.`) : { name, bytes };
}

/** An upload error: a sentence that names the file. */
export function fileError(message: string): AppError {
  return new AppError('validation_failed', { message, fields: [{ path: 'documents', message }] });
}

function noFile(): AppError {
  return new AppError('validation_failed', {
    message: 'Please choose a file.',
    fields: [{ path: 'file', message: 'Please choose a file.' }],
  });
}

function tooLarge(name: string, maxBytes: number): AppError {
  const limit = Math.floor(maxBytes / 1024 / 1024);
  return new AppError('too_large', { message: `${name} is larger than ${limit} MB.` });
}

function asUploadError(error: unknown, maxFiles?: number): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'FST_FILES_LIMIT' && maxFiles) {
    return new AppError('too_large', {
      message: `At most ${maxFiles} files can be uploaded at once.`,
      cause: error,
    });
  }
  return new AppError('malformed_request', {
    message: 'The upload could not be read. Please choose the file again.',
    cause: error,
  });
}

/** Characters that change the direction of text can hide the real file extension. */
const HIDDEN = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const MAX_NAME_LENGTH = 200;

/** A name without path, control and hidden characters, shortened but with its extension. */
export function cleanFileName(name: string | undefined): string {
  const bare = (name ?? '').toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const clean = bare.replace(HIDDEN, '').trim().replace(/^\.+$/, '');
  if (clean === '') return 'file';
  const extension = /\.[\p{L}\d]{1,10}$/u.exec(clean)?.[0] ?? '';
  return `${clean.slice(0, clean.length - extension.length).slice(0, MAX_NAME_LENGTH - extension.length)}${extension}`.toWellFormed();
}

/** The buffer of the previous upload, reused for the next one: large uploads would otherwise fragment memory. */
let spare: Buffer | undefined;

/**
 * Reads a stream of at most `maxBytes` and passes its bytes to `work`. They are valid until `work` finishes and are then reused
 * by the next upload.
 */
async function withBytes<Result>(
  stream: Readable,
  maxBytes: number,
  work: (bytes: Buffer) => Promise<Result>,
): Promise<Result> {
  const buffer = spare?.length === maxBytes ? spare : Buffer.allocUnsafeSlow(maxBytes);
  spare = undefined;
  try {
    let length = 0;
    for await (const chunk of stream) {
      if (chunk instanceof Buffer) length += chunk.copy(buffer, length);
    }
    return await work(buffer.subarray(0, length));
  } finally {
    spare = buffer;
  }
}
