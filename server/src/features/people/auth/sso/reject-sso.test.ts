import { confirmEmailByLink } from '@ledgerline/contract/agents/emails/endpoints';
import { signIn } from '@ledgerline/contract/auth/endpoints';
import { finishSso, removeIdentity } from '@ledgerline/contract/auth/sso/endpoints';
import type { Tampering } from '@ledgerline/fakes/identity/oidc-server';
import { describe, expect, it } from 'vitest';
import { PASSWORD, signInAs } from '#testing/factories.ts';
import { CONFIRM, tokensOf } from '#testing/password-emails.ts';
import { SsoBrowser, useSsoWorld } from '#testing/sso.ts';

const w = useSsoWorld({ SSO_EMAIL_DOMAINS: 'acme.test' });

const lastRejection = async () => (await w.auditLogOf('sso_refused')).at(-1);

describe('a sign-in is rejected', () => {
  const rejectionMessage = async (
    answer: { status: number; error: { message: string; code: string } },
    why: string,
  ) => {
    expect([answer.status, answer.error.code]).toEqual([409, 'wrong_state']);
    expect((await lastRejection())?.new_value.why).toBe(why);
    return answer.error.message;
  };

  it('with the state of another browser, or without the cookie', async () => {
    const { name, browser } = await w.known();
    const brought = await browser.goThere(name);
    const other = new SsoBrowser(w.current);
    expect(await rejectionMessage(await other.finish(brought), 'flow')).toContain(
      'not started in this browser',
    );
    await other.goThere(name);
    await rejectionMessage(await other.finish(brought), 'flow');
  });

  it('with a state that is forged, modified or issued for another purpose', async () => {
    const { name, browser } = await w.known();
    const brought = await browser.goThere(name);
    await rejectionMessage(await browser.finish({ ...brought, state: `${brought.state}x` }), 'flow');
    const device = w.current.deps.tokens.signTicket('device', { agent: 1 }, new Date(Date.now() + 60_000));
    await rejectionMessage(await browser.finish({ ...brought, state: device }), 'flow');
  });

  it('after ten minutes', async () => {
    const { name, browser } = await w.known();
    const brought = await browser.goThere(name);
    w.current.clock.advance(600_000);
    await rejectionMessage(await browser.finish(brought), 'flow');
  });

  it('when a response is used twice, or its code with another state', async () => {
    const { name, browser } = await w.known();
    const brought = await browser.goThere(name);
    const both = await Promise.all([browser.finish(brought), browser.finish(brought)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await rejectionMessage(await browser.finish(brought), 'repeated');
    const { state } = await browser.goThere(name);
    await rejectionMessage(await browser.finish({ ...brought, state }), 'untrusted');
  });

  it('with a code issued to another browser, whose verifier is missing', async () => {
    const victim = await w.known();
    const stolen = await victim.browser.goThere(victim.name);
    const { state } = await new SsoBrowser(w.current).goThere(victim.name);
    const thief = new SsoBrowser(w.current);
    const own = await thief.goThere(victim.name);
    expect(own.state).not.toBe(state);
    await rejectionMessage(await thief.finish({ ...own, code: stolen.code }), 'untrusted');
  });

  it.each<[string, Tampering]>([
    ['another nonce', { claims: (claims) => ({ ...claims, nonce: 'other' }) }],
    ['no nonce', { claims: ({ nonce: _, ...claims }) => claims }],
    ['another audience', { claims: (claims) => ({ ...claims, aud: 'another-client' }) }],
    ['another issuer', { claims: (claims) => ({ ...claims, iss: 'http://127.0.0.1:1' }) }],
    ['a key that is not the provider’s', { hasOtherKey: true }],
  ])('with an ID token with %s', async (_, tampering) => {
    const { name, browser } = await w.known();
    const brought = await browser.goThere(name);
    w.provider.tampering = tampering;
    await rejectionMessage(await browser.finish(brought), 'untrusted');
  });

  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['expired', (claims) => ({ ...claims, exp: 1_700_000_000 })],
    ['issued three minutes in the future', (claims) => ({ ...claims, iat: Number(claims.iat) + 180 })],
    ['not valid for three more minutes', (claims) => ({ ...claims, nbf: Number(claims.iat) + 180 })],
  ])('with an ID token that is %s, with a message that names the clock', async (_, claims) => {
    const { name, browser } = await w.known();
    const brought = await browser.goThere(name);
    w.provider.tampering = { claims };
    expect(await rejectionMessage(await browser.finish(brought), 'clock')).toContain(
      'The clocks of this portal and of Acme differ by more than two minutes',
    );
  });

  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['ahead', (claims) => ({ ...claims, iat: Number(claims.iat) + 100, nbf: Number(claims.iat) + 100 })],
    ['behind', (claims) => ({ ...claims, iat: Number(claims.iat) - 100, exp: Number(claims.iat) - 60 })],
  ])('except with a provider clock that is less than two minutes %s', async (_, claims) => {
    const { name, browser } = await w.known();
    const brought = await browser.goThere(name);
    w.provider.tampering = { claims };
    expect((await browser.finish(brought)).status).toBe(200);
  });

  it('except when the issue time is five minutes in the past, as with Microsoft Entra', async () => {
    const { name, browser } = await w.known();
    const brought = await browser.goThere(name);
    w.provider.tampering = {
      claims: (claims) => ({ ...claims, iat: Number(claims.iat) - 300, nbf: Number(claims.iat) - 300 }),
    };
    expect((await browser.finish(brought)).status).toBe(200);
  });

  it('with an address that the agent has not confirmed here, until the emailed link is opened', async () => {
    const { agent, name, email, browser } = await w.known({ email_confirmed_at: null });
    const message = await rejectionMessage(await browser.signIn(name), 'unconfirmed');
    expect(message).toContain('The email address of your account here is not confirmed yet');
    const [token = ''] = await tokensOf(w.current, email, 1, CONFIRM);
    await rejectionMessage(await browser.signIn(name), 'unconfirmed');
    const [, newer = ''] = await tokensOf(w.current, email, 2, CONFIRM);
    expect((await w.current.call(confirmEmailByLink, { body: { token } })).status).toBe(401);
    await w.current.call(confirmEmailByLink, { body: { token: newer } });
    expect((await browser.signIn(name)).body.signed_in?.admin.id).toBe(agent.id);
  });

  it.each([
    ['a Kelvin sign', 'mi\u212Ae', 'mike'],
    ['a dotless i', 'm\u0131na', 'mina'],
    ['a capital umlaut', 'J\u00D6RG', 'j\u00F6rg'],
  ])('with an address that differs by %s, with the message for an unknown one', async (_, there, here) => {
    const { name, browser } = await w.known({ email: `${here}@acme.test` }, { email: `${there}@acme.test` });
    await rejectionMessage(await browser.signIn(name), 'unknown');
  });

  it('except with different case of ASCII letters', async () => {
    const { agent, name, browser } = await w.known(
      { email: 'Anna.Marin@acme.test' },
      { email: 'anna.marin@ACME.test' },
    );
    expect((await browser.signIn(name)).body.signed_in?.admin.id).toBe(agent.id);
  });

  it('with a response of another issuer, or of none (RFC 9207)', async () => {
    const { name, browser } = await w.known();
    await rejectionMessage(
      await browser.finish({ ...(await browser.goThere(name)), iss: 'https://evil.test' }),
      'untrusted',
    );
    const { iss: _, ...without } = await browser.goThere(name);
    await rejectionMessage(await browser.finish(without), 'untrusted');
  });

  it('for an unknown person, an unconfirmed address or one of another domain; the log has the reason', async () => {
    const { name, browser } = await w.known({}, { email_verified: false });
    expect(await rejectionMessage(await browser.signIn(name), 'email_not_verified')).toContain(
      'Acme has not confirmed',
    );
    const silent = await w.known({}, { email_verified: undefined });
    await rejectionMessage(await silent.browser.signIn(silent.name), 'email_not_verified');
    w.provider.accounts.set('stranger', { email: 'stranger@acme.test', email_verified: true });
    const unknown = await rejectionMessage(await new SsoBrowser(w.current).signIn('stranger'), 'unknown');
    expect(unknown).toContain('No account here matches your account at Acme');
    w.provider.accounts.set('outsider', { email: 'a@acme.test.evil.test', email_verified: true });
    await rejectionMessage(await new SsoBrowser(w.current).signIn('outsider'), 'other_domain');
    const count = await w.current.deps.database.query(`select from agents where email like 'stranger%'`);
    expect(count).toHaveLength(0);
  });

  it('for the address of an agent linked to another account, with the message for an unknown one', async () => {
    const { agent, name, email, browser } = await w.known();
    await browser.signIn(name);
    w.provider.accounts.set('heir', { email, email_verified: true });
    const heir = new SsoBrowser(w.current);
    const message = await rejectionMessage(await heir.signIn('heir'), 'other_account');
    expect(message).toContain('No account here matches your account at Acme');
    expect((await lastRejection())?.entity_id).toBe(agent.id);
    const owner = await signInAs(w.current, { is_owner: true, has_all_staff_access: true });
    expect((await owner.call(removeIdentity, { params: { id: agent.id } })).status).toBe(200);
    expect((await owner.call(removeIdentity, { params: { id: agent.id } })).status).toBe(404);
    expect((await heir.signIn('heir')).body.signed_in?.admin.id).toBe(agent.id);
  });

  it('for a deleted account', async () => {
    const { agent, name, browser } = await w.known();
    await browser.signIn(name);
    await w.current.deps.database.query('delete from agents where id = $1', [agent.id]);
    await rejectionMessage(await browser.signIn(name), 'unknown');
  });

  it('when the provider denies access', async () => {
    const { browser } = await w.known();
    const brought = await browser.goThere('nobody');
    expect(brought.error).toBe('access_denied');
    expect(await rejectionMessage(await browser.finish(brought), 'refused_there')).toBe(
      'Acme denied access. Please try again.',
    );
  });

  it('with a sign-in at the provider that is older than the portal allows', async () => {
    const { name, browser } = await w.known();
    const brought = await browser.goThere(name);
    w.provider.tampering = { claims: (claims) => ({ ...claims, auth_time: 1_700_000_000 }) };
    await rejectionMessage(await browser.finish(brought), 'too_old');
  });

  it('and counts an invalid response for the address, but not a valid one', async () => {
    const { browser, name } = await w.known();
    await browser.finish({ ...(await browser.goThere(name)), state: 'x' });
    expect(await w.countRejections()).toBe(1);
    await browser.signIn(name);
    expect(await w.countRejections()).toBe(1);
  });

  it('after a hundred attempts in 15 minutes from one address', async () => {
    const headers = { cookie: 'sso=none' };
    const tries = await Promise.all(
      Array.from({ length: 110 }, () =>
        w.current.call(finishSso, { body: { state: 'x', code: 'y' }, headers }),
      ),
    );
    expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });
});

describe('a provider that does not answer', () => {
  it('does not block passwords, is reported in a sentence, and is called again', async () => {
    const { agent, name, browser } = await w.known();
    const brought = await browser.goThere(name);
    w.provider.isDown = true;
    const answer = await browser.finish(brought);
    expect([answer.status, answer.error.code]).toEqual([502, 'provider_unavailable']);
    expect(answer.error.message).toContain('Acme cannot be reached at the moment');
    expect(await w.countRejections()).toBe(0);
    const password = await w.current.call(signIn, { body: { username: agent.username, password: PASSWORD } });
    expect(password.status).toBe(200);
    w.provider.isDown = false;
    // As the browser does automatically: the response was not used up.
    expect((await browser.finish(brought)).status).toBe(200);
    expect((await browser.signIn(name)).status).toBe(200);
  });
});
