import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#testing/test-app.ts';
import { createLog } from './log.ts';

const t = useTestApp();

function lines(work: (log: ReturnType<typeof createLog>) => void): string {
  let written = '';
  work(createLog('info', { write: (line) => (written += line) }));
  return written;
}

describe('the log', () => {
  it('never contains the values of a row that the database rejected', async () => {
    const { database } = t.current.deps;
    const plain = await database
      .query(
        `insert into clients (created_at, updated_at, ssn, notes) values (now(), now(), 'sealed-4711', null)`,
      )
      .catch((error: unknown) => error);
    const { clients } = await import('#features/records/clients/schema.ts');
    const typed = await database.orm
      .insert(clients)
      .values({ created_at: new Date(), updated_at: new Date(), id: -1, created_by: 4_711_000 })
      .catch((error: unknown) => error);
    const written = lines((log) => {
      log.error({ err: plain }, 'failed');
      log.error({ err: typed }, 'failed');
      log.error({ err: new Error('outer', { cause: plain }) }, 'failed');
    });
    expect(written).toContain('"code":"23502"');
    expect(written).toContain('clients_created_by_agents_id_fk');
    expect(written).toContain('outer');
    expect(written).not.toContain('4711');
  });

  it.runIf(existsSync('/dev/full'))('does not end the server when the disk behind it is full', async () => {
    const full = openSync('/dev/full', 'w');
    const writer = path.resolve(import.meta.dirname, 'testing/log-writer.ts');
    const server = spawn(process.execPath, [writer], { stdio: ['ignore', full, full] });
    expect(await once(server, 'exit')).toEqual([7, null]);
  });

  it('redacts passwords, tokens and headers', () => {
    const written = lines((log) =>
      log.info({
        password: 'open sesame',
        body: { token: 'a.b.c' },
        request: { headers: { cookie: 'crumbs' } },
      }),
    );
    expect(written).toContain('[redacted]');
    for (const secret of ['sesame', 'a.b.c', 'crumbs']) expect(written).not.toContain(secret);
  });

  it('contains the reason of an error that is a plain object, as from the job queue', () => {
    const thrown = Object.assign(new Error('the queue is away'), {
      code: '57P03',
      detail: 'Key (ssn)=(4711)',
    });
    const copy = { ...thrown, message: thrown.message, stack: thrown.stack, queue: 'mail' };
    const written = lines((log) => log.warn({ err: copy }, 'job queue'));
    expect(JSON.parse(written).err).toMatchObject({ message: 'the queue is away', code: '57P03' });
    expect(written).not.toContain('4711');
  });

  it('contains what went wrong, and where', () => {
    const written = lines((log) => log.error({ err: new TypeError('not a function') }, 'failed'));
    expect(JSON.parse(written).err).toMatchObject({
      message: 'not a function',
      stack: expect.stringContaining('log.test.ts'),
    });
  });
});
