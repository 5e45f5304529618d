import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { fixedClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { type DataPaths, dataPaths } from '#platform/data-folder.ts';
import { writeKeyFile } from '#platform/secrets/key-ring.ts';
import { adminQuery, databaseUrl, dropDatabase } from '#testing/database.ts';
import { buildClient } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { writeBackup } from './backup.ts';
import { withClient } from './installation.ts';
import { removeOldBackups } from './last-backup.ts';
import { manifestText, readManifest } from './manifest.ts';
import { restoreBackup } from './restore.ts';
import { verifyBackup } from './verify.ts';

const t = useTestApp();
const RING = { fieldKeys: [{ id: 'test', key: Buffer.alloc(32, 1) }], tokenSecret: Buffer.alloc(48, 7) };
const DAY_MS = 86_400_000;

let parent: string;
let paths: DataPaths;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'ledgerline-verify-'));
  paths = dataPaths(path.join(parent, 'data'));
  for (const folder of [path.join(paths.filesDir, 'documents'), paths.templatesDir])
    await mkdir(folder, { recursive: true });
  await writeFile(path.join(paths.filesDir, 'documents', 'a.pdf'), 'a document');
  await writeFile(path.join(paths.templatesDir, 'b.pdf'), 'a template');
  await writeKeyFile(paths.keysFile, RING);
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const sourceUrl = () => String(t.current.deps.database.pool.options.connectionString);
const backUp = (at = TEST_NOW, folder?: string) =>
  writeBackup({ url: sourceUrl(), paths, version: '0.1.0', clock: fixedClock(at) }, folder);

async function restoreIntoNew(
  folder: string,
): Promise<{ notes: string[]; emails: unknown[]; reminders: unknown[] }> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await adminQuery(inject('databaseUrl'), `create database ${name}`);
  const url = databaseUrl(inject('databaseUrl'), name);
  try {
    const target = dataPaths(path.join(parent, name));
    const config = readConfig({ DATA_DIR: target.path });
    const { notes } = await restoreBackup({ url, paths: target, config }, folder);
    return await withClient(url, async (client) => {
      const emails = await client.query('select status, content, error from mail_messages order by id');
      const reminders = await client.query(
        'select state, reason, due_at, looked_at from reminder_series order by id',
      );
      return { notes, emails: emails.rows, reminders: reminders.rows };
    });
  } finally {
    await dropDatabase(inject('databaseUrl'), name);
  }
}

describe('verifying a backup', () => {
  it('reports a complete one as intact, with a checksum of every table and file', async () => {
    await buildClient(t.current, { ssn: '123-45-6789' });
    const folder = await backUp();
    const { manifest, hasChecksums } = await verifyBackup(folder);
    expect(hasChecksums).toBe(true);
    expect(manifest.files?.map((file) => file.path).sort()).toEqual([
      'files/documents/a.pdf',
      'keys.json',
      'templates/b.pdf',
    ]);
    for (const { sha256 } of [...manifest.tables, ...(manifest.files ?? [])])
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('reports everything damaged or missing, down to one byte, and a restore rejects it', async () => {
    const folder = await backUp();
    const spoil = async (file: string, change: (bytes: Buffer) => Buffer) => {
      const filePath = path.join(folder, file);
      await writeFile(filePath, change(await readFile(filePath)));
    };
    await spoil('files/documents/a.pdf', () => Buffer.from('A document'));
    await spoil('tables/agents.jsonl.gz', (bytes) =>
      Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)]),
    );
    await truncate(path.join(folder, 'templates/b.pdf'), 3);
    await rm(path.join(folder, 'keys.json'));
    const verification = verifyBackup(folder);
    await expect(verification).rejects.toThrow(
      /is damaged: tables\/agents\.jsonl\.gz does not match its checksum; /,
    );
    await expect(verification).rejects.toThrow('files/documents/a.pdf does not match its checksum');
    await expect(verification).rejects.toThrow('templates/b.pdf does not match its checksum');
    await expect(verification).rejects.toThrow('keys.json is missing');
    await expect(restoreIntoNew(folder)).rejects.toThrow(
      'tables/agents.jsonl.gz does not match its checksum',
    );
  });

  it('detects a changed manifest', async () => {
    const folder = await backUp();
    const file = path.join(folder, 'manifest.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/"last_value": "(\d+)"/, '"last_value": "9$1"'));
    await expect(verifyBackup(folder)).rejects.toThrow('manifest.json does not match its checksum');
  });

  it('counts the rows of one without checksums, and reports that when it is restored', async () => {
    await buildClient(t.current);
    const folder = await backUp();
    const { files: _, sha256: __, ...manifest } = await readManifest(folder);
    const file = path.join(folder, 'manifest.json');
    await writeFile(file, JSON.stringify(manifest));
    expect(await verifyBackup(folder)).toMatchObject({ hasChecksums: false });
    expect((await restoreIntoNew(folder)).notes[0]).toMatch(/has no checksums/);
    const clients = path.join(folder, 'tables', 'clients.jsonl.gz');
    const bytes = await readFile(clients);
    await writeFile(clients, bytes.subarray(0, bytes.length - 10));
    await expect(verifyBackup(folder)).rejects.toThrow('tables/clients.jsonl.gz cannot be decompressed');
    await writeFile(clients, bytes);
    const tables = manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 }));
    await writeFile(file, JSON.stringify({ ...manifest, tables }));
    await expect(verifyBackup(folder)).rejects.toThrow(/tables\/\w+\.jsonl\.gz has \d+ of \d+ rows/);
  });
});

