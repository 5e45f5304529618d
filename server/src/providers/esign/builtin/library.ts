import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFolders, writeDurably } from '@ledgerline/host/durable';
import type { Log } from '#platform/log.ts';
import type { LibraryEntry } from '#platform/ports/built-in-signing.ts';
import { EsignError } from '#platform/ports/esign.ts';
import type { Inspection } from './inspect.ts';
import { type Inspected, inspectSafely } from './inspect-safely.ts';
import { libraryName } from './library-name.ts';
import { MAX_TEMPLATE_BYTES, PROBLEMS, sha256 } from './template-limits.ts';

const SAMPLES = new URL('./samples/', import.meta.url);
/** Marks that the samples were already copied into this folder, so that a deleted sample is not restored. */
const SAMPLES_MARK = '.samples-added';

/** A PDF of the library that can be used. */
export interface LibraryTemplate extends Inspection {
  id: string;
  name: string;
  version: string;
  bytes: Buffer;
}

export interface Library {
  /** Waits up to `waitMs`; files not read by then are listed as still being read, and reading continues. */
  list(waitMs?: number): Promise<LibraryEntry[]>;
  files(): Promise<{ id: string; name: string }[]>;
  listUsable(): Promise<{ id: string; name: string; version: string }[]>;
  /** EsignError `not_found`, or `invalid` for one that cannot be used. */
  read(id: string): Promise<LibraryTemplate>;
  /** The id that a file of this name has, or would have. */
  idOfName(name: string): string;
  add(name: string, bytes: Buffer): Promise<LibraryEntry>;
}

/** The same file name, in any case or Unicode form, is the same template across all syncs. */
function idOf(fileName: string): string {
  const key = fileName.normalize('NFC').toLowerCase();
  return `tpl_${createHash('sha256').update(key).digest('hex').slice(0, 20)}`;
}

interface KnownFile {
  id: string;
  name: string;
  fileName: string;
  sha: string;
  result: Inspected;
}

/** How long a request waits for files that were never read; the browser gives up after 30 s. */
const LIST_MS = 10_000;

