import * as endpoints from '@ledgerline/contract/agents/endpoints';
import { signIn } from '@ledgerline/contract/auth/endpoints';
import { createClient, listClients } from '@ledgerline/contract/clients/endpoints';
import { describe, expect, it } from 'vitest';
import { buildAgent, PASSWORD, signInAs } from '#testing/factories.ts';
import { openTestApp, TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { createFirstAgent } from './manage-agents.ts';

const t = useTestApp();
const OWNER = { is_owner: true, has_all_staff_access: true };
const newcomer = (name: string) => ({
  first_name: 'New',
  last_name: 'Comer',
  email: `${name}@example.test`,
  username: name,
  password: 'quiet harbour',
});
const canSignIn = async (username: string, password: string) =>
  (await t.current.call(signIn, { body: { username, password } })).status === 200;

const COMMON = 'This password is one of the most common ones and easy to guess. Please choose another.';

describe('reading agents', () => {
  it('lists every agent with flags and the number of clients each created, never a password', async () => {
    const owner = await signInAs(t.current, OWNER);
    await owner.call(createClient, { body: { client_first_name: 'A' } });
    await owner.call(createClient, { body: { client_first_name: 'B' } });
    const { status, body } = await owner.call(endpoints.listAgents);
    const own = body.data.find(({ id }) => id === owner.agent.id);
    expect([status, own?.client_count]).toEqual([200, 2]);
    expect(Object.keys(own ?? {}).sort()).toEqual(
      [...Object.keys(endpoints.agentSchema.shape), 'invitation', 'security'].sort(),
    );
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/);
  });

  it('lists two-factor authentication and last use for owners only, and pending invitations', async () => {
    const owner = await signInAs(t.current, OWNER);
    const one = await signInAs(t.current);
    await t.current.deps.database.query(
      'insert into authenticator_apps (agent_id, created_at, confirmed_at) values ($1, $2, $2)',
      [one.agent.id, TEST_NOW],
    );
    const absent = await buildAgent(t.current);
    await t.current.deps.database.query(
      `insert into password_links (agent_id, kind, token_fingerprint, created_at, expires_at)
       values ($1, 'invitation', 'x', $2, $2::timestamptz + interval '7 days')`,
      [absent.id, TEST_NOW],
    );
    const listed = async (by: typeof owner) => {
      const { data } = (await by.call(endpoints.listAgents)).body;
      return [one.agent.id, absent.id].map((id) => data.find((row) => row.id === id));
    };
    const invitation = {
      state: 'open',
      email_status: 'failed',
      sent_at: TEST_NOW.toISOString(),
      expires_at: '2026-11-27T15:00:00.000Z',
    };
    expect(await listed(owner)).toMatchObject([
      { invitation: null, security: { has_two_factor: true, last_seen_at: TEST_NOW.toISOString() } },
      { invitation, security: { has_two_factor: false, last_seen_at: null } },
    ]);
    // Requests that an open page makes by itself use the sign-in, but are not activity of the agent.
    await t.current.deps.database.query(
      `update sign_ins set last_active_at = $2, last_used_at = $2::timestamptz + interval '3 hours' where agent_id = $1`,
      [one.agent.id, TEST_NOW],
    );
    expect((await listed(owner))[0]?.security?.last_seen_at).toBe(TEST_NOW.toISOString());
    const developer = await signInAs(t.current, { is_developer: true });
    expect(await listed(developer)).toMatchObject([
      { invitation: null, security: null },
      { invitation, security: null },
    ]);
  });

  it.each(['is_owner', 'is_developer', 'has_all_staff_access'] as const)(
    '%s can load the list',
    async (flag) => {
      const agent = await signInAs(t.current, { [flag]: true });
      expect((await agent.call(endpoints.listAgents)).status).toBe(200);
    },
  );

  it('shows a plain agent only themselves', async () => {
    const plain = await signInAs(t.current);
    const other = await buildAgent(t.current);
    expect((await plain.call(endpoints.getAgent, { params: { id: plain.agent.id } })).status).toBe(200);
    expect((await plain.call(endpoints.getAgent, { params: { id: other.id } })).status).toBe(404);
    const owner = await signInAs(t.current, OWNER);
    expect((await owner.call(endpoints.getAgent, { params: { id: 987654 } })).status).toBe(404);
  });

  it('reports whether an email is available, ignoring case and excluding one agent', async () => {
    const agent = await signInAs(t.current);
    const isAvailable = async (email: string, excludeId?: number) =>
      (await agent.call(endpoints.checkAgentEmail, { query: { email, excludeId } })).body.available;
    expect(await isAvailable(agent.agent.email.toUpperCase())).toBe(false);
    expect(await isAvailable(agent.agent.email, agent.agent.id)).toBe(true);
    expect(await isAvailable('free@example.test')).toBe(true);
  });
});