describe('queued emails', () => {
  it('are counted by the backup, and marked instead of sent after a restore', async () => {
    const { database, cipher } = t.current.deps;
    const [row] = await database.query<{ id: number }>(
      `insert into mail_messages (message_id, kind, to_address, subject, language, created_at)
       values ('<a>', 'test', 'a@example.com', 'Waiting', 'en', now()) returning id`,
    );
    const id = row?.id ?? 0;
    const encrypted = cipher.encrypt('{}', { table: 'mail_messages', row: id, field: 'content' });
    await database.query('update mail_messages set content = $2 where id = $1', [id, encrypted]);
    const folder = await backUp();
    expect((await readManifest(folder)).waiting_mails).toBe(1);
    const { notes, emails } = await restoreIntoNew(folder);
    expect(notes).toEqual([expect.stringMatching(/^Emails that were queued when the backup was made: 1\./)]);
    expect(emails).toEqual([
      { status: 'failed', content: null, error: expect.stringMatching(/^Not sent: it was still queued/) },
    ]);
  });
});

describe('reminders to clients', () => {
  it('are paused after a restore if they were active, and counted', async () => {
    const { database } = t.current.deps;
    await database.query('delete from mail_messages');
    const clientId = await buildClient(t.current);
    await database.query(
      `insert into reminder_series (client_id, state, reason, started_at, due_at, looked_at)
       select $1, state, reason, now(), due_at, now()
         from (values ('active', null, now()), ('active', null, null), ('paused', null, null), ('stopped', 'agent', null))
              as s (state, reason, due_at)`,
      [clientId],
    );
    const { notes, reminders } = await restoreIntoNew(await backUp());
    expect(notes).toEqual([
      expect.stringMatching(
        /^Reminders to clients that were active when the backup was made, and are paused now: 2\./,
      ),
    ]);
    const paused = { state: 'paused', reason: null, due_at: null };
    expect(reminders).toEqual([
      { ...paused, looked_at: null },
      { ...paused, looked_at: null },
      { ...paused, looked_at: expect.any(Date) },
      { state: 'stopped', reason: 'agent', due_at: null, looked_at: expect.any(Date) },
    ]);
  });
});

describe('old backups', () => {
  const at = (days: number) => new Date(TEST_NOW.getTime() - days * DAY_MS);
  const names = async () => (await readdir(paths.backupsDir)).sort();

  it('are deleted after a newer one was verified, and nothing else is deleted with them', async () => {
    const old = [await backUp(at(40)), await backUp(at(31))];
    const recent = await backUp(at(3));
    const foreign = path.join(paths.backupsDir, '2020-01-01T00-00-00.000Z');
    await mkdir(foreign);
    await writeFile(path.join(foreign, 'manifest.json'), '{"product": "another"}');
    const named = await backUp(at(50), path.join(paths.backupsDir, 'before-the-move'));
    const half = path.join(paths.backupsDir, '2026-01-01T00-00-00.000Z.unfinished');
    await mkdir(half);
    await utimes(half, at(2), at(2));
    const verified = await backUp();
    const removed = await removeOldBackups(paths.backupsDir, { verified, retentionDays: 30, now: TEST_NOW });
    expect(removed.sort()).toEqual(old.map((folder) => path.basename(folder)).sort());
    const remaining = [foreign, named, recent, verified].map((folder) => path.basename(folder));
    expect(await names()).toEqual(remaining.sort());
  });

  it('stay if the newest is the only one, however old, and if the new one is elsewhere', async () => {
    const only = await backUp(at(100));
    expect(
      await removeOldBackups(paths.backupsDir, { verified: only, retentionDays: 1, now: TEST_NOW }),
    ).toEqual([]);
    const verified = await backUp(TEST_NOW, path.join(parent, 'elsewhere'));
    expect(await removeOldBackups(paths.backupsDir, { verified, retentionDays: 1, now: TEST_NOW })).toEqual(
      [],
    );
    expect(await names()).toEqual([path.basename(only)]);
  });

  it('stay if a clock was wrong and they look newer than the verified one', async () => {
    const later = await backUp(at(-5));
    const verified = await backUp(at(0));
    const now = at(-400);
    expect(await removeOldBackups(paths.backupsDir, { verified, retentionDays: 30, now })).toEqual([]);
    expect(await names()).toEqual([verified, later].map((folder) => path.basename(folder)).sort());
    expect(manifestText(await readManifest(later))).toContain('"sha256"');
  });
});
