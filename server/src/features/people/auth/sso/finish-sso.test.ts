import { getAgent } from '@ledgerline/contract/agents/endpoints';
import { signIn } from '@ledgerline/contract/auth/endpoints';
import { listSignIns } from '@ledgerline/contract/auth/sign-ins/endpoints';
import { finishSso, getIdentity, removeIdentity, startSso } from '@ledgerline/contract/auth/sso/endpoints';
import { verifyTwoFactor } from '@ledgerline/contract/auth/two-factor/endpoints';
import { describe, expect, it } from 'vitest';
import { PASSWORD, signInAs } from '#testing/factories.ts';
import { rememberedOf } from '#testing/remembered-devices.ts';
import { SsoBrowser, useSsoWorld } from '#testing/sso.ts';
import { codeOf, setUpApp } from '#testing/two-factor.ts';

const w = useSsoWorld();

const emailsTo = (email: string) =>
  w.current.deps.database.query<{ kind: string }>(
    'select kind from mail_messages where to_address = $1 order by id',
    [email],
  );

describe('a sign-in by single sign-on', () => {
  it('equals one by password: the same response, a working token, listed and logged', async () => {
    const { agent, name, browser, email } = await w.known();
    const { status, body, headers } = await browser.signIn(name);
    expect([status, body.signed_in?.admin, body.proof]).toEqual([
      200,
      { id: agent.id, first_name: 'Alex', last_name: agent.last_name, username: agent.username, email },
      null,
    ]);
    expect(String(headers['set-cookie'])).toContain(`device_${agent.id}=`);
    const caller = w.current.withToken(body.signed_in?.token ?? '');
    expect((await caller.call(getAgent, { params: { id: agent.id } })).status).toBe(200);
    const list = await caller.call(listSignIns, { params: { id: agent.id } });
    expect(list.body.data).toHaveLength(1);
    expect((await w.auditLogOf('signed_in')).at(-1)).toMatchObject({ entity_id: agent.id, field: 'sso' });
    expect(await emailsTo(email)).toEqual([{ kind: 'second_factor' }]);
    const { identity } = (await caller.call(getIdentity, { params: { id: agent.id } })).body;
    expect(identity?.email).toBe(email);
  });

  it('asks the provider for a code with PKCE, and sends nothing but our own address', async () => {
    const { body, headers } = await w.current.call(startSso, { body: {} });
    const sent = Object.fromEntries(new URL(body.url).searchParams);
    expect(sent).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost/crm/sso',
      scope: 'openid email',
      max_age: '43200',
    });
    expect(sent.nonce).toHaveLength(43);
    expect(headers['set-cookie']).toMatch(/^sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/);
    const again = await w.current.call(startSso, { body: { is_fresh: true } });
    expect(Object.fromEntries(new URL(again.body.url).searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
    });
  });

  it('finds the agent by the linked account from then on, even if the address changes', async () => {
    const { agent, name, browser } = await w.known();
    await browser.signIn(name);
    w.provider.accounts.set(name, { email: 'married@acme.test' });
    await w.current.deps.database.query(`update agents set email = 'else@acme.test' where id = $1`, [
      agent.id,
    ]);
    expect((await new SsoBrowser(w.current).signIn(name)).body.signed_in?.admin.id).toBe(agent.id);
    expect(
      (await w.auditLogOf('sso_connected')).filter(({ entity_id }) => entity_id === agent.id),
    ).toHaveLength(1);
  });

  it('works in two tabs of one browser at once', async () => {
    const { agent, name, browser } = await w.known();
    const first = await browser.goThere(name);
    const second = await browser.goThere(name);
    expect((await browser.finish(second)).body.signed_in?.admin.id).toBe(agent.id);
    expect((await browser.finish(first)).body.signed_in?.admin.id).toBe(agent.id);
  });

  it('links the account once for two concurrent first sign-ins', async () => {
    const { agent, name } = await w.known();
    const browsers = [new SsoBrowser(w.current), new SsoBrowser(w.current)];
    const brought = await Promise.all(browsers.map((one) => one.goThere(name)));
    const ended = await Promise.all(browsers.map((one, n) => one.finish(brought[n] ?? { state: '' })));
    expect(ended.map(({ body }) => body.signed_in?.admin.id)).toEqual([agent.id, agent.id]);
    expect(
      (await w.auditLogOf('sso_connected')).filter(({ entity_id }) => entity_id === agent.id),
    ).toHaveLength(1);
  });
});

/**
 * An agent with an authenticator app who signs in by single sign-on for the first time and has not entered a
 * code yet.
 */
async function pending() {
  const one = await w.known({ is_owner: true, has_all_staff_access: true });
  const { body } = await w.current.call(signIn, {
    body: { username: one.agent.username, password: PASSWORD },
  });
  const caller = w.current.withToken(body.token);
  const { secret } = await setUpApp(w.current, caller);
  const requestTicket = async () => String((await one.browser.signIn(one.name)).error.details?.ticket);
  const verify = (ticket: string, step = 0, more = {}) =>
    w.current.call(verifyTwoFactor, { body: { ticket, code: codeOf(w.current, secret, step), ...more } });
  const params = { id: one.agent.id };
  const connected = async () => (await caller.call(getIdentity, { params })).body.identity?.email ?? null;
  const others = await signInAs(w.current, { is_owner: true, has_all_staff_access: true });
  return {
    ...one,
    requestTicket,
    verify,
    connected,
    disconnect: () => others.call(removeIdentity, { params }),
  };
}

