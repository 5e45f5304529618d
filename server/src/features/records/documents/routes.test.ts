import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { deleteClient } from '@ledgerline/contract/clients/endpoints';
import type { ClientDocument } from '@ledgerline/contract/documents/endpoints';
import * as endpoints from '@ledgerline/contract/documents/endpoints';
import { afterEach, describe, expect, it } from 'vitest';
import { dataPaths } from '#platform/data-folder.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPdf, PNG, type SentFile, uploadInput } from '#testing/files.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { countClientDocuments, moveDocumentsToClient, removeDocumentsOf, storeDocument } from './service.ts';

const t = useTestApp();
afterEach(() => t.current.clock.set(TEST_NOW));

type Agent = Awaited<ReturnType<typeof signInAs>>;

const upload = (agent: Agent, clientId: number, files: SentFile[], fields: Record<string, string> = {}) =>
  agent.call(endpoints.uploadDocuments, { params: { clientId }, ...uploadInput(files, fields) });

async function uploaded(agent: Agent, files: SentFile[] = [{ name: 'a.pdf', content: buildPdf() }]) {
  const clientId = await buildClient(t.current);
  const { body } = await upload(agent, clientId, files);
  const [first] = body.files;
  if (!first) throw new Error('nothing was uploaded');
  return { clientId, first, files: body.files };
}

