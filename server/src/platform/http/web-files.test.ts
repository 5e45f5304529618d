import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#app';
import { useTestApp } from '#testing/test-app.ts';

const SCREENS = [
  { path: '/crm/clients/$clientId', scripts: ['assets/client-1.js'], styles: ['assets/client-1.css'] },
  { path: '/pay/$token', scripts: ['assets/pay-1.js'], styles: [] },
];

const INLINE = 'fetch("/api/x");';

function page(name: string): string {
  return `<html><head><title>x</title><script>${INLINE}</script></head><body>${name}<span data-brand></span></body></html>`;
}

const t = useTestApp({ BRAND: 'Smith & <Sons>' });
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-web-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), page('portal'));
  await writeFile(path.join(folder, 'public.html'), page('public pages'));
  await writeFile(path.join(folder, 'assets/app-1.js'), 'code');
  await writeFile(path.join(folder, 'screens.json'), JSON.stringify(SCREENS));
  app = await buildApp(t.current.deps, { webFolder: folder });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the web files', () => {
  it.each([
    ['/crm/clients', 200, 'portal'],
    ['/forms/personal-info/a.b.c', 200, 'public pages'],
    ['/assets/app-1.js', 200, 'code'],
  ])('answers %s with %i', async (url, status, body) => {
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining(body)]);
    const isPage = body !== 'code';
    expect(answer.headers['cache-control']).toBe(isPage ? 'no-cache' : 'public, max-age=31536000, immutable');
  });

  it.each([
    ['/crm/clients/12?tab=1', ['client-1.css', 'client-1.js']],
    ['/crm/clients/12/', ['client-1.css', 'client-1.js']],
    ['/crm/clients', []],
    ['/crm/clients/12/forms/3', []],
    ['/pay/a.b', ['pay-1.js']],
  ])('list the files that %s will request', async (url, files) => {
    const { body } = await app.inject({ url });
    const named = [...body.matchAll(/<link rel="(?:modulepreload|preload)"[^>]* href="\/assets\/([^"]+)"/g)];
    expect(named.map(([, file]) => file)).toEqual(files);
  });

  it('allow the script that the build embedded, and no other', async () => {
    const { headers } = await app.inject({ url: '/crm/clients' });
    const hash = createHash('sha256').update(INLINE).digest('base64');
    expect(String(headers['content-security-policy']).split(';')).toContain(
      `script-src 'self' 'sha256-${hash}'`,
    );
    const api = await app.inject({ url: '/api/status' });
    expect(String(api.headers['content-security-policy']).split(';')).toContain("script-src 'self'");
  });

  it('are not sent again to a browser that has them', async () => {
    const { headers } = await app.inject({ url: '/crm/clients' });
    const again = (etag?: string | string[]) =>
      app.inject({ url: '/crm/clients', headers: { 'if-none-match': String(etag) } });
    expect([(await again(headers.etag)).statusCode, (await again('"other"')).statusCode]).toEqual([304, 200]);
    expect((await app.inject({ url: '/crm/clients/12' })).headers.etag).not.toBe(headers.etag);
  });

  it('come from the current build, and from the last complete one while another is being written', async () => {
    const bodyOf = async () => (await app.inject({ url: '/crm/ledger' })).body;
    await rm(path.join(folder, 'screens.json'));
    await writeFile(path.join(folder, 'index.html'), page('the next portal'));
    expect(await bodyOf()).toContain('portal<span>');
    expect(await bodyOf()).not.toContain('the next portal');
    await writeFile(path.join(folder, 'screens.json'), JSON.stringify(SCREENS));
    expect(await bodyOf()).toContain('the next portal');
  });

  it('contain the public settings in every page, whatever the brand contains', async () => {
    const [{ body }, response] = [
      await app.inject({ url: '/crm/login' }),
      await app.inject('/api/public-settings'),
    ];
    const [, content = ''] = /<meta name="public-settings" content="([^"]*)"/.exec(body) ?? [];
    const decoded = content.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    expect(JSON.parse(decoded)).toEqual(response.json().data);
    expect(body).toContain('<title>Smith &#38; &#60;Sons&#62;</title>');
    expect(body).toContain('portal<span>Smith &#38; &#60;Sons&#62;</span>');
  });

  it.each(['/assets/', '/assets/none.js', '/assets/..%2findex.html', '/assets/%00'])(
    'have nothing at %s',
    async (url) => {
      const answer = await app.inject({ url });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    },
  );
});
