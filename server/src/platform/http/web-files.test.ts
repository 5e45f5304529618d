import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#app';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-web-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), 'portal');
  await writeFile(path.join(folder, 'public.html'), 'public pages');
  await writeFile(path.join(folder, 'assets/app-1.js'), 'code');
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
    expect([answer.statusCode, answer.body]).toEqual([status, body]);
  });

  it.each(['/assets/', '/assets/none.js', '/assets/..%2findex.html', '/assets/%00'])(
    'has nothing at %s',
    async (url) => {
      const answer = await app.inject({ url });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    },
  );
});
