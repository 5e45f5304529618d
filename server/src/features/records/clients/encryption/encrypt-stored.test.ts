import {
  getClient,
  listClientHistory,
  restoreClientValue,
  revealClientField,
  updateClient,
} from '@ledgerline/contract/clients/endpoints';
import { getLedgerIndex, getLedgerRows } from '@ledgerline/contract/ledger/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { moveOldCiphers } from '#platform/secrets/migrate-ciphers.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';
import { encryptClients } from './encrypt-stored.ts';

const t = useTestApp();
let agent: Caller;
beforeAll(async () => {
  agent = await signInAs(t.current);
});
const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);

/**
 * A client as an earlier version stored it: no key, every field in its column, secrets and the audit log
 * under the key ring.
 */
async function earlierClient(): Promise<number> {
  const { cipher } = t.current.deps;
  const id = await buildClient(t.current);
  const encrypt = (text: string) => cipher.encrypt(text, { table: 'clients', row: id, field: 'ssn' });
  await sql(
    `update clients set sealed = null, ledger_text = null, medicarenumber = '1EG4-TE5-MK73', agi = 123450, height = '',
            ssn = $2, ssn_last4 = '6789' where id = $1`,
    [id, encrypt('123-45-6789')],
  );
  await sql('delete from client_keys where id = $1', [id]);
  await sql(
    `insert into audit_events (at, actor_kind, actor_name, action, entity, entity_id, field, old_value, new_value, old_cipher)
     values (now(), 'system', 'Ledgerline', 'updated', 'client', $1, 'medicarenumber', '"old-number"', '"1EG4-TE5-MK73"', null),
            (now(), 'system', 'Ledgerline', 'updated', 'client', $1, 'ssn', '"•••-••-1111"', '"•••-••-6789"', $2)`,
    [id, encrypt('000-00-1111')],
  );
  return id;
}

const stored = async (id: number) =>
  (
    await sql<Record<string, string | null>>(
      'select sealed, filled_encrypted, medicarenumber, agi::text, ssn, ledger_text, wrapped_key from clients left join client_keys using (id) where id = $1',
      [id],
    )
  )[0];

const VALUES = { medicarenumber: '1EG4-TE5-MK73', agi: 1234.5, ssn: '•••-••-6789' };

async function expectRead(id: number): Promise<void> {
  expect((await agent.call(getClient, { params: { id } })).body.data).toMatchObject(VALUES);
  const { body } = await agent.call(getLedgerRows, { query: { ids: String(id) } });
  expect(body.rows[0]).toEqual(expect.arrayContaining(Object.values(VALUES)));
  const some = await agent.call(getLedgerRows, {
    query: { ids: String(id), fields: 'agi,medicarenumber' as never },
  });
  expect(some.body.rows[0]?.slice().sort()).toEqual([id, 1234.5, '1EG4-TE5-MK73'].sort());
  const order = await agent.call(getLedgerIndex, { query: { sort: 'agi', direction: 'desc' } });
  expect(order.body.ids).toContain(id);
  const reveal = await agent.call(revealClientField, { params: { id }, body: { field: 'ssn' } });
  expect(reveal.body.value).toBe('123-45-6789');
}

function expectEncrypted(row: Awaited<ReturnType<typeof stored>>): void {
  expect(row?.sealed).toMatch(/^v2\./);
  expect(row?.ssn).toMatch(/^v2\./);
  expect([row?.medicarenumber, row?.agi]).toEqual([null, null]);
  expect(row?.filled_encrypted).toBe(',medicarenumber,agi,');
  expect(row?.ledger_text).not.toContain('1EG4');
  expect(row?.wrapped_key).toMatch(/^v1\./);
}

