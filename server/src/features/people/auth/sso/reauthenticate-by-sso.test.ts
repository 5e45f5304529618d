import { signIn } from '@ledgerline/contract/auth/endpoints';
import {
  getReauthenticationMethods,
  reauthenticate,
} from '@ledgerline/contract/auth/reauthentication/endpoints';
import { recordActivity } from '@ledgerline/contract/auth/sign-ins/endpoints';
import {
  getIdentity,
  removeIdentity,
  startSsoReauthentication,
} from '@ledgerline/contract/auth/sso/endpoints';
import { exportLedger } from '@ledgerline/contract/ledger/endpoints';
import { describe, expect, it } from 'vitest';
import { PASSWORD, signInAs } from '#testing/factories.ts';
import { SsoBrowser, useSsoWorld } from '#testing/sso.ts';
import { codeOf, setUpApp } from '#testing/two-factor.ts';

const w = useSsoWorld({ SSO_ONLY: 'true' });

const OWNER = { is_owner: true, has_all_staff_access: true };
/** An emergency password. */
const inAnHour = () => new Date(Date.now() + 3_600_000);
const EXPORT = { body: { columns: ['client_first_name' as const] } };

/** Signed in by single sign-on, and authenticated too long ago. */
async function someone(account: Parameters<typeof w.known>[1] = {}) {
  const person = await w.known({ has_all_staff_access: true }, account);
  const { signed_in } = (await person.browser.signIn(person.name)).body;
  const caller = w.current.withToken(signed_in?.token ?? '');
  return { ...person, ...caller };
}

const makeStale = (agentId: number) =>
  w.current.deps.database.query(
    `update sign_ins set proved_at = $2::timestamptz - interval '20 minutes' where agent_id = $1`,
    [agentId, w.current.clock.now()],
  );

describe('an agent without a password', () => {
  it('is sent to the provider again, continues with its confirmation, and needs nothing else', async () => {
    const one = await someone();
    await makeStale(one.agent.id);
    expect((await one.call(exportLedger, EXPORT)).error.code).toBe('proof_needed');
    expect((await one.call(getReauthenticationMethods)).body.data).toEqual({
      needs_code: false,
      has_passkey: false,
      has_password: false,
      has_code: false,
      has_sso: true,
    });
    const started = await one.call(startSsoReauthentication);
    const sent = Object.fromEntries(new URL(started.body.url).searchParams);
    expect(sent).toMatchObject({ prompt: 'login', max_age: '0' });
    const { body } = await one.browser.finish(await one.browser.goToReauthenticate(one, one.name));
    expect(body.signed_in).toBeNull();
    const sso = body.proof ?? '';
    expect((await one.call(reauthenticate, { body: { sso } })).status).toBe(200);
    expect((await one.call(exportLedger, EXPORT)).status).toBe(200);
    const again = await one.call(reauthenticate, { body: { sso } });
    expect(again.error.details?.fields?.[0]?.path).toBe('sso');
  });

  it('unlocks a screen the same way', async () => {
    const one = await someone();
    await one.call(recordActivity, { headers: { 'x-screen': '1' } });
    await w.current.deps.database.query('update sign_ins set locked_at = now() where agent_id = $1', [
      one.agent.id,
    ]);
    expect((await one.call(exportLedger, EXPORT)).error.code).toBe('locked');
    const { body } = await one.browser.finish(await one.browser.goToReauthenticate(one, one.name));
    expect((await one.call(reauthenticate, { body: { sso: body.proof ?? '' } })).status).toBe(200);
    expect((await one.call(exportLedger, EXPORT)).status).toBe(200);
  });

  it('enters a code in addition, or alone, if two-factor authentication is set up that the provider did not require', async () => {
    const one = await someone();
    const { secret } = await setUpApp(w.current, one);
    await makeStale(one.agent.id);
    expect((await one.call(getReauthenticationMethods)).body.data).toMatchObject({
      needs_code: true,
      has_code: true,
    });
    const { body } = await one.browser.finish(await one.browser.goToReauthenticate(one, one.name));
    const sso = body.proof ?? '';
    const bare = await one.call(reauthenticate, { body: { sso } });
    expect(bare.error.details?.fields?.[0]?.path).toBe('code');
    const wrong = await one.call(reauthenticate, { body: { sso, code: '000000' } });
    expect(wrong.error.details?.fields?.[0]?.path).toBe('code');
    expect((await one.call(reauthenticate, { body: { sso, code: codeOf(w.current, secret) } })).status).toBe(
      200,
    );
    await makeStale(one.agent.id);
    expect((await one.call(reauthenticate, { body: { code: codeOf(w.current, secret, 1) } })).status).toBe(
      200,
    );
    expect((await one.call(exportLedger, EXPORT)).status).toBe(200);
  });

  it('cannot re-authenticate with a password, which does not sign in either', async () => {
    const one = await someone();
    await makeStale(one.agent.id);
    const { error } = await one.call(reauthenticate, { body: { password: PASSWORD } });
    expect(error.details?.fields?.[0]?.path).toBe('password');
  });
});

