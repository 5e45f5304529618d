import { mkdir, mkdtemp, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { uploadDocuments } from '@ledgerline/contract/documents/endpoints';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { dataPaths } from '#platform/data-folder.ts';
import { type DatabasePool, openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import { envelopeOf } from '#providers/esign/builtin/testing/esign-fixture.ts';
import { createTestDatabase } from '#testing/database.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPdf, uploadInput } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';
import { createDiskStorage } from './disk.ts';
import { FILE_COLUMNS, REFERENCED_FOLDERS } from './file-columns.ts';
import { OWNER_FILE } from './storage.ts';
import { sweepFiles } from './sweep.ts';

const t = useTestApp();
const HOUR_MS = 3_600_000;
const deps = () => t.current.deps;
const keys = async () => (await Array.fromAsync(deps().storage.list())).map(({ key }) => key);

/** Files have the machine's time; the server's clock is moved instead. */
function hoursAfterNow(hours: number): void {
  const { clock } = t.current;
  clock.advance(Date.now() + hours * HOUR_MS - clock.now().getTime());
}

async function upload(clientId: number, agent: Awaited<ReturnType<typeof signInAs>>) {
  const sent = uploadInput([{ name: 'policy.pdf', content: buildPdf() }], {});
  return agent.call(uploadDocuments, { params: { clientId }, ...sent });
}

const namedKeys = async () =>
  (
    await deps().database.query<{ key: string }>(
      `select storage_key as key from documents union all select template_key from esign_envelopes`,
    )
  ).map(({ key }) => key);

beforeEach(async () => {
  await deps().storage.remove(OWNER_FILE);
});

describe('the sweep of orphaned files', () => {
  it('removes what a crash left between the file and its row, after a day, and nothing that a row references', async () => {
    hoursAfterNow(0);
    const agent = await signInAs(t.current);
    expect((await upload(await buildClient(t.current), agent)).status).toBe(201);
    const { esign, storage } = deps();
    if (!esign.hasOwnPage) throw new Error('the built-in provider is not in use');
    await esign.addToLibrary('Blank.pdf', buildPdf());
    await envelopeOf(esign, 'Blank');
    const named = (await keys()).sort();
    expect(named).toHaveLength(2);
    expect(await sweepFiles(deps())).toEqual([]);
    const lost = ['documents/2026/lost.pdf', 'templates/2026/lost.pdf', 'esign/env_lost/template.pdf'];
    for (const key of lost) await storage.put(key, Buffer.from('lost'));
    for (const key of ['envelopes/7/so-far.pdf', 'other/x.pdf']) await storage.put(key, Buffer.from('x'));
    hoursAfterNow(23);
    expect(await sweepFiles(deps())).toEqual([]);
    hoursAfterNow(25);
    expect((await sweepFiles(deps())).sort()).toEqual([...lost].sort());
    expect((await keys()).sort()).toEqual([...named, 'envelopes/7/so-far.pdf', 'other/x.pdf'].sort());
  });

  it('never removes the file of an upload that succeeded, however the two overlap', async () => {
    // Every file counts as old once written, as on a server that was paused for days in between.
    hoursAfterNow(1000);
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    let isUploading = true;
    const sweeping = (async () => {
      let swept = 0;
      while (isUploading) swept += (await sweepFiles(deps())).length;
      return swept;
    })();
    const statuses: number[] = [];
    for (let round = 0; round < 15; round++) {
      const answers = await Promise.all(Array.from({ length: 3 }, () => upload(clientId, agent)));
      statuses.push(...answers.map(({ status }) => status));
    }
    isUploading = false;
    const swept = await sweeping;
    const named = await namedKeys();
    const there = new Set(await keys());
    expect(named.filter((key) => !there.has(key))).toEqual([]);
    // Uploads whose complete or partial file was removed in between failed, and have no row.
    expect(statuses.filter((status) => status !== 201 && status < 500)).toEqual([]);
    const rows = await deps().database.query('select 1 from documents where client_id = $1', [clientId]);
    expect(rows).toHaveLength(statuses.filter((status) => status === 201).length);
    expect(swept).toBeGreaterThanOrEqual(statuses.filter((status) => status === 503).length);
    expect(statuses).toContain(201);
  });

  it('waits for a row that is being written, and then sees it', async () => {
    hoursAfterNow(1000);
    const { database, storage } = deps();
    const { lockFiles } = await import('./store-file.ts');
    const key = 'documents/2026/written-now.pdf';
    await storage.put(key, buildPdf());
    let sweeping: Promise<string[]> | undefined;
    await database.transaction(async (db) => {
      await lockFiles(db, storage, [key]);
      sweeping = sweepFiles(deps());
      await expect
        .poll(() => database.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`))
        .not.toEqual([]);
      await db.query(
        `insert into documents (file_name, storage_key, file_size, mime_type, sha256, folder, uploaded_at)
         values ('a.pdf', $1, 1, 'application/pdf', 'x', 'Documents', now())`,
        [key],
      );
    });
    expect(await sweeping).not.toContain(key);
    expect(await storage.size(key)).toBeGreaterThan(0);
  });

  it('removes partial files that were never finished, after a day', async () => {
    const { path: top, filesDir, templatesDir, outboxDir } = dataPaths(t.current.config.dataDir);
    const half = '.0123456789abcdef01234567.unfinished';
    const halves = [
      path.join(filesDir, 'unfinished', half),
      path.join(templatesDir, half),
      path.join(outboxDir, half),
      path.join(outboxDir, '.2026-11-20-of-an-earlier-version.eml'),
      path.join(top, half),
    ];
    for (const file of halves) {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, 'half');
    }
    hoursAfterNow(23);
    await sweepFiles(deps());
    for (const file of halves) expect((await stat(file)).size).toBe(4);
    hoursAfterNow(0);
    const long = new Date(Date.now() - 25 * HOUR_MS);
    for (const file of halves) await utimes(file, long, long);
    await writeFile(path.join(outboxDir, 'sent.eml'), 'an email');
    await utimes(path.join(outboxDir, 'sent.eml'), long, long);
    await sweepFiles(deps());
    for (const file of halves) await expect(stat(file)).rejects.toThrow('ENOENT');
    expect(await readdir(outboxDir)).toContain('sent.eml');
  });

  it('removes nothing from a storage of another database, or if most files are unknown', async () => {
    const { storage } = deps();
    hoursAfterNow(25);
    await storage.put('documents/2026/theirs.pdf', Buffer.from('x'));
    await storage.put(OWNER_FILE, Buffer.from('another database'));
    hoursAfterNow(50);
    expect(await sweepFiles(deps())).toEqual([]);
    await storage.remove(OWNER_FILE);
    const known = (await namedKeys()).length;
    const many = Array.from({ length: known + 21 }, (_, n) => `documents/2026/unknown-${n}.pdf`);
    for (const key of many) await storage.put(key, Buffer.from('x'));
    expect(await sweepFiles(deps())).toEqual([]);
    for (const key of many) await storage.remove(key);
    expect(await sweepFiles(deps())).toEqual(['documents/2026/theirs.pdf']);
  });
});

describe('a database without file references', () => {
  const inFresh = async (
    work: (fresh: DatabasePool, name: (key: string) => Promise<unknown>) => Promise<void>,
  ) => {
    const testDatabase = await createTestDatabase(inject('databaseUrl'));
    const fresh = openDatabase(testDatabase.url, { max: 2, onError: () => undefined });
    try {
      await work(fresh, (key) =>
        fresh.query(
          `insert into documents (file_name, storage_key, file_size, mime_type, sha256, folder, uploaded_at)
           values ('a.pdf', $1, 1, 'application/pdf', 'x', 'Documents', now())`,
          [key],
        ),
      );
    } finally {
      await fresh.close();
      await testDatabase.drop();
    }
  };
  /** A separate storage with these files. */
  const storageWith = async (...keys: string[]) => {
    const storage = createDiskStorage(await mkdtemp(path.join(t.current.config.dataDir, 'apart-')));
    for (const key of keys) await storage.put(key, Buffer.from('x'));
    return storage;
  };
  const theirs = ['documents/2026/one.pdf', 'templates/2026/two.pdf', 'esign/env_3/template.pdf'];

  it('does not claim the files of an earlier version, which name no owner, and removes none', async () => {
    await inFresh(async (database, name) => {
      const storage = await storageWith(...theirs);
      hoursAfterNow(50);
      expect(await sweepFiles({ ...deps(), database, storage })).toEqual([]);
      expect(await storage.size(OWNER_FILE)).toBeNull();
      // Someone continued working on the wrong database meanwhile.
      await storage.put('documents/2026/new.pdf', Buffer.from('x'));
      await name('documents/2026/new.pdf');
      expect(await sweepFiles({ ...deps(), database, storage })).toEqual([]);
      expect(await storage.size(OWNER_FILE)).toBeNull();
      for (const key of theirs) expect(await storage.size(key)).toBe(1);
    });
  });

  it('does not claim them while they are too young to be removed either', async () => {
    await inFresh(async (database) => {
      const storage = await storageWith(...theirs);
      hoursAfterNow(1);
      expect(await sweepFiles({ ...deps(), database, storage })).toEqual([]);
      expect(await storage.size(OWNER_FILE)).toBeNull();
    });
  });

  it('removes nothing although it is the owner, and reports that', async () => {
    await inFresh(async (database, name) => {
      const storage = await storageWith();
      const logged: string[] = [];
      const log = createLog('error', { write: (line) => logged.push(JSON.parse(line).msg) });
      const sweep = () => sweepFiles({ ...deps(), database, storage, log });
      hoursAfterNow(50);
      expect(await sweep()).toEqual([]);
      expect(await storage.size(OWNER_FILE)).toBeGreaterThan(0);
      expect(logged).toEqual([]);
      await storage.put('documents/2026/lost.pdf', Buffer.from('x'));
      expect(await sweep()).toEqual([]);
      expect(logged).toEqual([
        'This database references no file, but the storage contains some: none was swept.',
      ]);
      await storage.put('documents/2026/named.pdf', Buffer.from('x'));
      await name('documents/2026/named.pdf');
      expect(await sweep()).toEqual(['documents/2026/lost.pdf']);
    });
  });

  it('of an earlier version claims the files it references, with what a crash left among them', async () => {
    await inFresh(async (database, name) => {
      const storage = await storageWith(...theirs);
      for (const key of theirs.slice(1)) await name(key);
      hoursAfterNow(50);
      expect(await sweepFiles({ ...deps(), database, storage })).toEqual(theirs.slice(0, 1));
    });
  });
});

describe('a copied database', () => {
  it('removes no files of the original database, which owns them', async () => {
    const { storage, database } = deps();
    hoursAfterNow(0);
    await sweepFiles(deps());
    const [mark] = await database.query<{ value: string }>(
      `select value from installation_marks where name = 'files'`,
    );
    const copy = await createTestDatabase(inject('databaseUrl'));
    const copied = openDatabase(copy.url, { max: 2, onError: () => undefined });
    try {
      await copied.query(`insert into installation_marks (name, value) values ('files', $1)`, [mark?.value]);
      await copied.query(
        `insert into documents (file_name, storage_key, file_size, mime_type, sha256, folder, uploaded_at)
         select 'a.pdf', key, 1, 'application/pdf', 'x', 'Documents', now() from unnest($1::text[]) as key`,
        [await namedKeys()],
      );
      // Added after the copy was made.
      await storage.put('documents/2026/later.pdf', Buffer.from('x'));
      hoursAfterNow(50);
      expect(await sweepFiles({ ...deps(), database: copied })).toEqual([]);
      expect(await sweepFiles(deps())).toEqual(['documents/2026/later.pdf']);
    } finally {
      await copied.close();
      await copy.drop();
    }
  });

  it('leaves files that an earlier version owned to the original database', async () => {
    const { storage, database } = deps();
    await sweepFiles(deps());
    const [mark] = await database.query<{ value: string }>(
      `select value from installation_marks where name = 'files'`,
    );
    await storage.put(OWNER_FILE, Buffer.from(mark?.value ?? ''));
    await storage.put('documents/2026/lost-before.pdf', Buffer.from('x'));
    hoursAfterNow(50);
    expect(await sweepFiles(deps())).toEqual(['documents/2026/lost-before.pdf']);
    expect(String(await storage.read(OWNER_FILE))).toMatch(/^[0-9a-f]{32} \d+\/\d+$/);
  });
});

describe('FILE_COLUMNS', () => {
  it('lists every column that references a file', async () => {
    const rows = await deps().database.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and column_name ~ '_key$' and column_name not in ('carrier_key', 'idempotency_key', 'private_key', 'public_key', 'wrapped_key')`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(
      FILE_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort(),
    );
    expect(REFERENCED_FOLDERS).not.toContain('envelopes');
  });
});