describe('a client of an earlier version', () => {
  it('reads the same before and after the job encrypts it', async () => {
    const id = await earlierClient();
    await expectRead(id);
    expect((await stored(id))?.sealed).toBeNull();
    expect(await encryptClients(t.current.deps)).toBe(1);
    expect(await encryptClients(t.current.deps)).toBe(0);
    expectEncrypted(await stored(id));
    await expectRead(id);
  });

  it('is encrypted by the first save, whatever it changes', async () => {
    const id = await earlierClient();
    const answer = await agent.call(updateClient, { params: { id }, body: { occupation: 'Pilot' } });
    expect(answer.body.data).toMatchObject({ id, occupation: 'Pilot' });
    expectEncrypted(await stored(id));
    await expectRead(id);
  });

  it('can be restored from its history, including entries from before', async () => {
    const id = await earlierClient();
    await encryptClients(t.current.deps);
    const { body } = await agent.call(listClientHistory, { params: { id }, query: {} });
    for (const { id: changeId, can_restore } of body.data.filter(({ field }) => field !== null)) {
      expect(can_restore).toBe(true);
      expect((await agent.call(restoreClientValue, { params: { id, changeId } })).status).toBe(200);
    }
    const reveal = await agent.call(revealClientField, { params: { id }, body: { field: 'ssn' } });
    expect(reveal.body.value).toBe('000-00-1111');
    expect((await agent.call(getClient, { params: { id } })).body.data.medicarenumber).toBe('old-number');
  });

  it('has former secrets in the audit log re-encrypted under its key; those of deleted clients are unreadable', async () => {
    const id = await earlierClient();
    const gone = await earlierClient();
    await sql('delete from clients where id = $1', [gone]);
    await encryptClients(t.current.deps);
    expect(await moveOldCiphers(t.current.deps)).toBeGreaterThan(1);
    expect(await moveOldCiphers(t.current.deps)).toBe(0);
    const ciphers = (client: number) =>
      sql<{ old_cipher: string | null }>(
        `select old_cipher from audit_events where entity_id = $1 and field = 'ssn'`,
        [client],
      );
    expect(await ciphers(id)).toEqual([{ old_cipher: expect.stringMatching(/^v2\./) }]);
    expect(await ciphers(gone)).toEqual([{ old_cipher: null }]);
    const { body } = await agent.call(listClientHistory, { params: { id }, query: { field: 'ssn' } });
    const params = { id, changeId: body.data[0]?.id ?? 0 };
    expect((await agent.call(restoreClientValue, { params })).status).toBe(200);
    const reveal = await agent.call(revealClientField, { params: { id }, body: { field: 'ssn' } });
    expect(reveal.body.value).toBe('000-00-1111');
  });

  it('is encrypted once by two concurrent saves', async () => {
    const id = await earlierClient();
    const bodies = [{ occupation: 'Pilot' }, { height: 'tall' }, { weight: '80' }, { company: 'Inn' }];
    const answers = await Promise.all(
      bodies.map((body) => agent.call(updateClient, { params: { id }, body })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await agent.call(getClient, { params: { id } });
    expect(body.data).toMatchObject({ ...VALUES, ...Object.assign({}, ...bodies) });
  });

  it('keeps a damaged secret as it is, without blocking the job', async () => {
    const id = await earlierClient();
    await sql(`update clients set ssn = 'v1.gone.AAAA' where id = $1`, [id]);
    await encryptClients(t.current.deps);
    expect(await stored(id)).toMatchObject({ ssn: 'v1.gone.AAAA', medicarenumber: null });
  });
});

describe('an encrypted client', () => {
  it('with a key that cannot be read does not block the others', async () => {
    const [broken, id] = [await earlierClient(), await earlierClient()];
    await sql(`insert into client_keys (id, wrapped_key) values ($1, 'v1.broken')`, [broken]);
    expect(await encryptClients(t.current.deps)).toBe(1);
    expectEncrypted(await stored(id));
    expect(await stored(broken)).toMatchObject({ sealed: null, medicarenumber: '1EG4-TE5-MK73' });
    await sql('delete from client_keys where id = $1', [broken]);
    expect(await encryptClients(t.current.deps)).toBe(1);
  });

  it('decrypts only in its own row: ciphertext and key are useless in another row', async () => {
    const one = await buildClient(t.current, { medicarenumber: '1EG4-TE5-MK73' });
    const other = await buildClient(t.current, { medicarenumber: '2AA2-AA2-AA22' });
    await sql(
      'update clients set sealed = (select sealed from clients where id = $1), ledger_text = null where id = $2',
      [one, other],
    );
    expect((await agent.call(getClient, { params: { id: other } })).status).toBe(500);
    await sql(
      'update client_keys set wrapped_key = (select wrapped_key from client_keys where id = $1) where id = $2',
      [one, other],
    );
    expect((await agent.call(getClient, { params: { id: other } })).status).toBe(500);
  });

  it('rejects a value written directly into a column', async () => {
    const id = await buildClient(t.current);
    await expect(sql(`update clients set height = 'tall' where id = $1`, [id])).rejects.toThrow(
      /clients_sealed_alone/,
    );
  });
});
