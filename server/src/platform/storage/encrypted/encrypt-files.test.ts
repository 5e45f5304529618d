import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { uploadDocuments } from '@ledgerline/contract/documents/endpoints';
import { getStatus } from '@ledgerline/contract/status/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFieldCipher } from '#platform/secrets/field-cipher.ts';
import { type KeyRing, readKeyFile, writeKeyFile } from '#platform/secrets/key-ring.ts';
import { reencryptAll, rotateKeyFile } from '#platform/secrets/rotate-keys.ts';
import { createStorage, openStorage } from '#providers/providers.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPdf, uploadInput } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';
import { ownStorage } from '../file-owner.ts';
import { fileAddress } from '../file-url.ts';
import { OWNER_FILE } from '../storage.ts';
import { CHUNK_BYTES } from './chunks.ts';
import { encryptFiles } from './encrypt-files.ts';
import { areAllEncrypted, clearEncryptionMarks, countInClear } from './encryption-marks.ts';
import { HEADER_BYTES } from './header.ts';
import { rewrapFiles } from './rewrap-files.ts';

const t = useTestApp();
const deps = () => t.current.deps;
const store = () => createStorage(t.current.config);
const isPlain = async (key: string) => (await deps().storage.look(key)) === 'plain';
const TEXT = Buffer.from('of an earlier version '.repeat(8000));

/** Documents with rows, whose files are unencrypted as an earlier version left them. */
async function plainDocuments(count: number): Promise<string[]> {
  const agent = await signInAs(t.current);
  const clientId = await buildClient(t.current);
  const files = Array.from({ length: count }, (_, n) => ({ name: `${n}.txt`, content: TEXT }));
  await agent.call(uploadDocuments, { params: { clientId }, ...uploadInput(files, {}) });
  const rows = await deps().database.query<{ key: string }>(
    'select storage_key as key from documents where client_id = $1',
    [clientId],
  );
  for (const { key } of rows) await store().put(key, TEXT);
  return rows.map(({ key }) => key);
}

beforeEach(async () => {
  for await (const { key } of store().list()) await store().remove(key);
  await store().remove(OWNER_FILE);
  await deps().database.query('delete from documents');
  await clearEncryptionMarks(deps().database);
});

describe('unencrypted files of an earlier version', () => {
  it('are encrypted one by one and counted on System Status; afterwards unencrypted files are rejected', async () => {
    const keys = await plainDocuments(5);
    const { database, storage } = deps();
    expect(await encryptFiles(deps())).toBe(true);
    expect(await Promise.all(keys.map(isPlain))).toEqual(keys.map(() => false));
    expect([await countInClear(database), await areAllEncrypted(database)]).toEqual([0, false]);
    expect(await encryptFiles(deps())).toBe(false);
    expect(await areAllEncrypted(database)).toBe(true);
    for (const key of keys) expect((await storage.read(key)).equals(TEXT)).toBe(true);
    const agent = await signInAs(t.current);
    expect((await agent.call(getStatus)).body.queues).toContainEqual({
      name: 'Files to encrypt',
      waiting: 0,
    });
    const [key = ''] = keys;
    await store().put(key, Buffer.from('put there by an attacker'));
    expect(await encryptFiles(deps())).toBe(false);
    await expect(storage.read(key)).rejects.toMatchObject({ code: 'file_damaged' });
    await clearEncryptionMarks(database);
    expect((await storage.read(key)).toString()).toBe('put there by an attacker');
  });

  it('are encrypted as far as possible, and the rest the next time', async () => {
    const keys = await plainDocuments(4);
    const bad = keys[1];
    const { storage } = deps();
    const failing = {
      ...deps(),
      storage: {
        ...storage,
        reencrypt: async (key: string) => {
          if (key === bad) throw new Error('the disk said no');
          return storage.reencrypt(key);
        },
      },
    };
    expect(await encryptFiles(failing)).toBe(false);
    expect(await Promise.all(keys.map(isPlain))).toEqual(keys.map((key) => key === bad));
    expect(await countInClear(deps().database)).toBe(1);
    expect([await encryptFiles(deps()), await encryptFiles(deps())]).toEqual([true, false]);
    expect(await areAllEncrypted(deps().database)).toBe(true);
  });

  it('stay unchanged if they belong to another database or no row references them', async () => {
    const [key = ''] = await plainDocuments(1);
    await store().put('documents/2026/unowned.txt', TEXT);
    await store().put('envelopes/7/so-far.pdf', TEXT);
    await store().put(OWNER_FILE, Buffer.from('another database'));
    expect(await encryptFiles(deps())).toBe(false);
    expect(await isPlain(key)).toBe(true);
    await store().remove(OWNER_FILE);
    expect(await encryptFiles(deps())).toBe(true);
    expect([await isPlain(key), await isPlain('envelopes/7/so-far.pdf')]).toEqual([false, true]);
    // The owner of the others is known once the location has an owner.
    expect([await encryptFiles(deps()), await areAllEncrypted(deps().database)]).toEqual([false, false]);
    expect(await countInClear(deps().database)).toBe(1);
    await ownStorage(deps().database, deps().storage);
    expect([await encryptFiles(deps()), await encryptFiles(deps())]).toEqual([true, false]);
    expect([await isPlain('envelopes/7/so-far.pdf'), await isPlain('documents/2026/unowned.txt')]).toEqual([
      false,
      true,
    ]);
    expect(await areAllEncrypted(deps().database)).toBe(true);
  });

  it('are removed if their rows are deleted during encryption', async () => {
    const [key = ''] = await plainDocuments(1);
    const { storage, database } = deps();
    const slow = {
      ...storage,
      reencrypt: async (name: string) => {
        await database.query('delete from documents where storage_key = $1', [name]);
        return storage.reencrypt(name);
      },
    };
    await encryptFiles({ ...deps(), storage: slow });
    expect(await storage.size(key)).toBe(null);
  });
});

