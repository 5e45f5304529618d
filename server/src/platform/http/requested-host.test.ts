import { connect } from 'node:net';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { openTestApp, type TestApp, useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ ALLOWED_HOSTS: 'Office.Example, 192.168.1.5:3000, 2001:db8::5' });

async function request(
  test: TestApp,
  host: string,
  { url = '/api/public-settings', ...headers }: Record<string, string> = {},
) {
  const { statusCode, body } = await test.app.inject({ url, headers: { host, ...headers } });
  return { status: statusCode, body };
}

describe('a request', () => {
  it.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST.',
    '127.0.0.1:3000',
    '[::1]:3000',
    '[0:0:0:0:0:0:0:1]',
    'office.example',
    'office.example:8443',
    'OFFICE.example.',
    '192.168.1.5:3000',
    '[2001:DB8:0::5]:3000',
  ])('under %s is answered', async (host) => {
    expect((await request(t.current, host)).status).toBe(200);
  });

  it.each([
    'evil.example',
    'office.example.evil.example',
    'evil.example:80',
    'localhost@evil.example',
    'localhost:80@evil.example',
    'evil.example/localhost',
    'localhost:3000, evil.example',
    '192.168.1.5',
    '192.168.1.5:3001',
    '203.0.113.9',
    '127.0.0.2',
    '2130706433',
  ])('under %j is rejected, whatever it requests', async (host) => {
    for (const url of ['/api/public-settings', '/crm/login', '/api/nothing']) {
      const { status, body } = await request(t.current, host, { url });
      expect([status, JSON.parse(body).code]).toEqual([421, 'wrong_host']);
    }
  });

  it('with an unknown valid host is rejected with a message that names the setting', async () => {
    expect(JSON.parse((await request(t.current, 'New.Example:80')).body).message).toBe(
      'This portal is not available at new.example. If it should be, set PUBLIC_URL to that address or add new.example to ALLOWED_HOSTS.',
    );
    expect(JSON.parse((await request(t.current, '<b>')).body).message).not.toContain('<');
  });

  it('for the status is answered under an IP address, for monitoring, but not under a foreign name', async () => {
    const url = '/api/status?x=1';
    for (const host of ['10.1.2.3:3000', '[2001:db8::9]']) {
      expect((await request(t.current, host, { url })).status).toBe(200);
    }
    expect((await request(t.current, 'evil.example', { url })).status).toBe(421);
  });

  it('of an old client without a Host header is rejected', async () => {
    const address = new URL(await t.current.app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(address.port), address.hostname);
    socket.write('GET /api/public-settings HTTP/1.0\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
  });

  it('is not accepted because of a forwarded host, unless the proxy is trusted', async () => {
    const forwarded = { 'x-forwarded-host': 'office.example', 'x-forwarded-proto': 'https' };
    expect((await request(t.current, 'evil.example', forwarded)).status).toBe(421);
    expect((await request(t.current, 'localhost', { 'x-forwarded-host': 'evil.example' })).status).toBe(200);
    const behind = await openTestApp({ TRUST_PROXY: 'true', PUBLIC_URL: 'https://Portal.example/' });
    try {
      const own = { 'x-forwarded-host': 'portal.example' };
      expect((await request(behind, 'ledgerline:3000', own)).status).toBe(200);
      expect((await request(behind, 'portal.example')).status).toBe(200);
      expect((await request(behind, 'localhost', { 'x-forwarded-host': 'evil.example' })).status).toBe(421);
      const last = { 'x-forwarded-host': 'portal.example, evil.example' };
      expect((await request(behind, 'localhost', last)).status).toBe(421);
    } finally {
      await behind.close();
    }
  });
});

describe('a request under the host of PUBLIC_URL', () => {
  it.each([
    ['portal.example', 200],
    ['portal.example:8443', 200],
    ['portal.example:443', 200],
    ['portal.example:80', 200],
    ['portal.example:3000', 200],
    ['portal.example:9999', 421],
    ['portal.example:22', 421],
  ])('%s is answered with %i', async (host, status) => {
    const at = await openTestApp({ PUBLIC_URL: 'https://portal.example:8443', PORT: '3000' });
    try {
      expect((await request(at, host)).status).toBe(status);
    } finally {
      await at.close();
    }
  });
});

describe('a link', () => {
  it.each([
    ['office.example:8443', 'http://office.example:8443/'],
    ['OFFICE.example.', 'http://office.example/'],
    ['[::1]:3000', 'http://[::1]:3000/'],
  ])('created under %s starts with %s', async (host, start) => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const body = { formId: 'personal-info', clientId };
    const answer = await agent.call(createClientLink, { body, headers: { host } });
    expect(answer.body.data.formUrl.startsWith(start)).toBe(true);
  });
});
