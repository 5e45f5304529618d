import { deleteDocument, listClientDocuments } from '@ledgerline/contract/documents/endpoints';
import { startSigning } from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import {
  declineSigning,
  openEnvelope,
  openSigning,
  refreshSubmissionStatus,
  type Signing,
  saveSigningProgress,
  submitSigning,
} from '@ledgerline/contract/signing/endpoints';
import {
  createSubmission,
  getSubmission,
  getSubmissionDocument,
} from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { PDF } from '@libpdf/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { signaturePng } from '#providers/esign/builtin/testing/signature-png.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';
import { documentedFiles, filesThatRun } from '#testing/walked-files.ts';

const t = useTestApp();
const SIGNATURE = `data:image/png;base64,${signaturePng().toString('base64')}`;
const lastPart = (address: string | null) => address?.split('?')[0]?.split('/').at(-1) ?? '';
afterEach(() => vi.restoreAllMocks());

/** A form of the template for a client. */
async function formOf(name: string) {
  const agent = await signInAs(t.current, { is_owner: true, is_advisor: true });
  await agent.call(syncTemplates);
  const { body } = await agent.call(listTemplates);
  const formId = body.forms.find(({ form_name_agent }) => form_name_agent === name)?.id ?? 0;
  const clientId = await buildClient(t.current, { primary_email: 'ana@example.test' });
  const created = await agent.call(createSubmission, { body: { client_id: clientId, form_id: formId } });
  return { agent, formId, clientId, id: created.body.id };
}

/** A signer with the document open and its required fields completed. */
async function atDocument(address: string | null) {
  const signer = t.current.withToken(lastPart(address));
  const { data } = (await signer.call(openSigning)).body;
  return { signer, values: answersTo(data) };
}

function answersTo({ fields }: Signing) {
  const mine = fields.filter(({ is_mine, kind }) => is_mine && kind !== 'signature');
  return Object.fromEntries(
    mine.map(({ name, kind, value }) => [
      name,
      value || (kind === 'checkbox' ? false : kind === 'list' ? '' : 'Ana'),
    ]),
  );
}

async function advisorAtDocument() {
  const { agent, id } = await formOf('Advisory Agreement');
  return atDocument((await agent.call(openEnvelope, { params: { id: String(id) } })).body.embedded_url);
}

async function clientAtDocument() {
  const form = await formOf('HIPAA Authorization');
  const { formId, clientId, id } = form;
  const link = await form.agent.call(createClientLink, { body: { formId, clientId, sessionFormId: id } });
  const started = await t.current.withToken(link.body.data.token).call(startSigning);
  return { ...form, ...(await atDocument(started.body.signing_url)) };
}

const submit = (signer: Caller, values: Record<string, string | boolean>) =>
  signer.call(submitSigning, {
    body: {
      consent: true,
      language: 'es',
      signature: { method: 'drawn', name: 'Ana Prueba', image: SIGNATURE },
      values,
    },
  });

/** The provider calls, the reads and writes, and the number of PDFs that the main thread parses during an operation. */
async function counted(action: () => Promise<unknown>) {
  const { esign, storage } = t.current.deps;
  if (!esign.hasOwnPage) throw new Error('the built-in provider is not active');
  const requested: string[] = [];
  const files: string[] = [];
  for (const call of [
    'sign',
    'decline',
    'status',
    'document',
    'documents',
    'finished',
    'changedSince',
  ] as const) {
    const real: (...input: never[]) => unknown = esign[call];
    vi.spyOn(esign, call).mockImplementation(((...input: never[]) => {
      requested.push(call);
      return real(...input);
    }) as never);
  }
  for (const call of ['put', 'read', 'size', 'stream'] as const) {
    const real: (...input: never[]) => unknown = storage[call];
    vi.spyOn(storage, call).mockImplementation(((...input: never[]) => {
      files.push(call);
      return real(...input);
    }) as never);
  }
  const parsed = vi.spyOn(PDF, 'load');
  await action();
  return { requested, files: files.sort(), parsed: parsed.mock.calls.length };
}

