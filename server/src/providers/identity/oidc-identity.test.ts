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

describe('single sign-on provider', () => {
  it('is null when nothing is configured', () => {
    expect(createOidcIdentity({ config: readConfig({}), clock: fixedClock(new Date()) })).toBeNull();
  });

  it('is discovered, and discovered again after a failure', async () => {
    const { clock, identity } = open();
    provider.isDown = true;
    await expect(identity.start(REQUEST)).rejects.toMatchObject({ kind: 'unavailable' });
    provider.isDown = false;
    // Concurrent attempts share the result.
    await expect(identity.start(REQUEST)).rejects.toMatchObject({ kind: 'unavailable' });
    clock.advance(3000);
    expect(await identity.start(REQUEST)).toContain(`${provider.issuer}/auth?`);
    expect(await identity.verify()).toBe(provider.issuer);
  });

  it('keeps using the known configuration while a refetch fails', async () => {
    const { clock, identity } = open();
    await identity.start(REQUEST);
    provider.isDown = true;
    clock.advance(2 * 3_600_000);
    expect(await identity.start(REQUEST)).toContain(provider.issuer);
    await expect(identity.verify()).rejects.toMatchObject({ kind: 'unavailable' });
    provider.isDown = false;
  });

  it('is rejected when discovery names another issuer', async () => {
    const other = provider.issuer.replace('127.0.0.1', 'localhost');
    const { identity } = open({ SSO_ISSUER: other });
    await expect(identity.verify()).rejects.toThrow(`${other} is not a usable OpenID provider`);
  });

  it("reports a wrong client secret as a configuration error, not as the agent's", async () => {
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