async function storedFiles(): Promise<string[]> {
  const folder = path.join(dataPaths(t.current.config.dataDir).filesDir, 'documents');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const open = (document: Pick<ClientDocument, 'file_url'>, headers: Record<string, string> = {}) =>
  t.current.app.inject({ url: document.file_url, headers });

const auditOf = (id: number) =>
  t.current.deps.database.query<{ action: string; field: string | null; new_value: unknown }>(
    `select action, field, new_value from audit_events where entity = 'document' and entity_id = $1 order by id`,
    [id],
  );

describe('client documents', () => {
  it('are listed newest first with the keys of the specification', async () => {
    const agent = await signInAs(t.current);
    const { clientId, first } = await uploaded(agent);
    t.current.clock.set(new Date(TEST_NOW.getTime() + 60_000));
    const { body: second } = await upload(agent, clientId, [{ name: 'b.png', content: PNG }]);
    const { body } = await agent.call(endpoints.listClientDocuments, { params: { id: clientId } });
    expect(body.documents.map(({ id }) => id)).toEqual([second.files[0]?.id, first.id]);
    expect(body.documents[0]).toMatchObject({
      file_name: 'b.png',
      file_url: expect.stringMatching(/^http:\/\/[^/]+\/api\/files\/.+\/b\.png$/),
      file_size: PNG.length,
      mime_type: 'image/png',
      uploaded_at: expect.any(String),
      status: '',
      folder: 'uncategorized',
      signed: false,
      notes: '',
    });
    expect((await agent.call(endpoints.listClientDocuments, { params: { id: 999_999 } })).status).toBe(404);
  });

  it('are changed field by field, with audit rows; the name keeps its extension', async () => {
    const agent = await signInAs(t.current);
    const { first } = await uploaded(agent);
    const { status, body } = await agent.call(endpoints.updateDocument, {
      params: { id: first.id },
      body: {
        file_name: '../new name.html',
        folder: 'Policies',
        notes: '<p onclick="x()">Seen</p>',
        status: 'approved',
        signed: true,
      },
    });
    expect(status).toBe(200);
    expect(body.data).toEqual(body.document);
    expect(body.document).toMatchObject({
      file_name: 'new name.html.pdf',
      folder: 'Policies',
      notes: '<p>Seen</p>',
      status: 'approved',
      signed: true,
    });
    const fields = (await auditOf(first.id)).map(({ field }) => field);
    expect(fields.sort()).toEqual(['file_name', 'folder', 'notes', 'signed', 'status', null].sort());
    const { body: back } = await agent.call(endpoints.updateDocument, {
      params: { id: first.id },
      body: { folder: ' ', notes: '<p></p>' },
    });
    expect(back.document).toMatchObject({ folder: 'uncategorized', notes: '', status: 'approved' });
  });

  it('reject invalid changes', async () => {
    const agent = await signInAs(t.current);
    const { first } = await uploaded(agent);
    const wrong: [object, string][] = [
      [{ client_id: 7 }, 'client_id is not a known field'],
      [{ file_name: ' ' }, 'file_name must not be blank'],
      [{ signed: 'yes' }, 'signed must be true or false'],
      [{ folder: 'a\0' }, 'folder must not contain a null character'],
    ];
    for (const [body, message] of wrong) {
      const input = { params: { id: first.id }, body: body as never };
      const { status, error } = await agent.call(endpoints.updateDocument, input);
      expect([status, error.message]).toEqual([400, message]);
    }
    const gone = await agent.call(endpoints.updateDocument, { params: { id: 999_999 }, body: {} });
    expect([gone.status, gone.error.message]).toEqual([404, 'Document not found.']);
  });

  it('are deleted with their file, and the audit log keeps their hash', async () => {
    const agent = await signInAs(t.current);
    const { clientId, first } = await uploaded(agent);
    const before = await storedFiles();
    const { status, body } = await agent.call(endpoints.deleteDocument, { params: { id: first.id } });
    expect([status, body.success]).toEqual([200, true]);
    expect(await storedFiles()).toHaveLength(before.length - 1);
    const { body: list } = await agent.call(endpoints.listClientDocuments, { params: { id: clientId } });
    expect(list.documents).toEqual([]);
    expect((await agent.call(endpoints.getDocument, { params: { id: first.id } })).status).toBe(404);
    expect((await open(first)).statusCode).toBe(404);
    expect((await agent.call(endpoints.deleteDocument, { params: { id: first.id } })).status).toBe(404);
    expect((await auditOf(first.id)).map(({ action }) => action)).toEqual(['created', 'deleted']);
  });

  it('prevent their client from being deleted', async () => {
    const agent = await signInAs(t.current);
    const { clientId } = await uploaded(agent);
    const { status, error } = await agent.call(deleteClient, { params: { id: clientId } });
    expect([status, error.code]).toEqual([409, 'has_related_data']);
  });
});

describe('documents created by the product', () => {
  const newDocument = (client_id: number | null, session_form_id: number | null) => ({
    client_id,
    session_form_id,
    file_name: 'Agreement.pdf',
    bytes: buildPdf(),
    mime_type: 'application/pdf',
    signed: true,
    status: 'completed',
  });
  const inTransaction = <Result>(
    work: (ctx: ReturnType<typeof t.current.systemContext>) => Promise<Result>,
  ) => t.current.deps.database.transaction((db) => work({ ...t.current.systemContext(), db }));
  async function buildForm(): Promise<number> {
    const [row] = await t.current.deps.database.query<{ id: number }>(
      `insert into session_forms (title, type, created_at, updated_at)
       values ('Agreement', 'DocuSign', now(), now()) returning id`,
    );
    return row?.id ?? 0;
  }

  it('are stored with their file, follow their form to a client, are counted there and outlive the form', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const form = await buildForm();
    const row = await inTransaction((ctx) => storeDocument(ctx, newDocument(null, form)));
    expect(row).toMatchObject({ client_id: null, session_form_id: form, uploader: null, signed: true });
    await inTransaction((ctx) => moveDocumentsToClient(ctx, form, clientId));
    expect(await countClientDocuments(t.current.deps.database, [clientId])).toEqual(new Map([[clientId, 1]]));
    const { body } = await agent.call(endpoints.listClientDocuments, { params: { id: clientId } });
    expect(body.documents).toMatchObject([{ id: row.id, session_form_id: form, uploaded_by: null }]);
    expect((await open(body.documents[0] ?? { file_url: '' })).rawPayload).toEqual(buildPdf());
    await inTransaction((ctx) => storeDocument(ctx, { ...newDocument(clientId, form), signed: false }));
    await inTransaction((ctx) => removeDocumentsOf(ctx, form));
    const listed = await agent.call(endpoints.listClientDocuments, { params: { id: clientId } });
    expect(listed.body.documents.map(({ id }) => id)).toEqual([row.id]);
    expect((await open(listed.body.documents[0] ?? { file_url: '' })).statusCode).toBe(200);
  });

  it('are deleted with an unassigned form', async () => {
    const form = await buildForm();
    const before = await storedFiles();
    await inTransaction((ctx) => storeDocument(ctx, newDocument(null, form)));
    await inTransaction((ctx) => removeDocumentsOf(ctx, form));
    expect(await storedFiles()).toEqual(before);
  });

  it('leave no file behind when the transaction fails, and lose none when a deletion fails', async () => {
    const form = await buildForm();
    const before = await storedFiles();
    const failing = inTransaction(async (ctx) => {
      await storeDocument(ctx, newDocument(null, form));
      expect(await storedFiles()).toHaveLength(before.length + 1);
      throw new Error('later step failed');
    });
    await expect(failing).rejects.toThrow('later step failed');
    expect(await storedFiles()).toEqual(before);
    await inTransaction((ctx) => storeDocument(ctx, newDocument(null, form)));
    const listed = await storedFiles();
    const undone = inTransaction(async (ctx) => {
      await removeDocumentsOf(ctx, form);
      throw new Error('later step failed');
    });
    await expect(undone).rejects.toThrow('later step failed');
    expect(await storedFiles()).toEqual(listed);
  });
});
