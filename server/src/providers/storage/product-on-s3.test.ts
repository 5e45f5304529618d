import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { deleteDocument, uploadDocuments } from '@ledgerline/contract/documents/endpoints';
import { afterAll, expect, it } from 'vitest';
import { dataPaths } from '#platform/data-folder.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPdf, uploadInput } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';
import { envelopeOf, signAs } from '../esign/builtin/testing/esign-fixture.ts';
import { errorResponse, S3Server } from './testing/s3-server.ts';

const server = new S3Server();
const t = useTestApp(async () => {
  await server.start();
  return server.environment();
});
afterAll(() => server.stop());

async function uploaded() {
  const agent = await signInAs(t.current);
  const clientId = await buildClient(t.current);
  const pdf = buildPdf();
  const sent = uploadInput([{ name: 'policy.pdf', content: pdf }], {});
  const { body } = await agent.call(uploadDocuments, { params: { clientId }, ...sent });
  const [document] = body.files;
  if (!document) throw new Error('nothing was uploaded');
  return { agent, pdf, document };
}

it('stores a client document in the bucket, serves it in full and in parts, and removes it', async () => {
  const { agent, pdf, document } = await uploaded();
  const put = server.requests.find((request) => request.startsWith('PUT'));
  expect(put).toMatch(/^PUT \/ledgerline-test\/ledgerline\/documents\/2026\/[0-9a-f]{32}\.pdf/);
  const full = await t.current.app.inject({ url: document.file_url });
  expect([full.statusCode, full.rawPayload.equals(pdf)]).toEqual([200, true]);
  const part = await t.current.app.inject({ url: document.file_url, headers: { range: 'bytes=5-9' } });
  expect(part.statusCode).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 5-9/${pdf.length}`);
  expect(part.rawPayload.equals(pdf.subarray(5, 10))).toBe(true);
  expect((await agent.call(deleteDocument, { params: { id: document.id } })).status).toBe(200);
  expect((await t.current.app.inject({ url: document.file_url })).statusCode).toBe(404);
});

it('reports that the storage is unavailable, stores nothing partially, and recovers afterwards', async () => {
  server.failNext(...Array.from({ length: 4 }, () => errorResponse(503, 'SlowDown')));
  const agent = await signInAs(t.current);
  const clientId = await buildClient(t.current);
  const sent = uploadInput([{ name: 'policy.pdf', content: buildPdf() }], {});
  const { status, error } = await agent.call(uploadDocuments, { params: { clientId }, ...sent });
  expect([status, error.code]).toEqual([502, 'provider_unavailable']);
  expect(JSON.stringify(error)).not.toContain('SlowDown');
  const rows = await t.current.deps.database.query('select 1 from documents where client_id = $1', [
    clientId,
  ]);
  expect(rows).toEqual([]);
  await uploaded();
});

it('tells browsers not to cache the error for a file that is temporarily unreadable', async () => {
  const { document, pdf } = await uploaded();
  const passed = (_: IncomingMessage, __: ServerResponse, pass: () => void) => pass();
  server.failNext(passed, ...Array.from({ length: 4 }, () => errorResponse(503, 'SlowDown')));
  const rejected = await t.current.app.inject({ url: document.file_url });
  expect([rejected.statusCode, rejected.headers['cache-control']]).toEqual([502, 'no-store']);
  expect(rejected.headers['content-disposition']).toBeUndefined();
  expect(rejected.json().code).toBe('provider_unavailable');
  const full = await t.current.app.inject({ url: document.file_url });
  expect(full.rawPayload.equals(pdf)).toBe(true);
});

it('stores signed documents in the bucket and nothing on disk', async () => {
  const { esign, storage, database } = t.current.deps;
  if (!esign.hasOwnPage) throw new Error('the built-in provider is not in use');
  await esign.addToLibrary('Blank.pdf', buildPdf());
  const envelopeId = await envelopeOf(esign, 'Blank');
  await signAs(esign, envelopeId, 'client');
  const sealed = await esign.document(envelopeId, 'combined');
  expect(sealed.subarray(0, 5).toString()).toBe('%PDF-');
  const [row] = await database.query<{ key: string }>(
    'select sealed_key as key from esign_envelopes where envelope_id = $1',
    [envelopeId],
  );
  expect((await storage.read(row?.key ?? '')).equals(sealed)).toBe(true);
  expect(existsSync(dataPaths(t.current.config.dataDir).filesDir)).toBe(false);
});
