import { signIn, signOut } from '@ledgerline/contract/auth/endpoints';
import * as endpoints from '@ledgerline/contract/auth/two-factor/endpoints';
import { listClients } from '@ledgerline/contract/clients/endpoints';
import type { BodyOf } from '@ledgerline/contract/endpoint';
import { getStatus } from '@ledgerline/contract/status/endpoints';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openUntil } from '#features/people/auth/sign-in.ts';
import { ENDPOINTS } from '#platform/http/endpoint-names.ts';
import { buildAgent, PASSWORD, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { codeOf, setUpApp, setUpPasskey } from '#testing/two-factor.ts';

const t = useTestApp();
const ALL = { is_owner: true, is_developer: true, has_all_staff_access: true };

// Agents are notified by email through the queue.
beforeAll(() => t.current.startJobs());
beforeEach(() => t.current.clock.set(TEST_NOW));

const emailsTo = (email: string) =>
  t.current.deps.database.query<{ subject: string }>(
    `select subject from mail_messages where to_address = $1 and kind = 'second_factor'`,
    [email],
  );

describe('an authenticator app', () => {
  it('is active only after one of its codes was entered', async () => {
    const agent = await signInAs(t.current);
    const { body } = await agent.call(endpoints.startApp);
    const { secret, key_uri } = body.data;
    expect(key_uri).toContain(`otpauth://totp/Ledgerline:${agent.agent.username}?secret=${secret}`);
    expect((await agent.call(endpoints.getTwoFactorMethods)).body.data).toMatchObject({
      app: null,
      is_required: false,
    });
    const username = agent.agent.username;
    expect((await t.current.call(signIn, { body: { username, password: PASSWORD } })).status).toBe(200);
    const wrong = await agent.call(endpoints.confirmApp, { body: { code: '000000' } });
    expect([wrong.status, wrong.error.details?.fields?.[0]?.path]).toEqual([400, 'code']);
    const done = await agent.call(endpoints.confirmApp, { body: { code: codeOf(t.current, secret) } });
    expect(done.body.data.recovery_codes).toHaveLength(10);
    expect((await agent.call(endpoints.getTwoFactorMethods)).body.data).toMatchObject({
      app: { created_at: TEST_NOW.toISOString(), last_used_at: null },
      recovery_codes_left: 10,
    });
    expect(await emailsTo(agent.agent.email)).toHaveLength(1);
  });

  it('is set up once; after a restart, only the newest secret counts', async () => {
    const agent = await signInAs(t.current);
    const first = (await agent.call(endpoints.startApp)).body.data.secret;
    const second = (await agent.call(endpoints.startApp)).body.data.secret;
    const confirm = (secret: string) =>
      agent.call(endpoints.confirmApp, { body: { code: codeOf(t.current, secret) } });
    expect((await confirm(first)).status).toBe(400);
    expect((await confirm(second)).status).toBe(200);
    expect((await confirm(second)).error.code).toBe('wrong_state');
    expect((await agent.call(endpoints.startApp)).error.code).toBe('wrong_state');
  });

  it('is removed with its recovery codes, unless there is another method', async () => {
    const agent = await signInAs(t.current);
    const { codes } = await setUpApp(t.current, agent);
    expect(codes).toHaveLength(10);
    expect((await setUpPasskey(agent)).codes).toEqual([]);
    expect((await agent.call(endpoints.removeApp)).status).toBe(200);
    const { passkeys, recovery_codes_left } = (await agent.call(endpoints.getTwoFactorMethods)).body.data;
    expect([passkeys.length, recovery_codes_left]).toEqual([1, 10]);
    const id = passkeys[0]?.id ?? 0;
    expect((await agent.call(endpoints.removePasskey, { params: { id } })).status).toBe(200);
    expect((await agent.call(endpoints.getTwoFactorMethods)).body.data.recovery_codes_left).toBe(0);
    expect((await agent.call(endpoints.removeApp)).status).toBe(404);
    expect((await agent.call(endpoints.renewRecoveryCodes)).error.code).toBe('wrong_state');
    const username = agent.agent.username;
    expect((await t.current.call(signIn, { body: { username, password: PASSWORD } })).status).toBe(200);
  });

  it('requires re-authentication to change', async () => {
    const { token } = await signInAs(t.current);
    t.current.clock.advance(20 * 60_000);
    const caller = t.current.withToken(token);
    for (const endpoint of [endpoints.startApp, endpoints.startPasskey, endpoints.renewRecoveryCodes])
      expect((await caller.call(endpoint)).error.code).toBe('proof_needed');
  });
});

describe('removal by an owner', () => {
  it('removes all methods of an agent, ends their sign-ins and notifies them', async () => {
    const owner = await signInAs(t.current, ALL);
    const agent = await signInAs(t.current);
    await setUpApp(t.current, agent);
    await setUpPasskey(agent);
    const remove = () => owner.call(endpoints.removeTwoFactor, { params: { id: agent.agent.id } });
    expect((await remove()).status).toBe(200);
    expect((await agent.call(listClients)).status).toBe(401);
    const username = agent.agent.username;
    expect((await t.current.call(signIn, { body: { username, password: PASSWORD } })).status).toBe(200);
    expect(await emailsTo(agent.agent.email)).toHaveLength(3);
    const [row] = await t.current.deps.database.query<{ actor_id: number; field: string }>(
      `select actor_id, field from audit_events where action = 'second_factor_removed' and entity_id = $1`,
      [agent.agent.id],
    );
    expect(row).toEqual({ actor_id: owner.agent.id, field: 'all' });
    expect((await remove()).status).toBe(404);
  });

  it('is rejected for an agent with a privilege that the owner lacks, and for oneself', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const developer = await signInAs(t.current, { is_developer: true });
    await setUpApp(t.current, developer);
    const remove = (id: number) => owner.call(endpoints.removeTwoFactor, { params: { id } });
    expect((await remove(developer.agent.id)).status).toBe(403);
    expect((await remove(owner.agent.id)).status).toBe(403);
    expect((await remove(987_654)).status).toBe(404);
  });
});