/** The folder of fillable PDFs; each version of a file is inspected once. */
export function openLibrary(folder: string, log: Log): Library {
  const known = new Map<string, Promise<KnownFile>>();
  const inspect = (fileName: string) => inspectOnce(folder, fileName, known, log);
  const inspectAll = async () => {
    const files: KnownFile[] = [];
    for (const fileName of await fileNames(folder)) files.push(await inspect(fileName));
    return files;
  };
  let reading: Promise<void> | undefined;
  /** Runs one pass at a time, however often the list is requested. */
  const readAll = () => {
    reading ??= readEach(folder, inspect, log).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return {
    async list(waitMs = LIST_MS) {
      await Promise.race([readAll(), sleep(waitMs, undefined, { ref: false })]);
      const names = await fileNames(folder);
      return Promise.all(names.map((fileName) => entryIfRead(folder, fileName, known)));
    },
    files: async () =>
      (await fileNames(folder)).map((fileName) => ({ id: idOf(fileName), name: path.parse(fileName).name })),
    listUsable: async () =>
      (await inspectAll())
        .filter(({ result }) => 'inspection' in result)
        .map(({ id, name, sha }) => ({ id, name, version: sha.slice(0, 20) })),
    async read(id) {
      const fileName = (await fileNames(folder)).find((candidate) => idOf(candidate) === id);
      if (!fileName) throw new EsignError('not_found', 'This template is no longer in the library.');
      const file = await inspect(fileName);
      if ('problem' in file.result) throw new EsignError('invalid', file.result.problem);
      const bytes = await readFile(path.join(folder, fileName));
      // The file was replaced while it was read: the next pass inspects the new one.
      if (sha256(bytes) !== file.sha) return this.read(id);
      return { ...file.result.inspection, id, name: file.name, version: file.sha.slice(0, 20), bytes };
    },
    idOfName: (name) => idOf(libraryName(name)),
    add: (name, bytes) => addFile(folder, name, bytes, inspect),
  };
}

/** Reads files that have not been read yet; one unreadable or deleted file does not block the others. */
async function readEach(
  folder: string,
  inspect: (fileName: string) => Promise<KnownFile>,
  log: Log,
): Promise<void> {
  for (const fileName of await fileNames(folder)) {
    try {
      await inspect(fileName);
    } catch (error) {
      log.warn({ err: error, fileName }, 'a PDF of the template library could not be read');
    }
  }
}

/** What is known about a file right now. */
async function entryIfRead(
  folder: string,
  fileName: string,
  known: ReadonlyMap<string, Promise<KnownFile>>,
): Promise<LibraryEntry> {
  const file = await ifRead(known, await keyOf(folder, fileName));
  const base = { id: idOf(fileName), name: path.parse(fileName).name, fileName };
  return entryOf(file ?? { ...base, sha: '', result: { problem: PROBLEMS.stillReading, cause: '' } });
}

/** Identifies a version of a file. */
async function keyOf(folder: string, fileName: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(path.join(folder, fileName));
  return `${fileName}/${size}/${mtimeMs}/${ino}`;
}

async function inspectOnce(
  folder: string,
  fileName: string,
  known: Map<string, Promise<KnownFile>>,
  log: Log,
): Promise<KnownFile> {
  const key = await keyOf(folder, fileName);
  const before = await ifRead(known, key);
  // A server that was too busy may succeed this time; every other result is final for these bytes.
  const isRetried = before && 'problem' in before.result && before.result.problem === PROBLEMS.tooSlow;
  const inspecting = (isRetried ? undefined : known.get(key)) ?? inspectFile(folder, fileName, log);
  known.set(key, inspecting);
  try {
    return await inspecting;
  } catch (error) {
    known.delete(key);
    throw error;
  }
}

/** The result for a version, if it is available right now. */
function ifRead(known: ReadonlyMap<string, Promise<KnownFile>>, key: string): Promise<KnownFile | undefined> {
  return Promise.race([known.get(key), undefined]).catch(() => undefined);
}

async function inspectFile(folder: string, fileName: string, log: Log): Promise<KnownFile> {
  const base = { id: idOf(fileName), name: path.parse(fileName).name, fileName };
  const { size } = await stat(path.join(folder, fileName));
  if (size > MAX_TEMPLATE_BYTES) {
    return { ...base, sha: `size-${size}`, result: { problem: PROBLEMS.tooLarge, cause: '' } };
  }
  const bytes = await readFile(path.join(folder, fileName));
  const result = await inspectSafely(bytes);
  if ('problem' in result) log.warn({ fileName, ...result }, 'a PDF of the template library cannot be used');
  return { ...base, sha: sha256(bytes), result };
}

function entryOf({ id, name, result }: KnownFile): LibraryEntry {
  if ('problem' in result) {
    return { id, name, page_count: 0, signers: [], checkboxes: 0, lists: 0, problem: result.problem };
  }
  const { pageCount, recipients, tabs } = result.inspection;
  return {
    id,
    name,
    page_count: pageCount,
    signers: recipients,
    checkboxes: tabs.checkboxTabs.length,
    lists: tabs.listTabs.length,
    problem: null,
  };
}

/** PDFs directly in the folder: no links, nothing hidden. Creates the folder on first use. */
async function fileNames(folder: string): Promise<string[]> {
  await addSamplesOnce(folder);
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter(isTemplateFile)
    .map(({ name }) => name)
    .sort((one, other) => one.localeCompare(other, 'en'));
}

function isTemplateFile(entry: Dirent): boolean {
  return entry.isFile() && !entry.name.startsWith('.') && /\.pdf$/i.test(entry.name);
}

async function addSamplesOnce(folder: string): Promise<void> {
  await createFolders(folder);
  const mark = path.join(folder, SAMPLES_MARK);
  if (await exists(mark)) return;
  for (const name of await readdir(SAMPLES)) {
    const target = path.join(folder, name);
    if (name.endsWith('.pdf') && !(await exists(target)))
      await writeDurably(target, await readFile(new URL(encodeURIComponent(name), SAMPLES)));
  }
  await writeDurably(mark, '');
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function addFile(
  folder: string,
  name: string,
  bytes: Buffer,
  inspect: (fileName: string) => Promise<KnownFile>,
): Promise<LibraryEntry> {
  const wanted = libraryName(name);
  const result = await inspectSafely(bytes);
  if ('problem' in result) throw new EsignError('invalid', result.problem);
  const present = (await fileNames(folder)).find((other) => idOf(other) === idOf(wanted));
  const target = path.join(folder, present ?? wanted);
  await writeDurably(target, bytes);
  return entryOf(await inspect(path.basename(target)));
}
