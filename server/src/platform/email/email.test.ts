import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import { emailJobs, queueEmail } from '#platform/email/queue.ts';
import { useTestApp } from '#testing/test-app.ts';
import { createEmailTransport } from './transport.ts';

const MESSAGE = {
  messageId: '<one@ledgerline>',
  to: 'ana@example.test',
  subject: 'Información personal',
  text: 'Hola\n\nhttps://example.test/secure/a.b.c\n',
  html: '<p>Hola</p>',
  at: new Date('2026-11-20T15:00:00Z'),
};

interface EmailRow {
  status: string;
  content: string | null;
  attempts: number;
  error: string | null;
  sent_at: Date | null;
}

describe('the outbox', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-outbox-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('stores an email as one complete file that mail programs open, and a repeat as the same file', async () => {
    const transport = createEmailTransport(
      readConfig({ MAIL_FROM: 'Ledgerline <desk@example.test>' }),
      folder,
    );
    await transport.send(MESSAGE);
    await transport.send(MESSAGE);
    const files = await readdir(folder);
    expect(files).toEqual(['2026-11-20T15-00-00.000Z-oneledgerline.eml']);
    const text = await readFile(path.join(folder, files[0] ?? ''), 'utf8');
    expect(text).toContain('To: ana@example.test');
    expect(text).toContain('From: Ledgerline <desk@example.test>');
    expect(text).toContain('Message-ID: <one@ledgerline>');
    expect(text).toContain('multipart/alternative');
  });
});

describe('an email that lost its job', () => {
  const t = useTestApp();

  it('gets another one when servers start, once, and none if it is old', async () => {
    const { database, jobs } = t.current.deps;
    // The queue is busy with other work for as long as this takes.
    let free = () => {};
    const isFree = new Promise<void>((resolve) => {
      free = resolve;
    });
    let isBusy = false;
    const work = () => {
      isBusy = true;
      return isFree;
    };
    await jobs.start([{ queue: 'mail', work }]);
    await jobs.send(database, 'mail', {});
    await expect.poll(() => isBusy).toBe(true);
    const queuedAt = async (daysAgo: number) => {
      const id = await database.transaction((db) =>
        queueEmail({ ...t.current.systemContext(), db }, { ...MESSAGE, kind: 'form_link', language: 'es' }),
      );
      await database.query(
        'update mail_messages set created_at = created_at - make_interval(days => $2) where id = $1',
        [id, daysAgo],
      );
      return id;
    };
    const [waiting, lost, old] = [await queuedAt(0), await queuedAt(0), await queuedAt(3)];
    await database.query(`delete from pgboss.job where name = 'mail' and data->>'id' = any($1)`, [
      [lost, old].map(String),
    ]);
    const starts = emailJobs(t.current.deps, {}).filter(({ runsAtStart }) => runsAtStart);
    expect(starts).toHaveLength(1);
    await Promise.all([...starts, ...starts, ...starts].map(({ work }) => work({})));
    const sent = await database.query<{ id: number }>(
      `select (data->>'id')::int as id from pgboss.job where name = 'mail' and data ? 'id' order by 1`,
    );
    free();
    expect(sent).toEqual([{ id: waiting }, { id: lost }]);
  });
});

describe('the queue', () => {
  const t = useTestApp();

  beforeAll(() => t.current.startJobs());

  const rowOf = async (db: Database, id: number) =>
    (await db.query<EmailRow>('select * from mail_messages where id = $1', [id]))[0];

  it('stores the text encrypted until it is written, and not at all afterwards; without a mail server nothing is sent', async () => {
    const { database } = t.current.deps;
    const id = await database.transaction(async (db) => {
      const queued = await queueEmail(
        { ...t.current.systemContext(), db },
        { ...MESSAGE, kind: 'form_link', language: 'es' },
      );
      const row = await rowOf(db, queued);
      expect(row).toMatchObject({ status: 'queued', attempts: 0 });
      expect(row?.content).toMatch(/^v1\./);
      return queued;
    });
    await expect.poll(async () => (await rowOf(database, id))?.status).toBe('failed');
    expect(await rowOf(database, id)).toMatchObject({
      ...{ content: null, attempts: 1, sent_at: null },
      ...{ failure: 'unconnected', error: 'Email isn’t connected.' },
    });
    const files = await readdir(path.join(t.current.config.dataDir, 'outbox'));
    expect(files).toHaveLength(1);
  });

  it('sends no email if the transaction that queued it is rolled back', async () => {
    const before = await t.current.deps.database.query('select 1 from mail_messages');
    await expect(
      t.current.deps.database.transaction(async (db) => {
        await queueEmail(
          { ...t.current.systemContext(), db },
          { ...MESSAGE, kind: 'form_link', language: 'es' },
        );
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await t.current.deps.database.query('select 1 from mail_messages')).toHaveLength(before.length);
  });
});
