import { signIn } from '@ledgerline/contract/auth/endpoints';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { buildAgent, PASSWORD } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { readCookie } from './cookies.ts';

const secure = useTestApp({ PUBLIC_URL: 'https://portal.example', ALLOWED_HOSTS: 'office.example' });
const plain = useTestApp({ PUBLIC_URL: 'http://portal.example' });

async function cookieAt(test: typeof secure, host: string): Promise<string> {
  const { username } = await buildAgent(test.current);
  const body = { username, password: PASSWORD };
  const { headers } = await test.current.call(signIn, { body, headers: { host } });
  return String(headers['set-cookie']);
}

describe('a cookie', () => {
  it.each(['portal.example', 'PORTAL.example.', 'portal.example:443'])(
    'set under %s, an https PUBLIC_URL, is Secure although the proxy is not trusted',
    async (host) =>
      expect(await cookieAt(secure, host)).toMatch(
        /^__Host-device_\d+=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      ),
  );

  it.each(['localhost:3000', 'office.example', 'portal.example:3000'])(
    'set over http under %s is stored by the browser: it is not Secure',
    async (host) => expect(await cookieAt(secure, host)).toMatch(/; HttpOnly; SameSite=Strict$/),
  );

  it('set under an http PUBLIC_URL is not Secure', async () => {
    expect(await cookieAt(plain, 'portal.example')).toMatch(/; HttpOnly; SameSite=Strict$/);
  });

  it.each([
    ['https', { TRUST_PROXY: false }, 'own'],
    ['http', { TRUST_PROXY: false, PUBLIC_URL: 'https://portal.example' }, 'own'],
    ['http', { TRUST_PROXY: true, PUBLIC_URL: 'https://portal.example' }, 'plain=='],
    ['http', { TRUST_PROXY: false, PUBLIC_URL: 'http://portal.example' }, 'plain=='],
    ['http', { TRUST_PROXY: false }, 'plain=='],
  ])('is read over %s with %j: only with the host prefix once it is secure', (protocol, config, value) => {
    const read = (cookie: string) =>
      readCookie(
        { headers: { cookie }, protocol, host: 'portal.example' } as FastifyRequest,
        config,
        'device_1',
      );
    expect(read('a=b; device_1=plain==; __Host-device_1=own')).toBe(value);
    expect(read(value === 'own' ? 'device_1=planted' : '__Host-device_1=own')).toBeNull();
    expect(read('device_12=other')).toBeNull();
  });
});