it('no page of a signer or an agent parses its document in the main thread', async () => {
  const parsed = vi.spyOn(PDF, 'load');
  const { agent, clientId, id, signer, values } = await clientAtDocument();
  const { document_url } = (await signer.call(openSigning)).body.data;
  const shown = await t.current.app.inject({ url: document_url });
  expect(shown.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  await signer.call(saveSigningProgress, { body: { values } });
  await agent.call(refreshSubmissionStatus, { params: { id } });
  const { envelope_id } = (await agent.call(getSubmission, { params: { id } })).body.data;
  const url = `/api/docusign/envelopes/${envelope_id}/documents/combined`;
  const headers = { authorization: `Bearer ${agent.token}` };
  expect((await t.current.app.inject({ url, headers })).statusCode).toBe(200);
  await submit(signer, values);
  expect((await agent.call(listClientDocuments, { params: { id: clientId } })).body.documents).toHaveLength(
    1,
  );
  expect(parsed).not.toHaveBeenCalled();
});

describe('a signature', () => {
  it('causes one provider call when it is the last one, and its document is read once and stored once', async () => {
    const { signer, values } = await clientAtDocument();
    const count = await counted(async () => {
      expect((await submit(signer, values)).body.state).toBe('completed');
    });
    expect(count).toEqual({
      requested: ['sign'],
      files: ['put', 'read', 'size'],
      parsed: 0,
    });
  });

  it('is completed by the next read after a server died, from the existing file', async () => {
    const { agent, clientId, id, signer, values } = await clientAtDocument();
    const { database, storage } = t.current.deps;
    const real = database.transaction.bind(database);
    let isDead = false;
    vi.spyOn(database, 'transaction').mockImplementation(async (work) => {
      if (isDead) throw new Error('the server died');
      const done = await real(work);
      const [envelope] = await database.query(
        `select 1 from session_forms s join esign_envelopes e using (envelope_id)
          where s.id = $1 and e.status = 'completed'`,
        [id],
      );
      isDead = envelope !== undefined;
      return done;
    });
    expect((await submit(signer, values)).status).toBe(500);
    vi.restoreAllMocks();
    const documents = async () =>
      (await agent.call(listClientDocuments, { params: { id: clientId } })).body.documents;
    expect(await documents()).toEqual([]);
    const count = await counted(async () => {
      expect((await submit(signer, values)).body.state).toBe('completed');
      await agent.call(refreshSubmissionStatus, { params: { id } });
    });
    expect(count.files).not.toContain('put');
    expect(await documents()).toMatchObject([{ is_sealed: true }]);
    const [row] = await database.query<{ storage_key: string; sealed_key: string; file_size: number }>(
      `select d.storage_key, d.file_size, e.sealed_key from documents d
         join session_forms s on s.id = d.session_form_id join esign_envelopes e using (envelope_id)
        where s.id = $1`,
      [id],
    );
    expect(row?.storage_key).toBe(row?.sealed_key);
    expect(await storage.size(row?.storage_key ?? '')).toBe(row?.file_size);
  });

  it('counts although its document cannot be stored immediately, and the queue stores it', async () => {
    const { agent, clientId, id, signer, values } = await clientAtDocument();
    const { jobs, log, storage } = t.current.deps;
    vi.spyOn(storage, 'size').mockRejectedValueOnce(new Error('the storage is unavailable'));
    const noted = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    const sent = vi.spyOn(jobs, 'send').mockResolvedValue();
    expect((await submit(signer, values)).body.state).toBe('completed');
    expect((await agent.call(getSubmission, { params: { id } })).body.data.is_completed).toBe(true);
    expect(noted).toHaveBeenCalledOnce();
    expect(sent.mock.calls.map(([, queue, data]) => [queue, data])).toContainEqual(['esign-sync', { id }]);
    vi.restoreAllMocks();
    await agent.call(refreshSubmissionStatus, { params: { id } });
    const { body } = await agent.call(listClientDocuments, { params: { id: clientId } });
    expect(body.documents).toMatchObject([{ is_sealed: true }]);
  });

  it('is not completed from a file that was changed in the storage', async () => {
    const { agent, clientId, id, signer, values } = await clientAtDocument();
    const { jobs, log, storage } = t.current.deps;
    vi.spyOn(storage, 'size').mockRejectedValueOnce(new Error('the storage is unavailable'));
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    vi.spyOn(jobs, 'send').mockResolvedValue();
    await submit(signer, values);
    vi.restoreAllMocks();
    const [row] = await t.current.deps.database.query<{ sealed_key: string }>(
      'select sealed_key from session_forms join esign_envelopes using (envelope_id) where session_forms.id = $1',
      [id],
    );
    await storage.put(row?.sealed_key ?? '', Buffer.from('%PDF-1.7 something else'));
    await agent.call(refreshSubmissionStatus, { params: { id } });
    const { body } = await agent.call(listClientDocuments, { params: { id: clientId } });
    expect(body.documents).toEqual([]);
  });

  it("preserves the envelope's file when an owner deletes the document", async () => {
    const { agent, clientId, id, signer, values } = await clientAtDocument();
    expect((await submit(signer, values)).body.state).toBe('completed');
    const { body } = await agent.call(listClientDocuments, { params: { id: clientId } });
    const [document] = body.documents;
    const deleted = await agent.call(deleteDocument, {
      params: { id: document?.id ?? 0 },
      body: { confirm_title: document?.file_name ?? '' },
    });
    expect(deleted.status).toBe(200);
    expect((await agent.call(getSubmissionDocument, { params: { id } })).status).toBe(404);
    const { envelope_id } = (await agent.call(getSubmission, { params: { id } })).body.data;
    const url = `/api/docusign/envelopes/${envelope_id}/documents/combined`;
    const file = await t.current.app.inject({ url, headers: { authorization: `Bearer ${agent.token}` } });
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('causes one provider call when others follow, and its document is read once', async () => {
    const { signer, values } = await advisorAtDocument();
    const count = await counted(async () => {
      expect((await submit(signer, values)).body.state).toBe('signed');
    });
    expect(count).toEqual({ requested: ['sign'], files: ['read'], parsed: 0 });
  });

  it('is reported once when it is declined', async () => {
    const { signer } = await clientAtDocument();
    const count = await counted(async () => {
      expect((await signer.call(declineSigning, { body: { reason: 'No' } })).status).toBe(200);
    });
    expect(count).toEqual({ requested: ['decline'], files: ['read'], parsed: 0 });
  });
});

it('goes through the files that docs/walks/signature.md names, and through no others', async () => {
  // The brokerage's signing certificate is created with the first document.
  const first = await clientAtDocument();
  await submit(first.signer, first.values);
  const ran = await filesThatRun(clientAtDocument, async ({ signer, values }) => {
    expect((await submit(signer, values)).body.state).toBe('completed');
  });
  expect(ran).toEqual(documentedFiles('signature'));
});
