import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SECRET_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { describe, expect, it } from 'vitest';
import { editClients } from '#features/records/clients/edits/edit-clients.ts';
import { catalogInput } from '#features/records/clients/rules.ts';
import { readConfig } from '#platform/config.ts';
import { buildClient } from '#testing/factories.ts';
import { identifierFrom } from '#testing/identifiers.ts';
import { useTestApp } from '#testing/test-app.ts';
import { ENCRYPTED_COLUMNS } from './encrypted-columns.ts';
import { createFieldCipher } from './field-cipher.ts';
import { findKeyProblem } from './key-marks.ts';
import { type KeyRing, requireKeys, writeKeyFile } from './key-ring.ts';
import { reencryptAll, rotateKeyFile, usedKeyIds } from './rotate-keys.ts';

const t = useTestApp();
const OLD: KeyRing = {
  fieldKeys: [{ id: 'test', key: Buffer.alloc(32, 1) }],
  tokenSecret: Buffer.alloc(48, 7),
};
const noFiles = async () => 0;
const NEW_KEY = { id: 'k7', key: Buffer.alloc(32, 7) };

/** A client with every secret set, one of them twice, so that the audit log contains the old value. */
async function buildSecretClient(): Promise<number> {
  const id = await buildClient(t.current, {
    ...Object.fromEntries(
      SECRET_FIELDS.map(({ name, isNumber, identifier }, index) => [
        name,
        isNumber ? identifierFrom(identifier, `${9000 + index}`) : `secret of ${name}`,
      ]),
    ),
    routing_number: '063100277',
  });
  const input = catalogInput({ ssn: '123-45-6789' });
  await t.current.deps.database.transaction((db) =>
    editClients({ ...t.current.systemContext(), db }, [{ id, input }]),
  );
  return id;
}

async function readSecrets(id: number, ring: KeyRing): Promise<Record<string, string>> {
  const cipher = createFieldCipher(ring);
  const { database } = t.current.deps;
  const [row] = await database.query<Record<string, string>>(
    'select * from clients join client_keys using (id) where id = $1',
    [id],
  );
  const [old] = await database.query<{ old_cipher: string }>(
    'select old_cipher from audit_events where entity_id = $1 and old_cipher is not null',
    [id],
  );
  const open = (encrypted: string | undefined, field: string) =>
    cipher.decrypt(encrypted ?? '', { table: 'clients', row: id, field }, row?.wrapped_key);
  return {
    ...Object.fromEntries(SECRET_FIELDS.map(({ name }) => [name, open(row?.[name], name)])),
    before: open(old?.old_cipher, 'ssn'),
  };
}

