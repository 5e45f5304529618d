import { signIn, signOut } from '@ledgerline/contract/auth/endpoints';
import { listClients } from '@ledgerline/contract/clients/endpoints';
import { describe, expect, it } from 'vitest';
import { changeAgent } from '#features/people/agents/repository.ts';
import { hashPassword } from '#platform/auth/passwords.ts';
import { buildAgent, PASSWORD, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

describe('sign-in', () => {
  it('returns a token of three parts and the profile, and never a password', async () => {
    const agent = await buildAgent(t.current, { is_owner: true });
    const { status, body } = await t.current.call(signIn, {
      body: { username: agent.username, password: PASSWORD },
    });
    expect(status).toBe(200);
    expect(body.admin).toEqual({
      id: agent.id,
      first_name: agent.first_name,
      last_name: agent.last_name,
      username: agent.username,
      email: agent.email,
    });
    const claims = JSON.parse(Buffer.from(body.token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({
      id: agent.id,
      is_owner: true,
      is_developer: false,
      has_all_staff_access: false,
    });
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/);
  });

  it('also responds at the path of the page (decisions A2)', async () => {
    const agent = await buildAgent(t.current);
    const payload = { username: agent.username, password: PASSWORD };
    const response = await t.current.app.inject({ method: 'POST', url: '/crm/login', payload });
    expect(response.statusCode).toBe(200);
    expect(response.json().admin.id).toBe(agent.id);
  });

  it('returns the same error for an unknown username and a wrong password', async () => {
    const agent = await buildAgent(t.current);
    const wrong = await t.current.call(signIn, { body: { username: agent.username, password: 'wrong one' } });
    const unknown = await t.current.call(signIn, { body: { username: 'nobody', password: 'wrong one' } });
    expect([wrong.status, wrong.error.message]).toEqual([401, 'Invalid username or password']);
    expect([unknown.status, unknown.error.message]).toEqual([wrong.status, wrong.error.message]);
  });

  it('rejects a forged token and ends with sign-out', async () => {
    const agent = await signInAs(t.current);
    const forged = `${agent.token.slice(0, -4)}AAAA`;
    expect((await t.current.withToken(forged).call(listClients)).status).toBe(401);
    expect((await agent.call(listClients)).status).toBe(200);
    await agent.call(signOut);
    expect((await agent.call(listClients)).status).toBe(401);
  });

  it('limits attempts on one username', async () => {
    const agent = await buildAgent(t.current);
    const attempt = () =>
      t.current.call(signIn, { body: { username: agent.username, password: 'wrong one' } });
    for (let n = 0; n < 10; n++) expect((await attempt()).status).toBe(401);
    const rejected = await attempt();
    expect(rejected.status).toBe(429);
    expect(rejected.headers['retry-after']).toBe('900');
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const { username } = await buildAgent(t.current);
    const attempt = (host: number) =>
      t.current.app.inject({
        method: 'POST',
        url: '/api/crm/login',
        remoteAddress: `2001:db8:1:2::${host}`,
        payload: { username, password: 'wrong one' },
      });
    for (let n = 1; n <= 10; n++) expect((await attempt(n)).statusCode).toBe(401);
    expect((await attempt(11)).statusCode).toBe(429);
  });

  it('checks against the new password if it is being replaced at the same time', async () => {
    const agent = await buildAgent(t.current);
    const body = { username: agent.username, password: PASSWORD };
    const late = await t.current.deps.database.transaction(async (db) => {
      await changeAgent(db, agent.id, { password_hash: await hashPassword('another one') });
      const attempt = t.current.call(signIn, { body });
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { attempt };
    });
    expect((await late.attempt).status).toBe(401);
  });

  it('forgets failed attempts after a success, and counts them per username, ignoring case', async () => {
    const agent = await buildAgent(t.current);
    const attempt = (username: string, password: string) =>
      t.current.call(signIn, { body: { username, password } });
    for (let n = 0; n < 9; n++) await attempt(agent.username.toUpperCase(), 'wrong one');
    expect((await attempt(agent.username, PASSWORD)).status).toBe(200);
    expect((await attempt(agent.username, 'wrong one')).status).toBe(401);
  });

  it('handles many concurrent sign-ins', async () => {
    const agent = await buildAgent(t.current);
    const answers = await Promise.all(
      Array.from({ length: 9 }, () =>
        t.current.call(signIn, { body: { username: agent.username, password: PASSWORD } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
  });

  it('expires after its lifetime', async () => {
    const agent = await signInAs(t.current);
    t.current.clock.advance(12 * 3_600_000 + 1000);
    expect((await agent.call(listClients)).status).toBe(401);
  });

  it('does not accept a form token, and a form does not accept a sign-in token', async () => {
    const link = t.current.deps.tokens.signLink('some-link');
    expect(link.split('.').length).toBe(3);
    expect((await t.current.withToken(link).call(listClients)).status).toBe(401);
    const agent = await signInAs(t.current);
    expect(t.current.deps.tokens.readLink(agent.token)).toBe(null);
  });
});