describe('creating an agent', () => {
  it('lets the new agent sign in', async () => {
    const owner = await signInAs(t.current, OWNER);
    const { status, body } = await owner.call(endpoints.createAgent, {
      body: { ...newcomer('created'), is_advisor: true },
    });
    expect([status, body.id, body.data.is_advisor]).toEqual([201, body.data.id, true]);
    expect(await canSignIn('created', 'quiet harbour')).toBe(true);
    expect(await canSignIn('CREATED ', 'quiet harbour')).toBe(true);
  });

  it('names what is missing or invalid', async () => {
    const owner = await signInAs(t.current, OWNER);
    const cases: [Record<string, unknown>, string][] = [
      [{ first_name: ' ' }, 'First name is required'],
      [{ last_name: '' }, 'Last name is required'],
      [{ email: undefined }, 'Email is required'],
      [{ username: '' }, 'Username is required'],
      [{ password: undefined }, 'Password is required'],
      [{ email: 'abc' }, 'Please enter a valid email address'],
      [{ password: '12345' }, 'Password must be at least 6 characters.'],
      [{ password: '      ' }, 'The password must not be blank.'],
      [{ username: 'Grace.Hopper', password: 'grace.hopper' }, 'The password must not be the username.'],
      [{ password: 'DRAGON' }, COMMON],
      [{ password: 'iloveyou' }, COMMON],
    ];
    for (const [change, message] of cases) {
      const answer = await owner.call(endpoints.createAgent, {
        body: { ...newcomer('wrong'), ...change } as never,
      });
      expect([answer.status, answer.error.message]).toEqual([400, message]);
    }
  });

  it('rejects a taken email or username, ignoring case', async () => {
    const owner = await signInAs(t.current, OWNER);
    await owner.call(endpoints.createAgent, { body: newcomer('taken') });
    const email = await owner.call(endpoints.createAgent, {
      body: { ...newcomer('other'), email: 'TAKEN@example.test' },
    });
    expect([email.status, email.error.message]).toEqual([
      409,
      'This email is already in use by another agent',
    ]);
    const username = await owner.call(endpoints.createAgent, {
      body: { ...newcomer('another'), username: 'Taken' },
    });
    expect([username.status, username.error.message]).toEqual([409, endpoints.USERNAME_TAKEN]);
  });

  it('returns 409 to all but one of several concurrent requests', async () => {
    const owner = await signInAs(t.current, OWNER);
    const answers = await Promise.all(
      [1, 2, 3].map(() => owner.call(endpoints.createAgent, { body: newcomer('racer') })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe('changing an agent', () => {
  it('lets agents edit their own information, but not raise their own flags', async () => {
    const plain = await signInAs(t.current);
    const { status, body } = await plain.call(endpoints.updateAgent, {
      params: { id: plain.agent.id },
      body: { first_name: '  Zoë ', is_owner: true, has_all_staff_access: true },
    });
    expect([status, body.data.first_name]).toEqual([200, 'Zoë']);
    expect([body.data.is_owner, body.data.has_all_staff_access]).toEqual([false, false]);
  });

  it('rejects plain agents changing others, and all-staff users changing an owner', async () => {
    const plain = await signInAs(t.current);
    const staff = await signInAs(t.current, { has_all_staff_access: true });
    const other = await buildAgent(t.current);
    const owner = await buildAgent(t.current, { is_owner: true });
    const rename = { first_name: 'X' };
    expect((await plain.call(endpoints.updateAgent, { params: { id: other.id }, body: rename })).status).toBe(
      403,
    );
    expect((await staff.call(endpoints.updateAgent, { params: { id: owner.id }, body: rename })).status).toBe(
      403,
    );
    expect(
      (await staff.call(endpoints.updateAgent, { params: { id: other.id }, body: { is_developer: true } }))
        .status,
    ).toBe(403);
    expect(
      (await staff.call(endpoints.updateAgent, { params: { id: other.id }, body: { is_advisor: true } }))
        .status,
    ).toBe(200);
  });

  it('ignores a password and the read-only keys of a returned row', async () => {
    const plain = await signInAs(t.current);
    const { body } = await plain.call(endpoints.getAgent, { params: { id: plain.agent.id } });
    const answer = await plain.call(endpoints.updateAgent, {
      params: { id: plain.agent.id },
      body: { ...body.data, password: 'other password' },
    });
    expect(answer.status).toBe(200);
    expect(await canSignIn(plain.agent.username, PASSWORD)).toBe(true);
  });

  it("takes effect on that agent's next request, not only at the next sign-in", async () => {
    const owner = await signInAs(t.current, { ...OWNER, is_developer: true });
    const developer = await signInAs(t.current, { is_developer: true });
    expect((await developer.call(endpoints.listAgents)).status).toBe(200);
    await owner.call(endpoints.updateAgent, {
      params: { id: developer.agent.id },
      body: { is_developer: false },
    });
    expect((await developer.call(endpoints.listAgents)).status).toBe(403);
  });
});

describe('the first agent', () => {
  it('is created once, however many servers start on an empty database', async () => {
    const empty = await openTestApp();
    const owner = { username: 'owner', email: 'owner@example.test', password: 'quiet harbour' };
    const create = () => empty.deps.database.transaction((db) => createFirstAgent(db, owner));
    const created = await Promise.all([create(), create(), create()]);
    expect(created.filter((agent) => agent !== null).length).toBe(1);
    await empty.close();
  });

  it('is not created with a common password, and the log explains it in one line', async () => {
    const empty = await openTestApp();
    const create = (password: string) => {
      const owner = { username: 'owner', email: 'owner@example.test', password };
      return empty.deps.database.transaction((db) => createFirstAgent(db, owner));
    };
    for (const password of ['password1', ' owner ', '        ']) {
      await expect(create(password)).rejects.toThrow(/^OWNER_PASSWORD: .+\.$/);
    }
    expect((await create('quiet harbour'))?.username).toBe('owner');
    expect(await create('password1')).toBe(null);
    await empty.close();
  });
});

describe('deleting an agent', () => {
  it('ends the sign-ins and prevents new ones', async () => {
    const owner = await signInAs(t.current, OWNER);
    const gone = await signInAs(t.current);
    expect((await owner.call(endpoints.deleteAgent, { params: { id: gone.agent.id } })).status).toBe(200);
    expect((await gone.call(listClients)).status).toBe(401);
    expect(await canSignIn(gone.agent.username, PASSWORD)).toBe(false);
    expect((await owner.call(endpoints.deleteAgent, { params: { id: gone.agent.id } })).status).toBe(404);
  });

  it('keeps the clients that agent created', async () => {
    const owner = await signInAs(t.current, OWNER);
    const gone = await signInAs(t.current);
    const { body } = await gone.call(createClient, { body: { client_last_name: 'Orphanless' } });
    await owner.call(endpoints.deleteAgent, { params: { id: gone.agent.id } });
    const { body: list } = await owner.call(listClients, { query: { q: 'orphanless' } });
    expect(list.data.map(({ id }) => id)).toEqual([body.id]);
  });

  it('rejects deleting agent 1, oneself, and an owner by anyone but an owner', async () => {
    const owner = await signInAs(t.current, OWNER);
    const developer = await signInAs(t.current, { is_developer: true });
    const remove = (by: typeof owner, id: number) => by.call(endpoints.deleteAgent, { params: { id } });
    expect((await remove(owner, 1)).status).toBe(403);
    expect((await remove(owner, owner.agent.id)).status).toBe(403);
    expect((await remove(developer, owner.agent.id)).status).toBe(403);
  });
});