describe('a key rotation', () => {
  const OLD: KeyRing = {
    fieldKeys: [{ id: 'test', key: Buffer.alloc(32, 1) }],
    tokenSecret: Buffer.alloc(48, 7),
  };

  it('rewraps the keys of all files, so that the old key decrypts none and none needs it', async () => {
    const { database } = deps();
    const keys = await plainDocuments(3);
    while (await encryptFiles(deps()));
    const [damaged = '', ...intact] = keys;
    const head = await store().read(damaged);
    head[40] = (head[40] ?? 0) ^ 1;
    await store().put(damaged, head);
    const file = path.join(t.current.config.dataDir, 'rotated.json');
    await writeKeyFile(file, OLD);
    const storageWith = (ring: KeyRing) =>
      openStorage(store(), { database, cipher: createFieldCipher(ring) });
    const outcome = await rotateKeyFile(database, file, OLD, (ring) =>
      rewrapFiles({ database, storage: storageWith(ring) }),
    );
    expect(outcome.files).toEqual({ rewrapped: 2, plain: 0, unopened: [damaged], unopenedCount: 1 });
    const ring = await readKeyFile(file);
    if (!ring) throw new Error('there is no key file');
    expect(ring.fieldKeys.map(({ id }) => id)).toEqual([outcome.current]);
    for (const key of intact) {
      expect((await storageWith(ring).read(key)).equals(TEXT)).toBe(true);
      await expect(storageWith(OLD).read(key)).rejects.toMatchObject({ code: 'file_damaged' });
    }
    const back = { ...OLD, fieldKeys: [...OLD.fieldKeys, ...ring.fieldKeys] };
    await reencryptAll(database, back);
    await rewrapFiles({ database, storage: storageWith(back) });
  });

  it('drops no key if a file cannot be written', async () => {
    const { database, storage } = deps();
    await plainDocuments(1);
    while (await encryptFiles(deps()));
    const file = path.join(t.current.config.dataDir, 'stopped.json');
    await writeKeyFile(file, OLD);
    const full = async (ring: KeyRing) => {
      const files = openStorage(store(), { database, cipher: createFieldCipher(ring) });
      const reencrypt = () => Promise.reject(new Error('disk full'));
      return rewrapFiles({ database, storage: { ...files, reencrypt } });
    };
    await expect(rotateKeyFile(database, file, OLD, full)).rejects.toThrow('disk full');
    const ring = await readKeyFile(file);
    expect(ring?.fieldKeys.map(({ id }) => id)).toEqual([expect.stringMatching(/^k/), 'test']);
    await reencryptAll(database, { ...OLD, fieldKeys: [...OLD.fieldKeys, ...(ring?.fieldKeys ?? [])] });
    expect(await storage.size('documents/none')).toBe(null);
  });
});

describe('a damaged file', () => {
  const offsetOf = (chunk: number) => HEADER_BYTES + chunk * (CHUNK_BYTES + 16) + 9;
  async function damagedAt(at: number): Promise<string> {
    const key = 'documents/2026/damaged.txt';
    await deps().storage.put(key, randomBytes(4 * CHUNK_BYTES));
    const bytes = await store().read(key);
    bytes[at] = (bytes[at] ?? 0) ^ 4;
    await store().put(key, bytes);
    return fileAddress(t.current, { key, name: 'damaged.txt', mime_type: 'text/plain' });
  }

  it.each([
    ['its header', 12],
    ['its first chunk', offsetOf(0)],
  ])('is reported in one sentence, with none of its content and nothing cached: %s', async (_where, at) => {
    const answer = await t.current.app.inject({ url: await damagedAt(at) });
    expect([answer.statusCode, answer.json().code, answer.headers['cache-control']]).toEqual([
      500,
      'file_damaged',
      'no-store',
    ]);
    expect(answer.headers['content-disposition']).toBeUndefined();
  });

  it('does not look complete to a browser if a later chunk is damaged', async () => {
    const url = new URL(await damagedAt(offsetOf(2)));
    await t.current.app.listen({ port: 0, host: '127.0.0.1' });
    const [address] = t.current.app.addresses();
    const port = typeof address === 'object' ? address.port : 0;
    const answer = await fetch(`http://127.0.0.1:${port}${url.pathname}`);
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(4 * CHUNK_BYTES)]);
    await expect(answer.arrayBuffer()).rejects.toThrow(/terminated|other side closed/);
    const part = await fetch(`http://127.0.0.1:${port}${url.pathname}`, {
      headers: { range: `bytes=0-${CHUNK_BYTES - 1}` },
    });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, CHUNK_BYTES]);
  });
});

it('an upload is stored encrypted, its row has the plain size, and a PDF is served unchanged', async () => {
  const agent = await signInAs(t.current);
  const clientId = await buildClient(t.current);
  const pdf = buildPdf();
  const sent = uploadInput([{ name: 'policy.pdf', content: pdf }], {});
  const { body } = await agent.call(uploadDocuments, { params: { clientId }, ...sent });
  const [document] = body.files;
  const [row] = await deps().database.query<{ key: string; size: number }>(
    'select storage_key as key, file_size as size from documents where client_id = $1',
    [clientId],
  );
  expect(Number(row?.size)).toBe(pdf.length);
  expect((await store().read(row?.key ?? '')).includes('%PDF')).toBe(false);
  const answer = await t.current.app.inject({ url: document?.file_url ?? '' });
  expect(answer.rawPayload.equals(pdf)).toBe(true);
  expect(answer.headers['content-length']).toBe(String(pdf.length));
});
