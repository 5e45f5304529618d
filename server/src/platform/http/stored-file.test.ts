import { afterEach, describe, expect, it } from 'vitest';
import { fileAddress } from '#platform/storage/file-url.ts';
import { buildPdf } from '#testing/files.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
afterEach(() => t.current.clock.set(TEST_NOW));

const TEXT = Buffer.from('0123456789'.repeat(4000));

async function storeFile(file: { name?: string; mime_type?: string; bytes?: Buffer } = {}): Promise<string> {
  const { name = 'a.pdf', mime_type = 'application/pdf', bytes = buildPdf() } = file;
  const key = `documents/test/${name.length}-${bytes.length}`;
  await t.current.deps.storage.put(key, bytes);
  return fileAddress(t.current, { key, name, mime_type });
}

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  t.current.app.inject({ method, url, headers: { 'accept-encoding': 'gzip', ...headers } });

describe('a stored file', () => {
  it('is sent by its signed address with headers that prevent it from running anything', async () => {
    const answer = await get(await storeFile());
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(buildPdf());
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(buildPdf().length),
      'content-disposition': `inline; filename="a.pdf"; filename*=UTF-8''a.pdf`,
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
    });
  });

  it('is only downloaded, in a sandbox, if its type could be shown as a page', async () => {
    for (const mime_type of ['text/html', 'image/svg+xml', 'application/xml', 'application/msword']) {
      const { headers } = await get(await storeFile({ mime_type }));
      expect(headers['content-disposition']).toMatch(/^attachment/);
      expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    }
  });

  it('is only downloaded if it is a PDF with a script, and is sent unchanged', async () => {
    const bytes = Buffer.concat([
      buildPdf(),
      Buffer.from('1 0 obj << /S /JavaScript /JS (x) >> endobj\n%%EOF'),
    ]);
    const url = await storeFile({ name: 'scripted.pdf', bytes });
    for (const request of [
      () => get(url),
      () => get(url, { range: 'bytes=0-9' }),
      () => get(url, {}, 'HEAD'),
    ]) {
      expect((await request()).headers['content-disposition']).toMatch(/^attachment/);
    }
    expect((await get(url)).rawPayload).toEqual(bytes);
  });

  it('keeps a name in any script', async () => {
    const name = `Médico "1"; '名'.pdf`;
    const answer = await get(await storeFile({ name: name.padStart(200, '名') }));
    expect(answer.statusCode).toBe(200);
    const { headers } = await get(await storeFile({ name }));
    expect(headers['content-disposition']).toBe(
      `inline; filename="Me_dico _1_; '_'.pdf"; filename*=UTF-8''M%C3%A9dico%20%221%22%3B%20%27%E5%90%8D%27.pdf`,
    );
  });

  it('is not sent for an address that is altered, forged, for another use or expired', async () => {
    const url = await storeFile();
    const [ticket = ''] = new URL(url).pathname.replace('/api/files/', '').split('/');
    const half = Math.floor(ticket.length / 2);
    const otherLetter = ticket[half] === 'A' ? 'B' : 'A';
    const altered = ticket.slice(0, half) + otherLetter + ticket.slice(half + 1);
    const { tokens, clock } = t.current.deps;
    const signing = tokens.signTicket('signing', { key: 'x' }, new Date(clock.now().getTime() + 60_000));
    for (const wrong of [
      altered,
      ticket.slice(0, -1),
      ticket.split('.').slice(0, 2).join('.'),
      'x',
      signing,
    ]) {
      const answer = await get(`/api/files/${wrong}/a.pdf`);
      expect([wrong, answer.statusCode, answer.json().message]).toEqual([
        wrong,
        403,
        'This file link is no longer valid. Please open the document again.',
      ]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    t.current.clock.set(new Date(TEST_NOW.getTime() + 9 * 60_000));
    expect((await get(url)).statusCode).toBe(200);
    t.current.clock.set(new Date(TEST_NOW.getTime() + 10 * 60_000));
    expect((await get(url)).statusCode).toBe(403);
  });

  it('responds to HEAD without the bytes, and with 404 if it is missing', async () => {
    const url = await storeFile();
    const head = await get(url, {}, 'HEAD');
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(buildPdf().length));
    const gone = fileAddress(t.current, { key: 'documents/none', name: 'a', mime_type: 'image/png' });
    expect((await get(gone)).statusCode).toBe(404);
  });

  it('is sent in requested ranges, never compressed', async () => {
    const url = await storeFile({ name: 'a.txt', mime_type: 'text/plain', bytes: TEXT });
    const full = await get(url);
    expect(full.headers['content-encoding']).toBeUndefined();
    expect(full.rawPayload).toEqual(TEXT);
    const size = TEXT.length;
    const parts: [string, number, number, number][] = [
      ['bytes=0-9', 206, 0, 9],
      ['bytes=39990-', 206, size - 10, size - 1],
      ['bytes=-5', 206, size - 5, size - 1],
      ['bytes=39995-99999', 206, size - 5, size - 1],
      ['bytes=-99999', 206, 0, size - 1],
    ];
    for (const [range, status, start, end] of parts) {
      const answer = await get(url, { range });
      expect([answer.statusCode, answer.headers['content-range']]).toEqual([
        status,
        `bytes ${start}-${end}/${size}`,
      ]);
      expect(answer.rawPayload).toEqual(TEXT.subarray(start, end + 1));
    }
    for (const range of ['bytes=40000-', 'bytes=-0']) {
      const answer = await get(url, { range });
      expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, `bytes */${size}`]);
    }
    for (const range of ['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-']) {
      expect([range, (await get(url, { range })).statusCode]).toEqual([range, 200]);
    }
  });
});
