import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartupError } from '@ledgerline/host/startup-error';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createFirstAgent } from '#features/people/agents/manage-agents.ts';
import { readConfig } from '#platform/config.ts';
import { type DatabasePool, openDatabase } from '#platform/database/database.ts';
import { LIMITS } from '#platform/database/work.ts';
import { createTestDatabase } from '#testing/database.ts';
import { createFieldCipher } from './field-cipher.ts';
import { type KeyRing, readKeyFile, writeKeyFile } from './key-ring.ts';
import { assertKeysMatch, openKeyRing } from './open-keys.ts';
import { replaceTokenSecret } from './replace-token-secret.ts';
import { rotateKeyFile } from './rotate-keys.ts';

let parent: string;
let database: DatabasePool;
let drop: () => Promise<void>;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'ledgerline-open-keys-'));
  const testDatabase = await createTestDatabase(inject('databaseUrl'));
  drop = testDatabase.drop;
  database = openDatabase(testDatabase.url, { max: 4, onError: () => undefined });
});
afterEach(async () => {
  await database.close();
  await drop();
  await rm(parent, { recursive: true, force: true });
});

/** A server with its own data folder on the shared database. */
function server(name: string, environment: Record<string, string> = {}) {
  const keysFile = path.join(parent, name, 'keys.json');
  const config = readConfig({ DATA_DIR: path.join(parent, name), ...environment });
  return {
    keysFile,
    config,
    start: () => openKeyRing(database, config, keysFile),
    files: () => readdir(path.join(parent, name)).catch(() => []),
  };
}

const settings = (ring: KeyRing) => ({
  FIELD_KEYS: ring.fieldKeys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(','),
  TOKEN_SECRET: ring.tokenSecret.toString('base64'),
});
const key = (id: string, fill: number) => ({ id, key: Buffer.alloc(32, fill) });
const ringOf = (...fieldKeys: KeyRing['fieldKeys']): KeyRing => ({
  fieldKeys,
  tokenSecret: Buffer.from(Buffer.alloc(48, 9).toString('base64')),
});
const configured = (ring: KeyRing) => ({
  ...settings(ring),
  TOKEN_SECRET: ring.tokenSecret.toString(),
});

/** What a server of an earlier version wrote: values, but no marks. */
async function storeAsEarlierVersion(ring: KeyRing, values = 1): Promise<void> {
  const cipher = createFieldCipher(ring);
  for (let n = 0; n < values; n++) {
    const [row] = await database.query<{ id: number }>(
      'insert into clients (created_at, updated_at) values (now(), now()) returning id',
    );
    const id = row?.id ?? 0;
    const ssn = cipher.encrypt('123-45-6789', { table: 'clients', row: id, field: 'ssn' });
    await database.query('update clients set ssn = $2 where id = $1', [id, ssn]);
  }
}

