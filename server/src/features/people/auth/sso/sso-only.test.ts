import { confirmEmailByLink } from '@ledgerline/contract/agents/emails/endpoints';
import { createAgent, updateAgent } from '@ledgerline/contract/agents/endpoints';
import { signIn } from '@ledgerline/contract/auth/endpoints';
import { checkPasswordLink, sendPasswordLink } from '@ledgerline/contract/auth/password-links/endpoints';
import {
  getReauthenticationMethods,
  reauthenticate,
} from '@ledgerline/contract/auth/reauthentication/endpoints';
import { finishSso, startSso } from '@ledgerline/contract/auth/sso/endpoints';
import { removeTwoFactor, startPasskeySignIn } from '@ledgerline/contract/auth/two-factor/endpoints';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { describe, expect, it } from 'vitest';
import { PASSWORD, signInAs } from '#testing/factories.ts';
import { INVITED, tokensOf } from '#testing/password-emails.ts';
import { SsoBrowser, useSsoWorld } from '#testing/sso.ts';
import { useTestApp } from '#testing/test-app.ts';
import { setUpApp } from '#testing/two-factor.ts';

const w = useSsoWorld({ SSO_ONLY: 'true' });

describe('with passwords off', () => {
  it('returns the same response for a correct password, a wrong one and an unknown username', async () => {
    const { agent } = await w.known();
    const answers = await Promise.all(
      [
        [agent.username, PASSWORD],
        [agent.username, 'wrong one'],
        ['unknown-user', PASSWORD],
      ].map(([username = '', password = '']) => w.current.call(signIn, { body: { username, password } })),
    );
    expect(answers.map(({ status, error }) => [status, error.code, error.message])).toEqual(
      Array(3).fill([
        401,
        'wrong_credentials',
        'Signing in with a password is turned off here. Please use “Sign in with Acme”.',
      ]),
    );
  });

  it('rejects sign-in by passkey alone, and sets no password by link', async () => {
    expect((await w.current.call(startPasskeySignIn, { body: {} })).status).toBe(409);
    expect((await w.current.call(sendPasswordLink, { body: { name: 'owner' } })).status).toBe(409);
    expect((await w.current.call(checkPasswordLink, { body: { token: 'any' } })).status).toBe(409);
  });

  it("reports it to pages, with the provider's name", async () => {
    const { data } = (await w.current.call(getPublicSettings)).body;
    expect(data.sso).toEqual({ name: 'Acme', only: true });
  });

  it('accepts an emergency password for sign-in and re-authentication until it expires', async () => {
    const { agent } = await w.known();
    await w.current.deps.database.query(
      `update agents set password_until = $2::timestamptz + interval '1 day' where id = $1`,
      [agent.id, w.current.clock.now()],
    );
    const body = { username: agent.username, password: PASSWORD };
    const opened = await w.current.call(signIn, { body });
    expect(opened.status).toBe(200);
    const caller = w.current.withToken(opened.body.token);
    w.current.clock.advance(6 * 3_600_000);
    expect((await caller.call(getReauthenticationMethods)).body.data).toMatchObject({
      has_password: true,
      has_sso: false,
    });
    expect((await caller.call(reauthenticate, { body: { password: PASSWORD } })).status).toBe(200);
    w.current.clock.advance(18 * 3_600_000);
    expect((await w.current.call(signIn, { body })).status).toBe(401);
  });

  it('recommends no portal password in emails about a sign-in', async () => {
    const one = await w.known();
    const { token = '' } = (await one.browser.signIn(one.name)).body.signed_in ?? {};
    const connected = await w.emailTo(one.email, 'your single sign-on has changed');
    expect(connected).toContain('press Disconnect on your page');
    await setUpApp(w.current, w.current.withToken(token));
    const owner = await signInAs(w.current, {
      ...{ is_owner: true, has_all_staff_access: true },
      password_until: new Date(Date.now() + 3_600_000),
    });
    await owner.call(removeTwoFactor, { params: { id: one.agent.id } });
    await one.browser.signIn(one.name);
    const other = new SsoBrowser(w.current);
    const body = await other.goThere(one.name);
    const headers = {
      cookie: other.cookie,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
    };
    expect((await w.current.call(finishSso, { body, headers })).status).toBe(200);
    const device = await w.emailTo(one.email, 'new device sign-in');
    expect(device).toContain('someone can sign in with Acme as you');
    expect(await w.emailTo(one.email, 'removed your two-factor authentication')).toContain(
      'signing in with Acme is enough',
    );
  });

  it('tells invited agents where to sign in, and accepts their first sign-in there', async () => {
    const owner = await w.known({ is_owner: true, has_all_staff_access: true });
    const { token = '' } = (await owner.browser.signIn(owner.name)).body.signed_in ?? {};
    const email = 'invited@acme.test';
    const body = { username: 'invited', first_name: 'Ines', last_name: 'Vite', email, invite: true };
    expect((await w.current.withToken(token).call(createAgent, { body })).status).toBe(201);
    const [message] = await w.current.deps.database.query<{ subject: string }>(
      `select subject from mail_messages where kind = 'invitation' and to_address = $1`,
      [email],
    );
    expect(message?.subject).toContain('your account');
    const [link = ''] = await tokensOf(w.current, email, 1, INVITED);
    expect((await w.current.call(confirmEmailByLink, { body: { token: link } })).status).toBe(200);
    w.provider.accounts.set('ines', { email, email_verified: true });
    const signedIn = await new SsoBrowser(w.current).signIn('ines');
    expect(signedIn.body.signed_in?.admin.username).toBe('invited');
    expect(await w.current.deps.database.query('select from password_links')).toEqual([]);
  });
});

describe('correcting the address of an invited agent', () => {
  it.each([
    ['another address', 'miss-typed@acme.test', 'well-typed@acme.test'],
    ['another spelling', 'spelled@acme.test', 'Spelled@acme.test'],
  ])('to %s emails a link that works', async (_, wrong, right) => {
    const owner = await signInAs(w.current, {
      ...{ is_owner: true, has_all_staff_access: true },
      password_until: new Date(w.current.clock.now().getTime() + 3_600_000),
    });
    const username = wrong.split('@')[0] ?? '';
    const body = { username, first_name: 'Ines', last_name: 'Vite', email: wrong, invite: true };
    const { id } = (await owner.call(createAgent, { body })).body;
    const [former = ''] = await tokensOf(w.current, wrong, 1, INVITED);
    expect((await owner.call(updateAgent, { params: { id }, body: { email: right } })).status).toBe(200);
    const [link = ''] = await tokensOf(w.current, right, 1, INVITED);
    const confirm = (token: string) => w.current.call(confirmEmailByLink, { body: { token } });
    expect((await confirm(former)).status).toBe(401);
    expect((await confirm(link)).body.message).toBe(`${right} is confirmed.`);
    w.provider.accounts.set(username, { email: right, email_verified: true });
    const signedIn = await new SsoBrowser(w.current).signIn(username);
    expect(signedIn.body.signed_in?.admin.username).toBe(username);
  });
});

describe('without single sign-on', () => {
  const t = useTestApp();

  it('offers none of it, and starting it returns an error', async () => {
    expect((await t.current.call(getPublicSettings)).body.data.sso).toBeUndefined();
    const { status, error } = await t.current.call(startSso, { body: {} });
    expect([status, error.message]).toEqual([409, 'Single sign-on is not set up for this portal.']);
  });
});