describe('an account there that is not connected yet', () => {
  it('is linked, with a notification, only after two-factor authentication', async () => {
    const { agent, email, requestTicket, verify, connected } = await pending();
    await w.current.deps.database.query(
      `insert into password_links (agent_id, kind, token_fingerprint, created_at, expires_at)
       values ($1, 'reset', 'x', now(), now() + interval '1 hour')`,
      [agent.id],
    );
    const links = () =>
      w.current.deps.database.query('select from password_links where agent_id = $1', [agent.id]);
    const emailCount = (await emailsTo(email)).length;
    const ticket = await requestTicket();
    expect([await connected(), (await links()).length, (await emailsTo(email)).length]).toEqual([
      null,
      1,
      emailCount,
    ]);
    const wrong = await w.current.call(verifyTwoFactor, { body: { ticket, code: '000000' } });
    expect([wrong.status, await connected()]).toEqual([400, null]);
    expect((await verify(ticket)).body.admin.id).toBe(agent.id);
    expect([await connected(), (await links()).length, (await emailsTo(email)).length]).toEqual([
      email,
      0,
      emailCount + 1,
    ]);
    expect((await w.auditLogOf('sso_connected')).at(-1)?.entity_id).toBe(agent.id);
  });

  it('is not linked by a remembered device, which counts once it is linked', async () => {
    const { agent, name, browser, verify, connected } = await pending();
    const byPassword = await w.current.call(signIn, {
      body: { username: agent.username, password: PASSWORD },
    });
    const remembered = rememberedOf(
      (await verify(String(byPassword.error.details?.ticket), 0, { remember_device: true })).headers,
    );
    const finish = async () => {
      const body = await browser.goThere(name);
      return w.current.call(finishSso, { body, headers: { cookie: `${browser.cookie}; ${remembered}` } });
    };
    const prompted = await finish();
    expect([prompted.error.code, await connected()]).toEqual(['second_factor_needed', null]);
    await verify(String(prompted.error.details?.ticket), 1);
    expect(await connected()).not.toBeNull();
    expect((await finish()).status).toBe(200);
  });

  it('is linked once by two tabs', async () => {
    const { agent, requestTicket, verify } = await pending();
    const [one, two] = [await requestTicket(), await requestTicket()];
    expect((await verify(one)).body.admin.id).toBe(agent.id);
    expect((await verify(two, 1)).body.admin.id).toBe(agent.id);
  });

  it("is not linked if the agent's address has changed", async () => {
    const { agent, requestTicket, verify } = await pending();
    const ticket = await requestTicket();
    await w.current.deps.database.query(
      `update agents set email = 'other' || id || '@acme.test' where id = $1`,
      [agent.id],
    );
    expect((await verify(ticket)).error.code).toBe('second_step_expired');
  });
});

describe('two-factor authentication that is pending while an owner unlinks the agent', () => {
  it('does not sign in, whether the account was linked before or would be linked now', async () => {
    const { requestTicket, verify, disconnect } = await pending();
    const [first, other] = [await requestTicket(), await requestTicket()];
    expect((await verify(first)).status).toBe(200);
    const later = await requestTicket();
    expect((await disconnect()).status).toBe(200);
    for (const ticket of [other, later]) {
      const { status, error } = await verify(ticket, 1);
      expect([status, error.code]).toEqual([403, 'second_step_expired']);
    }
    expect((await verify(await requestTicket(), 1)).status).toBe(200);
  });
});

describe('two-factor authentication', () => {
  const requireIt = (rule: string) =>
    w.current.deps.database.query(
      `insert into sign_in_rules (second_factor, updated_at) values ($1, now())
       on conflict (only_row) do update set second_factor = $1`,
      [rule],
    );

  it('is requested after the provider, unless the provider confirms two-factor authentication', async () => {
    const { agent, name, browser } = await w.known();
    const { token = '' } = (await browser.signIn(name)).body.signed_in ?? {};
    const { secret } = await setUpApp(w.current, w.current.withToken(token));
    const prompted = await browser.signIn(name);
    expect([prompted.status, prompted.error.code]).toEqual([403, 'second_factor_needed']);
    const ticket = String(prompted.error.details?.ticket);
    const verified = await w.current.call(verifyTwoFactor, {
      body: { ticket, code: codeOf(w.current, secret) },
    });
    expect(verified.body.admin.id).toBe(agent.id);
    expect(await w.countRejections()).toBe(0);
    w.provider.accounts.set(name, { ...w.provider.accounts.get(name), amr: ['pwd', 'mfa'] });
    expect((await new SsoBrowser(w.current).signIn(name)).body.signed_in?.admin.id).toBe(agent.id);
  });

  it('required by owners is satisfied by a provider that confirms it, and missing otherwise', async () => {
    await requireIt('everybody');
    try {
      const weak = await w.known();
      const { signed_in } = (await weak.browser.signIn(weak.name)).body;
      expect(signed_in?.has_to_set_up_factor).toBe(true);
      const strong = await w.known({}, { amr: ['mfa'] });
      const answer = (await strong.browser.signIn(strong.name)).body.signed_in;
      expect(answer?.has_to_set_up_factor).toBeUndefined();
      const call = (token = '', id = 0) => w.current.withToken(token).call(getAgent, { params: { id } });
      expect((await call(answer?.token, strong.agent.id)).status).toBe(200);
      expect((await call(signed_in?.token, weak.agent.id)).error.code).toBe('second_factor_missing');
    } finally {
      await requireIt('nobody');
    }
  });
});