describe('an agent linked to a previous provider', () => {
  it('is not sent to the current provider to re-authenticate, and the profile does not list it', async () => {
    const one = await w.known({ ...OWNER, password_until: inAnHour() });
    await w.connectElsewhere(one.agent.id, one.email);
    const body = { username: one.agent.username, password: PASSWORD };
    const caller = w.current.withToken((await w.current.call(signIn, { body })).body.token);
    expect((await caller.call(getReauthenticationMethods)).body.data).toMatchObject({
      has_password: true,
      has_sso: false,
    });
    const params = { id: one.agent.id };
    expect((await caller.call(getIdentity, { params })).body.identity).toBeNull();
    await one.browser.signIn(one.name);
    expect((await caller.call(getReauthenticationMethods)).body.data.has_sso).toBe(true);
    expect((await caller.call(getIdentity, { params })).body.identity?.email).toBe(one.email);
  });

  it('is unlinked from both, and each is logged', async () => {
    const one = await someone();
    await w.connectElsewhere(one.agent.id, 'before@acme.test');
    const owner = await signInAs(w.current, { ...OWNER, password_until: inAnHour() });
    expect((await owner.call(removeIdentity, { params: { id: one.agent.id } })).status).toBe(200);
    const rows = await w.current.deps.database.query<{ old_value: string }>(
      `select old_value from audit_events where action = 'sso_disconnected' and entity_id = $1`,
      [one.agent.id],
    );
    expect(rows.map(({ old_value }) => old_value).sort()).toEqual(['before@acme.test', one.email].sort());
  });
});

describe('re-authentication fails', () => {
  it("with another agent's account at the provider", async () => {
    const [one, other] = [await someone(), await w.known()];
    await new SsoBrowser(w.current).signIn(other.name);
    const stranger = new SsoBrowser(w.current);
    const { error } = await stranger.finish(await stranger.goToReauthenticate(one, other.name));
    expect(error.message).toContain('That account belongs to someone else');
    expect((await w.auditLogOf('sso_refused')).at(-1)).toMatchObject({
      entity_id: one.agent.id,
      new_value: { why: 'somebody_else' },
    });
  });

  it('with a sign-in there from before the request, or with no known time', async () => {
    const one = await someone();
    const old = await one.browser.goToReauthenticate(one, one.name);
    const before = Math.floor(Date.now() / 1000) - 300;
    w.provider.tampering = { claims: (claims) => ({ ...claims, auth_time: before }) };
    expect((await one.browser.finish(old)).error.message).toContain('did not ask you to sign in again');
    w.provider.tampering = null;
    const silent = await one.browser.goToReauthenticate(one, one.name);
    w.provider.tampering = { claims: ({ auth_time: _, ...claims }) => claims };
    expect((await one.browser.finish(silent)).error.message).toContain('sign out and sign in again');
  });

  it('for a different sign-in or agent than the requesting one', async () => {
    const one = await someone();
    const other = await someone();
    const { body } = await one.browser.finish(await one.browser.goToReauthenticate(one, one.name));
    const sso = body.proof ?? '';
    expect((await other.call(reauthenticate, { body: { sso } })).status).toBe(400);
    const second = (await one.browser.signIn(one.name)).body.signed_in?.token ?? '';
    expect((await w.current.withToken(second).call(reauthenticate, { body: { sso } })).status).toBe(400);
  });

  it('after signing in here with an hours-old sign-in there; without a time it succeeds', async () => {
    const one = await w.known({ has_all_staff_access: true });
    const hours = Math.floor(Date.now() / 1000) - 3 * 3600;
    w.provider.tampering = { claims: (claims) => ({ ...claims, auth_time: hours }) };
    const old = (await one.browser.signIn(one.name)).body.signed_in?.token ?? '';
    expect((await w.current.withToken(old).call(exportLedger, EXPORT)).error.code).toBe('proof_needed');
    w.provider.tampering = { claims: ({ auth_time: _, ...claims }) => claims };
    const silent = (await one.browser.signIn(one.name)).body.signed_in?.token ?? '';
    expect((await w.current.withToken(silent).call(exportLedger, EXPORT)).status).toBe(200);
  });
});
