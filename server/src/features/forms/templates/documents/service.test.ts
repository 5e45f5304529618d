import * as endpoints from '@ledgerline/contract/templates/endpoints';
import { describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { buildPdf, PNG, type SentFile, uploadInput } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';
import { firstTemplateDocument } from './service.ts';

const t = useTestApp();
const MEBIBYTE = 1024 * 1024;

async function world() {
  const owner = await signInAs(t.current, { is_owner: true });
  const { body } = await owner.call(endpoints.createTemplate, {
    body: { type: 'PDF', form_name_agent: 'Plan', form_name_client: 'Plan' },
  });
  const { id } = body;
  const upload = (files: SentFile[], fields: Record<string, string> = {}) =>
    owner.call(endpoints.uploadTemplateDocuments, { params: { id }, ...uploadInput(files, fields) });
  const list = () => owner.call(endpoints.listTemplateDocuments, { params: { id } });
  return { owner, id, upload, list };
}

describe('preview documents of a template', () => {
  it('are uploaded several at once under either name, counted and opened at their address', async () => {
    const { id, upload, list } = await world();
    const { status, body } = await upload(
      [
        { name: 'one.pdf', content: buildPdf(3), field: 'documents[]' },
        { name: 'two', content: buildPdf() },
      ],
      { folder: ' Previews ', notes: '<p>Draft<img src=x></p>' },
    );
    expect(status).toBe(201);
    const shared = { form_id: id, mime_type: 'application/pdf', folder: 'Previews', source: 'upload' };
    expect(body.files).toMatchObject([
      { ...shared, file_name: 'one.pdf', page_count: 3, notes: '<p>Draft</p>' },
      { ...shared, file_name: 'two.pdf', page_count: 1, notes: '<p>Draft</p>' },
    ]);
    const { body: listed } = await list();
    expect(listed.success).toBe(true);
    expect(listed.documents.map(({ file_name }) => file_name)).toEqual(['one.pdf', 'two.pdf']);
    const file = await t.current.app.inject({ url: listed.documents[0]?.file_url ?? '' });
    expect([file.statusCode, file.rawPayload]).toEqual([200, buildPdf(3)]);
    const first = await firstTemplateDocument(t.current.deps.database, id);
    expect(first?.file_name).toBe('one.pdf');
  });

  it('are PDFs: at least one, none empty, none over 25 MB, none corrupted', async () => {
    const { upload, list } = await world();
    const good = { name: 'good.pdf', content: buildPdf() };
    const broken = Buffer.from('%PDF-1.7\nnothing that anybody could read\n%%EOF');
    const rejected: [SentFile[], number, string][] = [
      [[], 400, 'Please choose a file.'],
      [[good, { name: 'a.pdf', content: PNG, type: 'application/pdf' }], 400, 'a.pdf is not a PDF file.'],
      [[{ name: 'b.pdf', content: '' }], 400, 'b.pdf is empty.'],
      [[{ name: 'c.pdf', content: broken }], 400, 'c.pdf cannot be read as a PDF.'],
      [[{ name: 'd.pdf', content: Buffer.alloc(26 * MEBIBYTE) }], 413, 'd.pdf is larger than 25 MB.'],
    ];
    for (const [files, status, message] of rejected) {
      const answer = await upload(files);
      expect([answer.status, answer.error.message]).toEqual([status, message]);
    }
    expect((await list()).body.documents).toEqual([]);
  });

  it('are removed with their file, only under their own template', async () => {
    const { owner, id, upload, list } = await world();
    const other = await world();
    const { body } = await upload([{ name: 'a.pdf', content: buildPdf() }]);
    const docId = body.files[0]?.id ?? 0;
    const remove = (form: number) =>
      owner.call(endpoints.deleteTemplateDocument, { params: { id: form, docId } });
    expect((await remove(other.id)).status).toBe(404);
    const done = await remove(id);
    expect([done.status, done.body.success]).toEqual([200, true]);
    expect((await list()).body.documents).toEqual([]);
    expect((await t.current.app.inject({ url: body.files[0]?.file_url ?? '' })).statusCode).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  it('are read by every agent and changed by owners and developers; 404 for unknown templates', async () => {
    const { owner, id } = await world();
    const agent = await signInAs(t.current);
    expect((await agent.call(endpoints.listTemplateDocuments, { params: { id } })).status).toBe(200);
    const input = { params: { id }, ...uploadInput([{ name: 'a.pdf', content: buildPdf() }]) };
    expect((await agent.call(endpoints.uploadTemplateDocuments, input)).status).toBe(403);
    expect((await t.current.call(endpoints.uploadTemplateDocuments, input)).status).toBe(401);
    const unknown = { ...input, params: { id: 999_999 } };
    expect((await owner.call(endpoints.uploadTemplateDocuments, unknown)).status).toBe(404);
    expect((await owner.call(endpoints.listTemplateDocuments, unknown)).status).toBe(404);
  });
});
