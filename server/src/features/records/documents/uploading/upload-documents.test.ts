import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import * as endpoints from '@ledgerline/contract/documents/endpoints';
import { describe, expect, it } from 'vitest';
import { dataPaths } from '#platform/data-folder.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPdf, PNG, type SentFile, uploadInput } from '#testing/files.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const MEBIBYTE = 1024 * 1024;

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

describe('uploading documents', () => {
  it('stores several files with their shared fields, under either field name', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const { status, body } = await upload(
      agent,
      clientId,
      [
        { name: 'policy.pdf', content: buildPdf() },
        { name: 'photo.png', content: PNG, field: 'documents[]', type: 'text/html' },
      ],
      {
        folder: 'Medical',
        status: 'received',
        signed: 'true',
        notes: '<p>From <b>Ana</b><script>x</script></p>',
      },
    );
    expect(status).toBe(201);
    expect(body.success).toBe(true);
    expect(body.files).toMatchObject([
      { file_name: 'policy.pdf', mime_type: 'application/pdf', file_size: buildPdf().length },
      { file_name: 'photo.png', mime_type: 'image/png', file_size: PNG.length },
    ]);
    for (const file of body.files) {
      expect(file).toMatchObject({
        client_id: clientId,
        session_form_id: null,
        folder: 'Medical',
        status: 'received',
        signed: true,
        notes: '<p>From <b>Ana</b></p>',
        uploaded_by: `${agent.agent.first_name} ${agent.agent.last_name}`,
        uploaded_at: TEST_NOW.toISOString(),
      });
    }
  });

  it('defaults to uncategorized, unsigned and without notes', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const { body } = await upload(agent, clientId, [{ name: 'a.pdf', content: buildPdf() }], {
      folder: '  ',
      notes: '<p> </p>',
    });
    expect(body.files).toMatchObject([{ folder: 'uncategorized', signed: false, notes: '', status: '' }]);
  });

  it('sanitizes hostile names and gives them the extension of the actual content', async () => {
    const agent = await signInAs(t.current);
    const names = [
      '../../etc/passwd',
      'C:\\temp\\run.exe',
      'scan.pdf\u202egnp.exe',
      '...',
      `${'n'.repeat(400)}.pdf`,
    ];
    const { files } = await uploaded(
      agent,
      names.map((name) => ({ name, content: buildPdf() })),
    );
    expect(files.map(({ file_name }) => file_name)).toEqual([
      'passwd.pdf',
      'run.exe.pdf',
      'scan.pdfgnp.exe.pdf',
      'file.pdf',
      `${'n'.repeat(196)}.pdf`,
    ]);
    for (const name of await storedFiles()) expect(name).toMatch(/^[0-9a-f]{32}\.\w+$/);
  });

  it('stores nothing of an upload in which one file is rejected, and names that file', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const before = await storedFiles();
    const rejected: [SentFile, number, string][] = [
      [{ name: 'none.pdf', content: '' }, 400, 'none.pdf is empty.'],
      [{ name: 'big.pdf', content: Buffer.alloc(26 * MEBIBYTE, 'a') }, 413, 'big.pdf is larger than 25 MB.'],
      [
        { name: 'report.pdf', content: 'MZ\0\0\0', type: 'application/pdf' },
        400,
        'report.pdf is not a supported file type. Please choose PDF, PNG, JPEG, GIF, WebP, HEIC, TIFF, Word, Excel, PowerPoint or plain text.',
      ],
      [{ name: 'x.png', content: '<svg/>', type: 'image/png' }, 400, 'x.png is not a supported file type'],
      [{ name: 'x.txt', content: '<html>', type: 'text/plain' }, 400, 'x.txt is not a supported file type'],
      [
        { name: 'x.pdf', content: buildPdf(), field: 'attachment' },
        400,
        'x.pdf was sent as attachment; files belong in the field documents.',
      ],
    ];
    for (const [file, status, message] of rejected) {
      const good = { name: 'good.pdf', content: buildPdf() };
      const answer = await upload(agent, clientId, [good, file, good]);
      expect([answer.status, answer.error.message]).toEqual([status, expect.stringContaining(message)]);
    }
    const { body } = await agent.call(endpoints.listClientDocuments, { params: { id: clientId } });
    expect(body.documents).toEqual([]);
    expect(await storedFiles()).toEqual(before);
  });

  it('rejects no file, too many files, fields that are too long, and bodies that are not uploads', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const pdf = { name: 'a.pdf', content: buildPdf() };
    const before = await storedFiles();
    expect((await upload(agent, clientId, [])).error.message).toBe('Please choose a file.');
    expect((await upload(agent, clientId, [{ name: '', content: '' }])).error.message).toBe(
      'Please choose a file.',
    );
    const many = await upload(agent, clientId, Array(11).fill(pdf));
    expect([many.status, many.error.message]).toEqual([413, 'At most 10 files can be uploaded at once.']);
    const long = await upload(agent, clientId, [pdf], { folder: 'x'.repeat(201) });
    expect([long.status, long.error.message]).toEqual([400, 'folder must be at most 200 characters']);
    const broken = await agent.call(endpoints.uploadDocuments, {
      params: { clientId },
      body: Buffer.from(
        '--x\r\ncontent-disposition: form-data; name="documents"; filename="a"\r\n\r\nabc',
      ) as never,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect([broken.status, broken.error.code]).toEqual([400, 'malformed_request']);
    const json = await agent.call(endpoints.uploadDocuments, { params: { clientId }, body: {} as never });
    expect(json.status).toBe(400);
    expect(await storedFiles()).toEqual(before);
  });

  it('returns 404 for unknown clients and 401 without an agent', async () => {
    const agent = await signInAs(t.current);
    const pdf = { name: 'a.pdf', content: buildPdf() };
    expect((await upload(agent, 999_999, [pdf])).status).toBe(404);
    const input = { params: { clientId: 1 }, ...uploadInput([pdf]) };
    expect((await t.current.call(endpoints.uploadDocuments, input)).status).toBe(401);
  });

  it('stores nothing of an upload that is cut off after its first file', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const before = await storedFiles();
    const { body, headers } = uploadInput([
      { name: 'a.pdf', content: buildPdf() },
      { name: 'b.txt', content: 'b'.repeat(MEBIBYTE) },
    ]);
    const full = Buffer.from(body);
    const url = `${await t.current.app.listen({ host: '127.0.0.1', port: 0 })}/api/upload/${clientId}`;
    const sending = request(url, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${agent.token}`, 'content-length': full.length },
    });
    sending.on('error', () => undefined);
    sending.write(full.subarray(0, full.length - MEBIBYTE / 2));
    await expect.poll(async () => (await storedFiles()).length).toBe(before.length + 1);
    sending.destroy();
    await expect.poll(storedFiles).toEqual(before);
    const { body: list } = await agent.call(endpoints.listClientDocuments, { params: { id: clientId } });
    expect(list.documents).toEqual([]);
  });
});