describe('a starting server', () => {
  it('creates keys for an empty database once, and finds them again', async () => {
    const first = server('a');
    const ring = await first.start();
    expect(ring.fieldKeys[0]?.id).toMatch(/^k[0-9a-f]{12}$/);
    expect([ring.fieldKeys[0]?.key.length, ring.tokenSecret.length]).toEqual([32, 48]);
    expect(await first.start()).toEqual(ring);
    expect(await first.files()).toEqual(['keys.json']);
  });

  it('is rejected without the keys of a database in use, and creates none', async () => {
    await server('a').start();
    const second = server('b');
    await expect(second.start()).rejects.toThrow(
      `The keys of this database are missing: copy keys.json from the previous server or a backup to ${second.keysFile}, or set FIELD_KEYS and TOKEN_SECRET as on the other servers.`,
    );
    expect(await second.files()).toEqual([]);
  });

  it('is rejected with the keys of another installation, even under the same id', async () => {
    const ring = ringOf(key('k1', 1));
    await server('a', configured(ring)).start();
    const other = { ...ring, fieldKeys: [key('k1', 2)] };
    await expect(server('b', configured(other)).start()).rejects.toThrow(
      'FIELD_KEYS cannot decrypt the database (key k1): set FIELD_KEYS as on the previous servers.',
    );
    const third = server('c');
    await writeKeyFile(third.keysFile, other);
    await expect(third.start()).rejects.toThrow(
      `The keys in ${third.keysFile} cannot decrypt the database (key k1)`,
    );
  });

  it('is rejected with another token secret, and creates no new one if it is missing', async () => {
    const ring = ringOf(key('k1', 1));
    await server('a', configured(ring)).start();
    const { FIELD_KEYS } = configured(ring);
    await expect(server('b', { FIELD_KEYS, TOKEN_SECRET: 'y'.repeat(40) }).start()).rejects.toThrow(
      /^TOKEN_SECRET is not the one this database was used with\. .* npm run keys:token\.$/,
    );
    const without = server('c', { FIELD_KEYS });
    await expect(without.start()).rejects.toThrow('or set TOKEN_SECRET as on the other servers.');
    expect(await without.files()).toEqual([]);
  });

  it('is rejected before anything is changed', async () => {
    await server('a').start();
    const before = await database.query('select * from installation_marks');
    const { config, keysFile } = server('b');
    await expect(assertKeysMatch(database, config, keysFile)).rejects.toThrow(
      'The keys of this database are missing',
    );
    expect(await database.query('select * from installation_marks')).toEqual(before);
  });

  it('creates keys when two start on an empty database: the other one is rejected', async () => {
    const outcomes = await Promise.allSettled([server('a').start(), server('b').start()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect([...(await server('a').files()), ...(await server('b').files())]).toEqual(['keys.json']);
  });

  it('reports when another one locks the keys for longer than it may wait', async () => {
    const url = String(database.pool.options.connectionString);
    const limits = { ...LIMITS.request, lock: 100 };
    const waiting = openDatabase(url, { max: 1, onError: () => undefined, limits });
    const { config, keysFile, files } = server('a');
    try {
      await database.transaction(async (db) => {
        await db.query('select pg_advisory_xact_lock(7301956)');
        const startupError = await openKeyRing(waiting, config, keysFile).catch((error: unknown) => error);
        expect(startupError).toBeInstanceOf(StartupError);
        expect(String(startupError)).toContain('Another starting server has locked the keys');
      });
    } finally {
      await waiting.close();
    }
    expect(await files()).toEqual([]);
  });

  it('continues after a crash between its key file and its marks', async () => {
    const first = server('a');
    const ring = await first.start();
    await database.query('delete from installation_marks');
    expect(await first.start()).toEqual(ring);
  });

  it('needs every key that values may be encrypted with, not only the new one', async () => {
    const [old, fresh] = [key('k1', 1), key('k2', 2)];
    await server('a', configured(ringOf(old))).start();
    await server('a', configured(ringOf(fresh, old))).start();
    for (const half of [ringOf(fresh), ringOf(old)]) {
      await expect(server('b', configured(half)).start()).rejects.toThrow('FIELD_KEYS cannot decrypt');
    }
  });

  it('reveals nothing by its marks', async () => {
    const ring = ringOf(key('k1', 1));
    await server('a', configured(ring)).start();
    const marks = await database.query<{ name: string; value: string }>(
      `select name, value from installation_marks where name like 'key %'`,
    );
    expect(marks.map(({ name }) => name)).toEqual(['key k1']);
    expect(marks[0]?.value).toMatch(/^v1\.k1\./);
    for (const secret of [ring.tokenSecret.toString(), Buffer.alloc(32, 1).toString('base64')]) {
      expect(JSON.stringify(marks)).not.toContain(secret);
    }
  });
});

describe('a database of an earlier version', () => {
  it('is checked by decrypting its values, and then marked', async () => {
    const ring = ringOf(key('k1', 1));
    await storeAsEarlierVersion(ring);
    const other = { ...ring, fieldKeys: [key('k1', 2)] };
    await expect(server('b', configured(other)).start()).rejects.toThrow('(key k1)');
    await expect(server('c').start()).rejects.toThrow('The keys of this database are missing');
    expect(await database.query('select 1 from installation_marks')).toEqual([]);
    await server('a', configured(ring)).start();
    await database.query('delete from clients');
    await expect(server('b', configured(other)).start()).rejects.toThrow('(key k1)');
  });

  it('is not rejected for one damaged value', async () => {
    const ring = ringOf(key('k1', 1));
    await storeAsEarlierVersion(ring, 2);
    const cipher = createFieldCipher({ ...ring, fieldKeys: [key('k1', 2)] });
    const encrypted = cipher.encrypt('lost', { table: 'clients', row: 1, field: 'mp_pass' });
    await database.query('update clients set mp_pass = $1 where id = (select min(id) from clients)', [
      encrypted,
    ]);
    await server('a', configured(ring)).start();
  });

  it('with accounts but no key file gets no new one, which would invalidate every link', async () => {
    const owner = { username: 'owner', email: 'o@example.com', password: 'a password' };
    await database.transaction((db) => createFirstAgent(db, owner));
    await expect(server('a').start()).rejects.toThrow('The keys of this database are missing');
  });
});

describe('intended key changes', () => {
  it('after a rotation, the new keys are required at the next start', async () => {
    const first = server('a');
    const before = await first.start();
    await storeAsEarlierVersion(before);
    await rotateKeyFile(database, first.keysFile, before, async () => 0);
    const after = await first.start();
    expect(after.fieldKeys).toHaveLength(1);
    expect(after.fieldKeys[0]?.id).not.toBe(before.fieldKeys[0]?.id);
    await expect(server('b', settings(before)).start()).rejects.toThrow('FIELD_KEYS cannot decrypt');
  });

  it('a new token secret is accepted by its command only', async () => {
    const first = server('a');
    const before = await first.start();
    expect(await replaceTokenSecret(database, first.config, first.keysFile, async () => {})).toBe('new');
    const after = await first.start();
    expect(after.fieldKeys).toEqual(before.fieldKeys);
    expect(after.tokenSecret).not.toEqual(before.tokenSecret);
    const TOKEN_SECRET = 'z'.repeat(40);
    const chosen = server('a', { TOKEN_SECRET });
    await expect(chosen.start()).rejects.toThrow('TOKEN_SECRET is not the one');
    expect(await replaceTokenSecret(database, chosen.config, chosen.keysFile, async () => {})).toBe(
      'configured',
    );
    expect((await chosen.start()).tokenSecret.toString()).toBe(TOKEN_SECRET);
  });

  it('a token secret changed manually in the file is rejected until the command was run', async () => {
    const first = server('a');
    const ring = await first.start();
    await writeKeyFile(first.keysFile, { ...ring, tokenSecret: Buffer.alloc(48, 1) });
    await expect(first.start()).rejects.toThrow(`The token secret in ${first.keysFile} is not the one`);
    await replaceTokenSecret(database, first.config, first.keysFile, async () => {});
    await first.start();
  });

  it('a new token secret with keys of another installation is rejected, and the file is unchanged', async () => {
    await server('a').start();
    const other = server('b');
    await writeKeyFile(other.keysFile, ringOf(key('k1', 1)));
    const text = await readFile(other.keysFile, 'utf8');
    let isMigrated = false;
    const replaced = replaceTokenSecret(database, other.config, other.keysFile, async () => {
      isMigrated = true;
    });
    await expect(replaced).rejects.toThrow('cannot decrypt');
    expect(isMigrated).toBe(false);
    expect(await readFile(other.keysFile, 'utf8')).toBe(text);
    expect(await readKeyFile(other.keysFile)).not.toBeNull();
  });
});
