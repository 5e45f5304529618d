import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { sentLink } from '#testing/sent-link.ts';
import { openTestApp, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const DESCRIPTIONS = ['/api/docs/json', '/api/docs/yaml', '/api/docs/json?a=1'];
/** Addresses that a router or proxy could resolve to the API description. */
const VARIANTS = [
  ...[
    '/api/docs/js%6Fn',
    '/api/docs/%6a%73%6f%6e',
    '/api/%64ocs/json',
    '/%61pi/docs/yam%6C',
    '/api/docs/json;a=1',
  ],
  ...[
    '/api/docs/json/',
    '/api//docs/json',
    '//api/docs/json',
    '/api/docs//json',
    '/API/docs/json',
    '/api/docs/JSON',
  ],
  ...[
    '/api/docs/./json',
    '/api/docs/static/../json',
    '/api/docs/static/%2e%2e/json',
    '/api/docs/static/..%2fjson',
  ],
  ...[
    '/api/docs/json%3Fa',
    '/api/docs/json%00',
    '/api/docs/json%23',
    '/api/docs/static/json',
    '/api/docs%2fjson',
  ],
];

async function request(url: string, token?: string) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await t.current.app.inject({ url, headers });
  return { status: response.statusCode, text: response.body };
}

describe('the API description', () => {
  it('is hidden from anonymous callers, in every form', async () => {
    for (const url of DESCRIPTIONS) {
      expect([url, (await request(url)).status]).toEqual([url, 401]);
      expect([url, (await request(url, 'eyJhbGciOiJub25lIn0.eyJpZCI6MX0.')).status]).toEqual([url, 401]);
    }
  });

  it('is hidden from anonymous callers under every other spelling of its address', async () => {
    for (const url of VARIANTS) {
      const { status, text } = await request(url);
      expect([url, [400, 401, 404].includes(status)]).toEqual([url, true]);
      expect(text).not.toMatch(/secure-access|openapi|"paths"/);
    }
    const { token } = await signInAs(t.current);
    expect((await request('/api/docs/js%6Fn', token)).status).toBe(200);
  });

  it('is not available to clients, whose link is not a sign-in', async () => {
    const { token } = await sentLink(t.current);
    expect((await request('/api/docs/json', token)).status).toBe(401);
  });

  it('is available to every signed-in agent', async () => {
    const { token } = await signInAs(t.current);
    const { status, text } = await request('/api/docs/json', token);
    expect([status, JSON.parse(text).info.title]).toEqual([200, 'Ledgerline API']);
  });

  it("is shown by a page that contains none of it and fetches it with the browser's sign-in", async () => {
    const page = await request('/api/docs');
    expect(page.status).toBe(200);
    const script = await request('/api/docs/static/swagger-initializer.js');
    expect(script.text).toMatch(/getItem\(['"]jwt['"]\)/);
    for (const { text } of [page, script]) expect(text).not.toMatch(/secure-access|\/clients|invoice/);
  });
});

describe('with API_DOCS=open', () => {
  let open: Awaited<ReturnType<typeof openTestApp>>;
  beforeAll(async () => {
    open = await openTestApp({ API_DOCS: 'open' });
  });
  afterAll(() => open.close());

  it('is readable by everyone', async () => {
    for (const url of DESCRIPTIONS) expect((await open.app.inject({ url })).statusCode).toBe(200);
  });
});

it('pages never request camera, microphone or location', async () => {
  for (const url of ['/api/status', '/api/docs', '/nowhere']) {
    const { headers } = await t.current.app.inject({ url });
    expect([url, headers['permissions-policy']]).toEqual([url, expect.stringContaining('camera=()')]);
    expect(headers['permissions-policy']).toMatch(/microphone=\(\).*geolocation=\(\)/);
    // Browsers warn about unknown names.
    expect(headers['permissions-policy']).not.toContain('bluetooth');
  }
});
