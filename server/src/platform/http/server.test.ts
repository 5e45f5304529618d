import { connect, type Server } from 'node:net';
import { promisify } from 'node:util';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { signIn } from '@ledgerline/contract/auth/endpoints';
import { describe, expect, it } from 'vitest';
import { buildAgent, buildClient, signInAs } from '#testing/factories.ts';
import { openTestApp, useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ TRUST_PROXY: 'true' });

const connectionsOf = (server: Server) => promisify(server.getConnections.bind(server))();

describe('the server', () => {
  it("compresses long responses in the browser's preferred encoding, and never short ones", async () => {
    const agent = await signInAs(t.current);
    const notes = 'A long note about nothing. '.repeat(1000);
    const [long, short] = [await buildClient(t.current, { notes }), await buildClient(t.current)];
    const fetchEncoded = (id: number, encoding: string) =>
      t.current.app.inject({
        url: `/api/clients/${id}`,
        headers: { authorization: `Bearer ${agent.token}`, 'accept-encoding': encoding },
      });
    const [zstd, gzip] = [
      await fetchEncoded(long, 'gzip, deflate, br, zstd'),
      await fetchEncoded(long, 'gzip, deflate'),
    ];
    const encodings = [zstd, gzip, await fetchEncoded(short, 'gzip')].map(
      ({ headers }) => headers['content-encoding'],
    );
    expect(encodings).toEqual(['zstd', 'gzip', undefined]);
    for (const text of [zstdDecompressSync(zstd.rawPayload), gunzipSync(gzip.rawPayload)]) {
      expect(JSON.parse(text.toString()).data.notes).toBe(notes.trim());
    }
  });

  it.each(['/api/clients', '/%61pi/clients', '/%61%70%69/clients', '/api/nothing', '//api/clients'])(
    'prevents caching of responses, however the path is written: %s',
    async (url) => {
      const agent = await signInAs(t.current);
      const headers = { authorization: `Bearer ${agent.token}` };
      expect((await t.current.app.inject({ url, headers })).headers['cache-control']).toBe('no-store');
    },
  );

  it('trusts the address that the proxy appended, not those that the caller sent', async () => {
    const { username } = await buildAgent(t.current);
    const attempt = (invented: number) =>
      t.current.call(signIn, {
        body: { username, password: 'wrong one' },
        headers: { 'x-forwarded-for': `198.51.100.${invented}, 203.0.113.7` },
      });
    for (let n = 0; n < 10; n++) expect((await attempt(n)).status).toBe(401);
    expect((await attempt(11)).status).toBe(429);
  });

  it('closes requests that trickle in and connections that become silent', async () => {
    await t.current.app.ready();
    const { requestTimeout, timeout } = t.current.app.server;
    expect([requestTimeout, timeout].map((ms) => ms >= 30_000 && ms <= 300_000)).toEqual([true, true]);
  });

  it('stops immediately although a browser holds an unused connection open', async () => {
    const other = await openTestApp();
    const address = new URL(await other.app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(address.port), address.hostname);
    const isCut = new Promise((resolve) => socket.once('close', resolve));
    await expect.poll(() => connectionsOf(other.app.server)).toBe(1);
    const before = performance.now();
    const closing = other.close();
    await isCut;
    expect(performance.now() - before).toBeLessThan(10_000);
    await closing;
  });

  it('rejects an address that is too long with a message, in the format of all errors', async () => {
    const other = await openTestApp();
    const address = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const reply = await fetch(`${address}/api/clients?filter=${'x'.repeat(20_000)}`);
    expect([reply.status, await reply.json()]).toEqual([
      413,
      {
        success: false,
        message: 'The address is too long. Remove some conditions from the filter.',
        code: 'too_large',
        details: { requestId: expect.any(String) },
      },
    ]);
    await other.close();
  });

  it.each([
    ['POST', '/api/recurring-payments/987654/pause'],
    ['DELETE', '/api/recurring-payments/987654'],
  ] as const)('accepts a %s with a JSON content type but no body', async (method, url) => {
    const { token } = await signInAs(t.current);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { statusCode, body } = await t.current.app.inject({ method, url, headers });
    expect([statusCode, JSON.parse(body).message]).toEqual([404, 'Recurring payment not found.']);
  });

  it('allows pages to load from the portal itself only', async () => {
    const { headers } = await t.current.app.inject({ url: '/api/status' });
    expect(headers['content-security-policy']).not.toMatch(/https?:/);
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"])
      expect(headers['content-security-policy']).toContain(rule);
  });

  it('sends HSTS for a year, including subdomains, once PUBLIC_URL is https', async () => {
    const tls = await openTestApp({ PUBLIC_URL: 'https://portal.example' });
    const { headers } = await tls.app.inject({ url: '/api/status' });
    await tls.close();
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect((await t.current.app.inject({ url: '/api/status' })).headers).not.toHaveProperty(
      'strict-transport-security',
    );
  });

  it('rejects the method TRACE', async () => {
    const { statusCode } = await t.current.app.inject({ method: 'TRACE', url: '/api/status' });
    expect(statusCode).toBe(404);
  });

  it('rejects JSON that would modify a prototype', async () => {
    const payload = '{"username":"a","password":"b","__proto__":{"is_owner":true}}';
    const headers = { 'content-type': 'application/json' };
    const { statusCode } = await t.current.app.inject({
      method: 'POST',
      url: '/api/crm/login',
      headers,
      payload,
    });
    expect(statusCode).toBe(400);
  });

  it('sends the same security headers with its first response and every other', async () => {
    const other = await openTestApp();
    const request = async (url: string) => {
      const { headers } = await other.app.inject({ url });
      const isVarying = ([name]: [string, unknown]) => /^(x-request-id|date|content-length)$/.test(name);
      return Object.entries(headers).filter((header) => !isVarying(header));
    };
    const [first, second, missing] = [
      await request('/api/status'),
      await request('/api/status'),
      await request('/api/no'),
    ];
    await other.close();
    expect(second).toEqual(first);
    expect(missing).toEqual(first);
    const names = first.map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'content-security-policy',
        'cross-origin-opener-policy',
        'referrer-policy',
        'x-content-type-options',
        'x-frame-options',
      ]),
    );
  });
});
