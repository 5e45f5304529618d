import { type OidcServer, startOidcServer } from '@ledgerline/fakes/identity/oidc-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { createOidcIdentity } from './oidc-identity.ts';

let provider: OidcServer;
beforeAll(async () => {
  provider = await startOidcServer(['http://localhost/crm/sso']);
});
afterAll(() => provider.stop());

const FLOW = { redirectUri: 'http://localhost/crm/sso', state: 's', nonce: 'n', verifier: 'v'.repeat(43) };
const REQUEST = { ...FLOW, isFresh: false, maxAgeSeconds: 60 };

function open(settings: Record<string, string> = {}) {
  const clock = fixedClock(new Date());
  const identity = createOidcIdentity({ config: readConfig({ ...provider.settings, ...settings }), clock });
  if (!identity) throw new Error('not set up');
  return { clock, identity };
}

describe('the provider of single sign-on', () => {
  it('is none where nothing is set', () => {
    expect(createOidcIdentity({ config: readConfig({}), clock: fixedClock(new Date()) })).toBeNull();
  });

  it('is asked how it is used, and asked again after it did not answer', async () => {
    const { clock, identity } = open();
    provider.isDown = true;
    await expect(identity.start(REQUEST)).rejects.toMatchObject({ kind: 'unavailable' });
    provider.isDown = false;
    // Those who press the button in the same moment share the answer.
    await expect(identity.start(REQUEST)).rejects.toMatchObject({ kind: 'unavailable' });
    clock.advance(3000);
    expect(await identity.start(REQUEST)).toContain(`${provider.issuer}/auth?`);
    expect(await identity.verify()).toBe(provider.issuer);
  });

  it('is used as known while it does not say anew', async () => {
    const { clock, identity } = open();
    await identity.start(REQUEST);
    provider.isDown = true;
    clock.advance(2 * 3_600_000);
    expect(await identity.start(REQUEST)).toContain(provider.issuer);
    await expect(identity.verify()).rejects.toMatchObject({ kind: 'unavailable' });
    provider.isDown = false;
  });

  it('is no provider that says it is another', async () => {
    const other = provider.issuer.replace('127.0.0.1', 'localhost');
    const { identity } = open({ SSO_ISSUER: other });
    await expect(identity.verify()).rejects.toThrow(`${other} is no OpenID provider that can be used`);
  });

  it('says that the client secret is wrong as its own fault, not the person’s', async () => {
    const { identity } = open({ SSO_CLIENT_SECRET: 'another-secret' });
    const answer = { state: 's', code: 'made-up', iss: provider.issuer };
    await expect(identity.finish(answer, FLOW)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'invalid_client',
    });
    const right = open().identity.finish(answer, FLOW);
    await expect(right).rejects.toMatchObject({ kind: 'untrusted', code: 'invalid_grant' });
  });
});
