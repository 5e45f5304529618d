import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deleteClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import { undoMerge } from '@ledgerline/contract/clients/merging/endpoints';
import { deleteInvoice } from '@ledgerline/contract/invoices/endpoints';
import { saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { completeDeletedList } from '#features/records/clients/encryption/list-deleted.ts';
import { readConfig } from '#platform/config.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { writeKeyFile } from '#platform/secrets/key-ring.ts';
import { ClientMarks, successful } from '#testing/client-marks.ts';
import { buildClient, buildSession, signInAs } from '#testing/factories.ts';
import { uploadAndCheck } from '#testing/imports.ts';
import { buildPublishedInvoice } from '#testing/invoices.ts';
import { marksUnderRing } from '#testing/marks.ts';
import { mergedAs } from '#testing/merges.ts';
import { TEST_RING, useRestoreTarget } from '#testing/restore-target.ts';
import { useTestApp } from '#testing/test-app.ts';
import { writeBackup } from './backup.ts';
import { readDeleted } from './deleted-clients.ts';
import { withClient } from './installation.ts';
import { restoreBackup } from './restore.ts';

const t = useTestApp();
const VALUES = { medicarenumber: '1EG4-TE5-MK73', name_of_rx1: 'Qz Lisinopril', ssn: '219-09-9999' };

const target = useRestoreTarget();
beforeAll(() => t.current.startJobs());

/** A backup in the data folder of the running app, whose list of deleted clients is two folders above it. */
async function backUp(): Promise<string> {
  const paths = dataPaths(t.current.config.dataDir);
  await writeKeyFile(paths.keysFile, TEST_RING);
  const url = String(t.current.deps.database.pool.options.connectionString);
  const source = { url, paths, version: '0', clock: t.current.clock };
  return writeBackup(source, path.join(paths.backupsDir, randomUUID()));
}

async function restore(folder: string, deletedClients: string[] = []) {
  const dir = path.join(target.folder, 'restored');
  await mkdir(dir, { recursive: true });
  const config = readConfig({ DATA_DIR: dir });
  return restoreBackup({ url: target.url, paths: dataPaths(dir), config, deletedClients }, folder);
}

const rowsOf = (text: string, id: number) =>
  withClient(target.url, async (client) => (await client.query(text, [id])).rows);

async function changedClient(): Promise<number> {
  const agent = await signInAs(t.current);
  const id = await buildClient(t.current, VALUES);
  await agent.call(updateClient, {
    params: { id },
    body: { name_of_rx1: 'Qz Metformin', ssn: '219-09-1111' },
  });
  return id;
}

async function deleted(id: number): Promise<void> {
  const agent = await signInAs(t.current, { is_owner: true });
  expect((await agent.call(deleteClient, { params: { id } })).status).toBe(200);
}

const listFile = () => dataPaths(t.current.config.dataDir).deletedClientsFile;

describe('a permanently deleted client', () => {
  it('is destroyed with their key, so that no audit value decrypts, and is deleted again when an older backup is restored', async () => {
    const [id, other] = [await changedClient(), await changedClient()];
    const folder = await backUp();
    await deleted(id);
    expect(await t.current.deps.database.query('select 1 from client_keys where id = $1', [id])).toEqual([]);
    const auditRows = await t.current.deps.database.query<{ row: string }>(
      `select e::text as row from audit_events e where entity = 'client' and entity_id = $1 and field is not null`,
      [id],
    );
    expect(auditRows.filter(({ row }) => /v2\.\d+\./.test(row))).toHaveLength(2);
    expect(auditRows.filter(({ row }) => /Qz |219-09-/.test(row))).toEqual([]);

    const { notes } = await restore(folder);
    expect(notes.join()).toContain('and were deleted again with their keys: 1.');
    expect(await rowsOf('select 1 from clients where id = $1', id)).toEqual([]);
    expect(await rowsOf('select 1 from client_keys where id = $1', id)).toEqual([]);
    expect(await rowsOf('select 1 from deleted_clients where id = $1', id)).toHaveLength(1);
    const remaining = await rowsOf(
      'select old_cipher from audit_events where entity_id = $1 and old_cipher is not null',
      id,
    );
    expect(remaining).toEqual([]);
    expect(await rowsOf('select 1 from client_keys where id = $1', other)).toHaveLength(1);
    // The restored installation uses the list as well.
    const own = await readDeleted(dataPaths(path.join(target.folder, 'restored')).deletedClientsFile);
    expect(own.map(({ client }) => client)).toContain(id);
  });

  it('is deleted again with emails, notifications, import rows and pay pages in the backup', async () => {
    const marks = new ClientMarks('91');
    const agent = await signInAs(t.current, { is_owner: true });
    const person = {
      client_first_name: marks.text(),
      client_last_name: marks.text(),
      primary_email: `${marks.text()}@marks.test`,
    };
    const id = await buildClient(t.current, person);
    await t.current.deps.database.query(
      `insert into mail_messages (message_id, kind, to_address, subject, language, client_id, created_at)
       values ('<restored@test>', 'link', $1, $2, 'en', $3, now())`,
      [person.primary_email, marks.text(), id],
    );
    const invoice = await buildPublishedInvoice(t.current, { customer_id: id, title: marks.text() });
    successful(await agent.call(deleteInvoice, { params: { id: invoice.id } }));
    const header = 'First Name,Last Name,Email,Occupation';
    const row = `${Object.values(person).join(',')},${marks.text()}`;
    const { id: waiting } = await uploadAndCheck(agent, `${header}\n${row}\n`, { duplicates: 'update' });
    expect(await marksUnderRing(t.current, marks.all)).not.toEqual([]);
    const folder = await backUp();
    await deleted(id);
    await restore(folder);
    expect(await rowsOf('select 1 from clients where id = $1', id)).toEqual([]);
    expect(
      await rowsOf('select cells, outcome from import_rows where is_data and import_id = $1', waiting),
    ).toEqual([{ cells: null, outcome: 'skipped' }]);
    expect(await rowsOf('select 1 from mail_messages where client_id = $1', id)).toEqual([]);
    expect(await rowsOf('select 1 from pay_customers where reference = $1::text', id)).toEqual([]);
    for (const table of [
      'audit_events',
      'pay_invoices',
      'mail_messages',
      'imports',
      'import_rows',
      'agent_notices',
    ]) {
      const rows = await withClient(
        target.url,
        async (client) => (await client.query(`select t::text as row from ${table} t`)).rows,
      );
      expect(rows.filter(({ row: text }) => marks.all.some((mark) => text.includes(mark)))).toEqual([]);
    }
  });

  it('stays without encrypted values if other rows in the backup reference them', async () => {
    const id = await changedClient();
    const session = await buildSession(t.current, { client_id: id });
    const folder = await backUp();
    await t.current.deps.database.query('delete from sessions where id = $1', [session.id]);
    await deleted(id);
    const { notes } = await restore(folder);
    expect(notes.join()).toContain('only their secrets and encrypted fields were removed');
    const [row] = await rowsOf('select sealed, ssn, ssn_last4, ledger_text from clients where id = $1', id);
    expect(row).toEqual({ sealed: null, ssn: null, ssn_last4: null, ledger_text: null });
    expect(await rowsOf('select 1 from client_keys where id = $1', id)).toEqual([]);
  });

  it('is deleted again with the copies and keys of a merge in the backup, whichever of the two stays', async () => {
    const agent = await signInAs(t.current, { is_owner: true });
    const [survivor, former, other, undone] = [
      await changedClient(),
      await changedClient(),
      await buildClient(t.current),
      await changedClient(),
    ];
    const session = await buildSession(t.current, { client_id: survivor });
    await mergedAs(agent, survivor, [former]);
    const { merge_id } = await mergedAs(agent, other, [undone]);
    const folder = await backUp();
    await t.current.deps.database.query('delete from sessions where id = $1', [session.id]);
    await deleted(survivor);
    // Separated again after the backup, and only this one was deleted.
    expect((await agent.call(undoMerge, { params: { id: merge_id } })).status).toBe(200);
    await deleted(undone);
    await restore(folder);
    for (const id of [former, undone]) {
      expect(await rowsOf('select 1 from merged_clients where id = $1', id)).toEqual([]);
      expect(await rowsOf('select 1 from client_keys where id = $1', id)).toEqual([]);
      expect(await rowsOf('select 1 from deleted_clients where id = $1', id)).toHaveLength(1);
      const text = 'select 1 from audit_events where entity_id = $1 and old_cipher is not null';
      expect(await rowsOf(text, id)).toEqual([]);
    }
    expect(await rowsOf('select 1 from clients where id = $1', other)).toHaveLength(1);
    expect(await rowsOf('select moved, dropped from client_merges where id = $1', merge_id)).toEqual([
      { moved: null, dropped: null },
    ]);
    expect(await rowsOf('select 1 from client_merges where client_id = $1', survivor)).toEqual([]);
  });

  it('is not matched in another installation, where the id belongs to a different client', async () => {
    const id = await changedClient();
    const folder = await backUp();
    const list = path.join(target.folder, 'foreign.jsonl');
    const line = {
      client: id,
      created_at: '2020-01-01T00:00:00.000Z',
      deleted_at: '2020-01-02T00:00:00.000Z',
    };
    await writeFile(list, `${JSON.stringify(line)}\n{"torn`);
    await restore(folder, [list]);
    expect(await rowsOf('select 1 from client_keys where id = $1', id)).toHaveLength(1);
  });

  it('is listed once, even after a crash before it was written, and not if the deletion was rolled back', async () => {
    const agent = await signInAs(t.current);
    const [gone, remaining] = [await buildClient(t.current), await buildClient(t.current)];
    await buildSession(t.current, { client_id: remaining });
    await deleted(gone);
    const rejected = await agent.call(saveLedgerCells, { body: { remove: [remaining] } as never });
    expect(rejected.status).toBe(409);
    const listed = async () => (await readDeleted(listFile())).map(({ client }) => client);
    expect(await listed()).toContain(gone);
    expect(await listed()).not.toContain(remaining);
    await rm(listFile());
    await completeDeletedList(t.current.deps);
    await completeDeletedList(t.current.deps);
    expect((await listed()).filter((client) => client === gone)).toEqual([gone]);
    expect(await readFile(listFile(), 'utf8')).not.toContain('Casey');
  });
});
