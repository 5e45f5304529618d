import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { HOUR, useRawDocusign } from './raw-fixture.ts';

const account = useRawDocusign();
const { clock, fake } = account;

const otherKey = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey;

test('issues a token for one hour for a valid assertion, and userinfo contains the base URL of the account', async () => {
  const answer = await account.raw.grant(account.raw.assertion(account.raw.claims(clock.now())));
  expect([answer.status, answer.at('token_type'), answer.at('expires_in')]).toEqual([200, 'Bearer', 3600]);
  const userinfo = await account.raw.send('GET', '/oauth/userinfo');
  expect(userinfo.at('accounts.0.is_default')).toBe(true);
  expect(userinfo.at('accounts.1')).toMatchObject({ account_id: fake.accountId, base_uri: fake.url });
});

test.each([
  ['of another integration', { iss: 'other' }, 'issuer_not_found'],
  ['for the account instead of the user', { sub: 'account' }, 'invalid_grant'],
  ['for a URL instead of a bare host', { aud: 'https://account-d.docusign.com' }, 'invalid_grant'],
  ['that is valid for more than an hour', { exp: 3_601 }, 'invalid_grant'],
  ['that has expired', { iat: -7200, exp: -1 }, 'invalid_grant'],
  ['from the future', { iat: 301, exp: 1000 }, 'invalid_grant'],
  ['without impersonation', { scope: 'signature' }, 'invalid_grant'],
])('rejects an assertion %s', async (_what, overrides, error) => {
  const iat = Math.floor(clock.now().getTime() / 1000);
  const times = Object.fromEntries(
    Object.entries(overrides).map(([key, value]) => [key, typeof value === 'number' ? iat + value : value]),
  );
  const answer = await account.raw.grant(account.raw.assertion(account.raw.claims(clock.now(), times)));
  expect([answer.status, answer.at('error')]).toEqual([400, error]);
});

test('rejects an assertion signed with another key, or without consent', async () => {
  const forged = await account.raw.grant(account.raw.assertion(account.raw.claims(clock.now()), otherKey));
  expect([forged.status, forged.at('error')]).toEqual([400, 'invalid_grant']);
  fake.oauth.rejectWith = 'consent_required';
  const answer = await account.raw.grant(account.raw.assertion(account.raw.claims(clock.now())));
  fake.oauth.rejectWith = null;
  expect([answer.status, answer.at('error')]).toEqual([400, 'consent_required']);
});

test('rejects calls with an expired, revoked or unknown token, or for another account', async () => {
  const rejection = async () => {
    const answer = await account.raw.call('GET', '/templates');
    return [answer.status, answer.at('errorCode')];
  };
  clock.advance(HOUR);
  expect(await rejection()).toEqual([401, 'AUTHORIZATION_INVALID_TOKEN']);
  await account.raw.signIn(clock.now());
  fake.oauth.revokeTokens();
  expect(await rejection()).toEqual([401, 'AUTHORIZATION_INVALID_TOKEN']);
  account.raw.token = 'nonsense';
  expect(await rejection()).toEqual([401, 'USER_AUTHENTICATION_FAILED']);
  await account.raw.signIn(clock.now());
  const elsewhere = await account.raw.send('GET', '/restapi/v2.1/accounts/somewhere/templates');
  expect(elsewhere.at('errorCode')).toBe('USER_DOES_NOT_BELONG_TO_SPECIFIED_ACCOUNT');
});

test('accepts the one-time consent of an administrator in a browser', async () => {
  const { DOCUSIGN_INTEGRATION_KEY: key = '' } = fake.environment('https://portal.example.test');
  const redirect = 'https://portal.example.test/';
  const query = { response_type: 'code', scope: 'signature impersonation', client_id: key };
  const address = `/oauth/auth?${new URLSearchParams({ ...query, redirect_uri: redirect })}`;
  fake.oauth.rejectWith = 'consent_required';
  const page = (await account.raw.send('GET', address)).bytes.toString();
  const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
  const answer = await account.raw.send('POST', action);
  expect(answer.headers.get('location')).toMatch(/^https:\/\/portal\.example\.test\/\?code=/);
  expect((await account.raw.grant(account.raw.assertion(account.raw.claims(clock.now())))).status).toBe(200);
  expect((await account.raw.send('GET', address.replace(key, 'other'))).status).toBe(400);
});
