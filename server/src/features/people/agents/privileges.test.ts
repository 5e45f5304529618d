import * as endpoints from '@ledgerline/contract/agents/endpoints';
import { signIn } from '@ledgerline/contract/auth/endpoints';
import { listClients } from '@ledgerline/contract/clients/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildAgent, PASSWORD, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

beforeAll(() => t.current.startJobs());
const OWNER = { is_owner: true, has_all_staff_access: true };
const canSignIn = async (username: string, password: string) =>
  (await t.current.call(signIn, { body: { username, password } })).status === 200;

describe('changing a password', () => {
  it("ends the agent's other sign-ins and preserves the current one", async () => {
    const plain = await signInAs(t.current);
    const again = await t.current.call(signIn, {
      body: { username: plain.agent.username, password: PASSWORD },
    });
    const elsewhere = t.current.withToken(again.body.token);
    const { status } = await plain.call(endpoints.changeAgentPassword, {
      params: { id: plain.agent.id },
      body: { password: 'new secret', current_password: PASSWORD },
    });
    expect(status).toBe(200);
    expect((await plain.call(listClients)).status).toBe(200);
    expect((await elsewhere.call(listClients)).status).toBe(401);
    expect(await canSignIn(plain.agent.username, 'new secret')).toBe(true);
    expect(await canSignIn(plain.agent.username, PASSWORD)).toBe(false);
  });

  it("requires the current password for one's own account", async () => {
    const owner = await signInAs(t.current, { ...OWNER, is_developer: true });
    const change = (current_password?: string) =>
      owner.call(endpoints.changeAgentPassword, {
        params: { id: owner.agent.id },
        body: { password: 'new secret', ...(current_password === undefined ? {} : { current_password }) },
      });
    for (const [current, message] of [
      [undefined, endpoints.CURRENT_PASSWORD_MISSING],
      ['', endpoints.CURRENT_PASSWORD_WRONG],
      ['new secret', endpoints.CURRENT_PASSWORD_WRONG],
    ] as const) {
      const answer = await change(current);
      expect([answer.status, answer.error.message]).toEqual([400, message]);
      expect(answer.error.details?.fields?.[0]?.path).toBe('current_password');
    }
    expect(await canSignIn(owner.agent.username, PASSWORD)).toBe(true);
    expect((await change(PASSWORD)).status).toBe(200);
    expect(await canSignIn(owner.agent.username, 'new secret')).toBe(true);
  });

  it('by a manager ends every sign-in of that agent', async () => {
    const owner = await signInAs(t.current, OWNER);
    const plain = await signInAs(t.current);
    await owner.call(endpoints.changeAgentPassword, {
      params: { id: plain.agent.id },
      body: { password: 'new secret' },
    });
    expect((await plain.call(listClients)).status).toBe(401);
  });

  it('rejects short ones, plain agents changing others, and anyone but owners changing an owner', async () => {
    const developer = await signInAs(t.current, { is_developer: true });
    const plain = await signInAs(t.current);
    const owner = await buildAgent(t.current, { is_owner: true });
    const change = (by: typeof plain, id: number, password: string) =>
      by.call(endpoints.changeAgentPassword, { params: { id }, body: { password } });
    const by = (password: string) => change(developer, plain.agent.id, password);
    expect((await change(plain, plain.agent.id, '12345')).error.message).toBe(endpoints.PASSWORD_TOO_SHORT);
    expect((await change(plain, developer.agent.id, 'long enough')).status).toBe(403);
    for (const weak of ['password', plain.agent.username.toUpperCase(), '       ']) {
      const answer = await by(weak);
      expect([answer.status, answer.error.details?.fields?.[0]?.path]).toEqual([400, 'password']);
    }
    expect((await change(developer, owner.id, 'long enough')).status).toBe(403);
    expect((await change(developer, 987654, 'long enough')).status).toBe(404);
  });
});

describe('an agent with a privilege that the caller lacks', () => {
  const PRIVILEGES = ['is_owner', 'is_developer', 'has_all_staff_access'] as const;
  const attempts = (by: Awaited<ReturnType<typeof signInAs>>, id: number) => [
    by.call(endpoints.changeAgentPassword, { params: { id }, body: { password: 'taken over' } }),
    by.call(endpoints.updateAgent, { params: { id }, body: { email: `taken${id}@example.test` } }),
    by.call(endpoints.updateAgent, { params: { id }, body: { username: `taken${id}` } }),
    by.call(endpoints.updateAgent, { params: { id }, body: { is_advisor: true } }),
    by.call(endpoints.deleteAgent, { params: { id } }),
  ];

  it.each(PRIVILEGES)('(%s) keeps password, email, username, flags and account', async (privilege) => {
    const others = PRIVILEGES.filter((other) => other !== privilege).map((other) => [other, true]);
    const manager = await signInAs(t.current, Object.fromEntries(others));
    const target = await signInAs(t.current, { [privilege]: true });
    for (const attempt of attempts(manager, target.agent.id)) {
      const { status, error } = await attempt;
      expect([status, error.message]).toEqual([403, endpoints.AGENT_OUTRANKS]);
    }
    const { body } = await target.call(endpoints.getAgent, { params: { id: target.agent.id } });
    const { email, username, is_advisor } = target.agent;
    expect(body.data).toMatchObject({ email, username, is_advisor });
    expect(await canSignIn(username, PASSWORD)).toBe(true);
  });

  it("prevents two owners from concurrently revoking each other's owner access or deleting each other", async () => {
    const actions = {
      demote: (by: Awaited<ReturnType<typeof signInAs>>, id: number) =>
        by.call(endpoints.updateAgent, { params: { id }, body: { is_owner: false } }),
      remove: (by: Awaited<ReturnType<typeof signInAs>>, id: number) =>
        by.call(endpoints.deleteAgent, { params: { id } }),
    };
    for (const one of [actions.demote, actions.remove]) {
      for (const other of [actions.demote, actions.remove]) {
        const first = await signInAs(t.current, OWNER);
        const second = await signInAs(t.current, OWNER);
        const answers = await Promise.all([one(first, second.agent.id), other(second, first.agent.id)]);
        expect(answers.filter(({ status }) => status === 200).length).toBe(1);
      }
    }
  });
});
