import { createVerify, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fixedClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createHttpClient } from '../../http/client.ts';
import { createAccessTokens } from './access-token.ts';
import type { DocusignSettings } from './settings.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
const NOW = new Date('2026-11-20T15:00:00Z');
const settings: DocusignSettings = {
  oauthUrl: 'https://oauth.example.test',
  audience: 'account-d.docusign.com',
  restUrl: null,
  integrationKey: 'integration-key',
  userId: 'user-id',
  accountId: 'ACCOUNT-1',
  privateKey,
  connectSecrets: [],
  consentRedirectUrl: 'https://portal.example.test/docusign',
  roles: { advisor: 'Advisor', client: 'Client' },
  publicUrl: 'https://portal.example.test',
};
const ACCOUNTS = {
  accounts: [
    { account_id: 'other', account_name: 'Other', base_uri: 'https://na1.example.test' },
    { account_id: 'account-1', account_name: 'Brokerage', base_uri: 'https://na4.example.test/' },
  ],
};

type Answer = { status?: number; body: object; headers?: Record<string, string> };

/** An account server that returns these responses to token requests, then issues any number of tokens. */
function server(answers: Answer[] = [], change: Partial<DocusignSettings> = {}) {
  const clock = fixedClock(NOW);
  const assertions: string[] = [];
  let tokens = 0;
  const fakeFetch = (async (url: URL, init?: RequestInit) => {
    if (url.pathname === '/oauth/userinfo') return Response.json(ACCOUNTS);
    assertions.push(new URLSearchParams(String(init?.body)).get('assertion') ?? '');
    tokens += 1;
    const token = { access_token: `token-${tokens}`, token_type: 'Bearer', expires_in: 3600 };
    const { status = 200, body, headers = {} } = answers.shift() ?? { body: token };
    return Response.json(body, { status, headers });
  }) as typeof fetch;
  const http = createHttpClient({
    name: 'docusign',
    log: createLog('silent'),
    fetch: fakeFetch,
    wait: async () => undefined,
  });
  const access = createAccessTokens({ http, settings: { ...settings, ...change }, clock });
  return { access, assertions, clock };
}

function claimsOf(assertion: string | undefined): Record<string, unknown> {
  const [head = '', body = '', signature = ''] = (assertion ?? '').split('.');
  const verify = createVerify('RSA-SHA256').update(`${head}.${body}`);
  expect(verify.verify(publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
}

const rejectedWith = (error: string, headers?: Record<string, string>): Answer => ({
  status: 400,
  body: { error },
  ...(headers ? { headers } : {}),
});

describe('tokens', () => {
  it('are requested with a signed assertion issued one minute ago and valid for an hour', async () => {
    const { access, assertions } = server();
    expect(await access.get()).toEqual({
      token: 'token-1',
      restUrl: 'https://na4.example.test/restapi',
      accountName: 'Brokerage',
    });
    const now = NOW.getTime() / 1000;
    expect(claimsOf(assertions[0])).toEqual({
      iss: 'integration-key',
      sub: 'user-id',
      aud: 'account-d.docusign.com',
      iat: now - 60,
      exp: now - 60 + 3600,
      scope: 'signature impersonation',
    });
  });

  it('are shared by concurrent callers and cached until five minutes before they expire', async () => {
    const { access, assertions, clock } = server();
    const three = await Promise.all([access.get(), access.get(), access.get()]);
    expect(new Set(three.map(({ token }) => token))).toEqual(new Set(['token-1']));
    clock.advance(55 * 60_000 - 1);
    expect((await access.get()).token).toBe('token-1');
    clock.advance(1);
    expect((await access.get()).token).toBe('token-2');
    expect(assertions).toHaveLength(2);
  });

  it('are replaced once for all callers whose token was rejected', async () => {
    const { access, assertions } = server();
    const old = await access.get();
    const renewed = await Promise.all([access.renew(old), access.renew(old)]);
    expect(renewed.map(({ token }) => token)).toEqual(['token-2', 'token-2']);
    expect((await access.renew(old)).token).toBe('token-2');
    expect(assertions).toHaveLength(2);
  });

  it("use DocuSign's time when our clock is wrong, and remember the offset", async () => {
    const theirs = new Date(NOW.getTime() - 20 * 60_000);
    const { access, assertions, clock } = server([
      rejectedWith('invalid_grant', { date: theirs.toUTCString() }),
    ]);
    await access.get();
    expect(claimsOf(assertions[1]).iat).toBe(theirs.getTime() / 1000 - 60);
    clock.advance(3_600_000);
    await access.get();
    expect(claimsOf(assertions[2]).iat).toBe(theirs.getTime() / 1000 - 60 + 3600);
  });

  it('need no userinfo request when the REST URL is configured', async () => {
    const { access } = server([], { restUrl: 'https://demo.example.test/restapi/' });
    expect((await access.get()).restUrl).toBe('https://demo.example.test/restapi');
  });

  it.each([
    [
      'consent_required',
      'https://oauth.example.test/oauth/auth?response_type=code&scope=signature%20impersonation&',
    ],
    ['issuer_not_found', 'DOCUSIGN_INTEGRATION_KEY'],
    ['invalid_grant', 'DOCUSIGN_PRIVATE_KEY'],
  ])('are not issued for %s, and the error states what to do', async (code, message) => {
    const { access, assertions } = server([rejectedWith(code, { date: NOW.toUTCString() })]);
    await expect(access.get()).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining(message),
    });
    expect(assertions).toHaveLength(1);
    expect((await access.get()).token).toBe('token-2');
  });

  it('fail with a clear message for an unknown account or an invalid key', async () => {
    await expect(server([], { accountId: 'nobody' }).access.get()).rejects.toThrow(
      'The API user of DocuSign has no account DOCUSIGN_ACCOUNT_ID.',
    );
    const broken = '-----BEGIN RSA PRIVATE KEY-----\nno key\n-----END RSA PRIVATE KEY-----';
    await expect(server([], { privateKey: broken }).access.get()).rejects.toThrow('DOCUSIGN_PRIVATE_KEY');
  });
});