describe('a key rotation', () => {
  it('encrypts every value with the new key and drops the old one', async () => {
    const { database } = t.current.deps;
    const ids = [await buildSecretClient(), await buildSecretClient()];
    const before = await Promise.all(ids.map((id) => readSecrets(id, OLD)));
    const file = path.join(t.current.config.dataDir, 'rotated.json');
    await writeKeyFile(file, OLD);
    const outcome = await rotateKeyFile(database, file, OLD, noFiles);
    expect(outcome).toMatchObject({
      current: expect.stringMatching(/^k[0-9a-f]{12}$/),
      wasUnfinished: false,
    });
    // The keys of the clients, but not the values encrypted with them.
    expect(outcome.reencrypted).toBeGreaterThanOrEqual(ids.length);
    const ring = await requireKeys(readConfig({ DATA_DIR: tmpdir() }), file);
    expect(ring.fieldKeys.map(({ id }) => id)).toEqual([outcome.current]);
    expect(ring.tokenSecret).toEqual(OLD.tokenSecret);
    expect([...(await usedKeyIds(database))]).toEqual([outcome.current]);
    expect(await findKeyProblem(database, ring)).toBeNull();
    expect(await findKeyProblem(database, OLD)).toEqual({ of: 'field_keys', ids: [outcome.current] });
    expect(await Promise.all(ids.map((id) => readSecrets(id, ring)))).toEqual(before);
    await reencryptAll(database, { ...OLD, fieldKeys: [...OLD.fieldKeys, ...ring.fieldKeys] });
  });

  it('is completed with the same key after an interruption', async () => {
    const { database } = t.current.deps;
    const id = await buildSecretClient();
    const before = await readSecrets(id, OLD);
    const file = path.join(t.current.config.dataDir, 'interrupted.json');
    const ring: KeyRing = { ...OLD, fieldKeys: [NEW_KEY, ...OLD.fieldKeys] };
    const outcome = await rotateKeyFile(database, file, ring, noFiles);
    expect(outcome).toMatchObject({ current: 'k7', wasUnfinished: true });
    const rotated = await requireKeys(readConfig({ DATA_DIR: tmpdir() }), file);
    expect(rotated.fieldKeys).toEqual([NEW_KEY]);
    expect(await readSecrets(id, rotated)).toEqual(before);
    expect(await reencryptAll(database, ring)).toBe(0);
    await reencryptAll(database, { ...OLD, fieldKeys: [...OLD.fieldKeys, NEW_KEY] });
  });

  it("keeps the file's own token secret if the settings override it", async () => {
    const { database } = t.current.deps;
    const file = path.join(t.current.config.dataDir, 'secret.json');
    const stored = { ...OLD, tokenSecret: Buffer.alloc(48, 3) };
    await writeKeyFile(file, stored);
    // The keys of a server with these settings: the fields of the file, the token secret of the environment.
    await rotateKeyFile(database, file, OLD, noFiles);
    const ring = await requireKeys(readConfig({ DATA_DIR: tmpdir() }), file);
    expect(ring.tokenSecret).toEqual(stored.tokenSecret);
    expect(ring.fieldKeys).not.toEqual(stored.fieldKeys);
    await reencryptAll(database, { ...OLD, fieldKeys: [...OLD.fieldKeys, ...ring.fieldKeys] });
  });

  it('processes more rows than one batch contains', async () => {
    const { database } = t.current.deps;
    const id = await buildClient(t.current, { mp_pass: 'open sesame' });
    await database.query(
      `insert into clients (created_at, updated_at, ssn, ssn_last4)
       select now(), now(), null, null from generate_series(1, 1100)`,
    );
    const cipher = createFieldCipher(OLD);
    const rows = await database.query<{ id: number }>('select id from clients where id > $1', [id]);
    const encrypted = rows.map((row) => cipher.encrypt('1', { table: 'clients', row: row.id, field: 'ssn' }));
    await database.query(
      'update clients c set ssn = v.s from unnest($1::bigint[], $2::text[]) v (id, s) where c.id = v.id',
      [rows.map((row) => row.id), encrypted],
    );
    const ring: KeyRing = { ...OLD, fieldKeys: [NEW_KEY, ...OLD.fieldKeys] };
    expect(await reencryptAll(database, ring)).toBeGreaterThan(1100);
    expect([...(await usedKeyIds(database))]).toEqual(['k7']);
    await reencryptAll(database, { ...OLD, fieldKeys: [...OLD.fieldKeys, NEW_KEY] });
  });
});

describe('ENCRYPTED_COLUMNS', () => {
  it('lists columns that exist, and every secret of the catalog', async () => {
    const rows = await t.current.deps.database.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and data_type = 'text'`,
    );
    const columns = new Set(rows.map(({ name }) => name));
    const encrypted = ENCRYPTED_COLUMNS.flatMap(({ table, columns: names }) =>
      names.map((name) => `${table}.${name}`),
    );
    expect(encrypted.filter((name) => !columns.has(name))).toEqual([]);
    const last4 = [...columns].filter((name) => name.endsWith('_last4')).map((name) => name.slice(0, -6));
    // For a payment card only the last four digits ever existed: there is no secret beside them.
    expect(last4.filter((name) => columns.has(name) && !encrypted.includes(name))).toEqual([]);
  });

  it('lists every table in which features encrypt values', async () => {
    const folder = path.resolve(import.meta.dirname, '../../features');
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
    const encryptingTables = new Set<string>();
    for (const file of files) {
      const text = await readFile(path.join(folder, file), 'utf8');
      if (!/cipher\.(en|de)crypt\(|FieldPlace/.test(text)) continue;
      for (const [, table = ''] of text.matchAll(/table: '(\w+)'/g)) encryptingTables.add(table);
    }
    const known = new Set(ENCRYPTED_COLUMNS.map(({ table }) => table));
    expect(encryptingTables).toContain('clients');
    expect([...encryptingTables].filter((table) => !known.has(table))).toEqual([]);
  });
});
