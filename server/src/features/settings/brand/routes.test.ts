import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getBrand, getPublicSettings, updateBrand } from '@ledgerline/contract/settings/endpoints';
import { expect, it } from 'vitest';
import { buildApp } from '#app';
import { signInAs } from '#testing/factories.ts';
import { buildPng } from '#testing/png.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const PNG = buildPng();

const asOwner = () => signInAs(t.current, { is_owner: true });

it('is read and changed by owners only', async () => {
  for (const flags of [{}, { is_developer: true }, { has_all_staff_access: true }]) {
    const agent = await signInAs(t.current, flags);
    expect((await agent.call(getBrand)).status).toBe(403);
    expect((await agent.call(updateBrand, { body: { color: '#112233' } })).status).toBe(403);
  }
  const { body } = await (await asOwner()).call(getBrand);
  expect(body.data).toEqual({ color: null, phone: null, logo: null });
});

it('changes only what is sent, and records each change', async () => {
  const owner = await asOwner();
  const save = async (body: object) => (await owner.call(updateBrand, { body })).body.data;
  await save({ color: '#112233', phone: '(555) 010-0199' });
  const saved = await save({ logo: PNG.toString('base64') });
  expect(saved).toMatchObject({
    color: '#112233',
    phone: '(555) 010-0199',
    logo: { width: 120, height: 40 },
  });
  expect(await save({ phone: null })).toEqual({ ...saved, phone: null });
  const audit = await t.current.deps.database.query<{ field: string }>(
    `select field from audit_events where entity = 'global_settings' order by id`,
  );
  expect(audit.map(({ field }) => field)).toEqual([
    'brand_color',
    'brand_phone',
    'brand_logo',
    'brand_phone',
  ]);
});

it.each([
  [{ color: 'red' }, 'color'],
  [{ color: '#12345G' }, 'color'],
  [{ color: '</style><script>' }, 'color'],
  [{ phone: '' }, 'phone'],
  [{ logo: Buffer.from('<svg/>').toString('base64') }, 'logo'],
  [{ logo: buildPng({ width: 700 }).toString('base64') }, 'logo'],
  [{ logo: 'A'.repeat(300_000) }, 'logo'],
])('rejects %#', async (body, field) => {
  const { status, error } = await (await asOwner()).call(updateBrand, { body });
  expect([status, error.details?.fields?.[0]?.path]).toEqual([400, field]);
});

it('serves the logo to everyone; the former address leads to the current logo, on every server at once', async () => {
  const owner = await asOwner();
  const { body } = await owner.call(updateBrand, { body: { logo: PNG.toString('base64') } });
  const url = body.data.logo?.path ?? '';
  expect(url).toMatch(/^\/api\/brand\/logo-[\da-f]{32}\.png$/);
  const get = (address: string) => t.current.app.inject({ url: address });
  const image = await get(url);
  expect([image.statusCode, image.headers['content-type'], image.rawPayload.equals(PNG)]).toEqual([
    200,
    'image/png',
    true,
  ]);
  expect(image.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  for (const other of [
    '/api/brand/logo.png',
    '/api/brand/',
    `${url}.png`,
    '/api/brand/..%2f..%2f.env',
    '/api/brand/%2f',
  ]) {
    expect((await get(other)).statusCode).toBe(404);
  }
  // Another server still remembers the brand from before the changes.
  const { database } = t.current.deps;
  const another = await buildApp({ ...t.current.deps, database: Object.create(database) });
  await another.inject({ url: '/api/public-settings' });
  const changed = await owner.call(updateBrand, {
    body: { logo: buildPng({ width: 60 }).toString('base64') },
  });
  const now = changed.body.data.logo?.path ?? '';
  for (const server of [t.current.app, another]) {
    const former = await server.inject({ url });
    expect([former.statusCode, former.headers.location, former.headers['cache-control']]).toEqual([
      302,
      now,
      'no-store',
    ]);
    expect((await server.inject({ url: now })).statusCode).toBe(200);
  }
  await another.close();
  await owner.call(updateBrand, { body: { logo: null } });
  for (const address of [url, now]) expect((await get(address)).statusCode).toBe(404);
  expect((await t.current.call(getPublicSettings)).body.data.logo).toBeNull();
});

it('is part of every page from the next load on, and absent without one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-brand-'));
  const mark = '<img data-mark src="/assets/mark.svg" alt="" />';
  const html = `<html><head><title>x</title></head><body>${mark}<span data-brand></span></body></html>`;
  await writeFile(path.join(folder, 'index.html'), html);
  await writeFile(path.join(folder, 'public.html'), html);
  await writeFile(path.join(folder, 'screens.json'), '[]');
  const app = await buildApp(t.current.deps, { webFolder: folder });
  const owner = await asOwner();
  try {
    await owner.call(updateBrand, { body: { color: null, logo: null } });
    const before = await app.inject({ url: '/crm/clients' });
    expect(before.body).not.toContain('<style');
    expect(before.body).toContain(mark);
    await owner.call(updateBrand, { body: { color: '#112233', logo: PNG.toString('base64') } });
    for (const url of ['/crm/clients', '/pay/a.b']) {
      const { body, headers } = await app.inject({ url });
      expect(body).toMatch(/<style id="brand">.*--brand:#112233/);
      expect(body).toMatch(/<img src="\/api\/brand\/logo-\w+\.png"/);
      expect(body.match(/<img/g)).toHaveLength(1);
      expect(headers.etag).not.toBe(before.headers.etag);
    }
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
});