describe('where the brokerage requires two-factor authentication', () => {
  const rule = (second_factor: 'nobody' | 'rights' | 'everybody') =>
    t.current.deps.database.query(
      `insert into sign_in_rules (second_factor, updated_at) values ($1, now())
       on conflict (only_row) do update set second_factor = $1`,
      [second_factor],
    );
  afterEach(() => rule('nobody'));

  it('allows an agent without it only to set it up, sign out and re-authenticate', async () => {
    const agent = await signInAs(t.current);
    await rule('everybody');
    for (const endpoint of ENDPOINTS.filter(({ access, name }) => access === 'agent' && name !== 'signOut')) {
      const { status, error } = await agent.call(endpoint, { params: { id: 1 } as never });
      const isRejected = status === 403 && error.code === 'second_factor_missing';
      expect([endpoint.name, isRejected]).toEqual([endpoint.name, !endpoint.worksWithoutTwoFactor]);
    }
    const { body } = await agent.call(getStatus);
    expect(body.success).toBe(true);
    expect((await agent.call(signOut)).status).toBe(200);
  });

  it('informs the agent at sign-in, and allows everything as soon as a method is set up', async () => {
    await rule('everybody');
    const { username } = await buildAgent(t.current);
    const { body } = await t.current.call(signIn, { body: { username, password: PASSWORD } });
    expect(body.has_to_set_up_factor).toBe(true);
    const agent = t.current.withToken(body.token);
    expect((await agent.call(listClients)).error.code).toBe('second_factor_missing');
    expect((await agent.call(endpoints.getTwoFactorMethods)).body.data.is_required).toBe(true);
    await setUpApp(t.current, agent);
    expect((await agent.call(listClients)).status).toBe(200);
    const rejected = await agent.call(endpoints.removeApp);
    expect([rejected.status, rejected.error.code]).toEqual([409, 'wrong_state']);
    expect((await agent.call(endpoints.getTwoFactorMethods)).body.data).toMatchObject({
      recovery_codes_left: 10,
    });
  });

  it('applies to privileged agents only, including from the time a privilege is granted', async () => {
    const [plain, manager] = [
      await signInAs(t.current),
      await signInAs(t.current, { has_all_staff_access: true }),
    ];
    await rule('rights');
    expect((await plain.call(listClients)).status).toBe(200);
    expect((await manager.call(listClients)).error.code).toBe('second_factor_missing');
    await t.current.deps.database.query('update agents set is_owner = true where id = $1', [plain.agent.id]);
    expect((await plain.call(listClients)).error.code).toBe('second_factor_missing');
    // The stream of live events ends by itself.
    const [row] = await t.current.deps.database.query<{ id: number }>(
      'select id from sign_ins where agent_id = $1',
      [plain.agent.id],
    );
    const actor = { kind: 'agent', name: '', signInId: row?.id ?? 0, ...plain.agent } as const;
    expect(await openUntil({ ...t.current.systemContext(), actor })).toBeNull();
    await rule('nobody');
    expect(await openUntil({ ...t.current.systemContext(), actor })).not.toBeNull();
  });

  it('lets owners require it once they have it themselves, and see who lacks it', async () => {
    const owner = await signInAs(t.current, ALL);
    const other = await signInAs(t.current);
    const set = (second_factor: 'rights') =>
      owner.call(endpoints.updateSignInPolicy, { body: { second_factor } });
    const early = await set('rights');
    expect([early.status, early.error.message]).toEqual([
      409,
      'Please set up two-factor authentication for your own account first.',
    ]);
    await setUpApp(t.current, owner);
    expect((await set('rights')).status).toBe(200);
    const { second_factor, without } = (await owner.call(endpoints.getSignInPolicy)).body.data;
    expect(second_factor).toBe('rights');
    expect(without.find(({ id }) => id === other.agent.id)).toMatchObject({ has_rights: false });
    expect(without.some(({ id }) => id === owner.agent.id)).toBe(false);
    expect(
      (await other.call(endpoints.updateSignInPolicy, { body: { second_factor: 'nobody' } })).status,
    ).toBe(403);
  });

  it('leaves the rule as it is if an owner changes something else', async () => {
    const owner = await signInAs(t.current, ALL);
    await setUpApp(t.current, owner);
    const set = (body: BodyOf<typeof endpoints.updateSignInPolicy>) =>
      owner.call(endpoints.updateSignInPolicy, { body });
    await set({ second_factor: 'everybody' });
    expect((await set({ idle_minutes: 20 })).status).toBe(200);
    expect((await owner.call(endpoints.getSignInPolicy)).body.data).toMatchObject({
      second_factor: 'everybody',
      idle_minutes: 20,
    });
  });
});
