import { changeAgentPassword, deleteAgent } from '@ledgerline/contract/agents/endpoints';
import * as endpoints from '@ledgerline/contract/auth/password-links/endpoints';
import { listClients } from '@ledgerline/contract/clients/endpoints';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildAgent, PASSWORD, signInAs } from '#testing/factories.ts';
import {
  CHANGED,
  checkLink,
  INVALID_LINK,
  NEW_PASSWORD,
  RESET,
  sentTokens,
  setByLink,
  signInStatus,
  tokensOf,
} from '#testing/password-emails.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });
const MINUTE = 60_000;

beforeAll(() => t.current.startJobs());
afterEach(() => t.current.clock.set(TEST_NOW));

let caller = 0;
/** Each request comes from its own address, so that only the limit per agent counts. */
async function requestPasswordReset(name: string, remoteAddress = `198.51.100.${++caller % 250}`) {
  const response = await t.current.app.inject({
    method: 'POST',
    url: '/api/crm/forgotten-password',
    remoteAddress,
    headers: { host: 'portal.example' },
    payload: { name },
  });
  return { status: response.statusCode, body: response.json() };
}

/** The token of the link that an agent requested. */
async function resetTokenOf(agent: { username: string; email: string }, count = 1) {
  await requestPasswordReset(agent.username);
  const tokens = await tokensOf(t.current, agent.email, count);
  return tokens.at(-1) ?? '';
}

const use = (token: string, password = NEW_PASSWORD) => setByLink(t.current, token, password);
const check = (token: string) => checkLink(t.current, token);
describe('a forgotten password', () => {
  it('is reset by a link that works once, ends every sign-in, and is reported by email', async () => {
    const agent = await signInAs(t.current);
    const { username, email, first_name } = agent.agent;
    const token = await resetTokenOf(agent.agent);
    expect((await check(token)).body).toMatchObject({ kind: 'reset', username, first_name });
    expect((await check(token)).status).toBe(200);
    expect((await agent.call(listClients)).status).toBe(200);
    const done = await use(token);
    expect([done.status, Object.keys(done.body)]).toEqual([200, ['success', 'message']]);
    expect((await agent.call(listClients)).status).toBe(401);
    expect([
      await signInStatus(t.current, username, PASSWORD),
      await signInStatus(t.current, username, NEW_PASSWORD),
    ]).toEqual([401, 200]);
    await expect.poll(async () => (await sentTokens(t.current, email, CHANGED)).length).toBe(1);
    for (const again of [await use(token, 'a third password'), await check(token)]) {
      expect([again.status, again.error.message]).toEqual([401, INVALID_LINK]);
    }
    expect(await signInStatus(t.current, username, NEW_PASSWORD)).toBe(200);
  });

  it('returns the same response for an agent, by username or email, and for an unknown name', async () => {
    const agent = await buildAgent(t.current);
    const without = await buildAgent(t.current, { email: 'no email at all' });
    const names = [
      agent.username.toUpperCase(),
      ` ${agent.email} `,
      without.username,
      'unknown-name',
      "' or 1=1 --",
    ];
    for (const name of names) {
      expect(await requestPasswordReset(name)).toEqual({
        status: 200,
        body: { success: true, message: endpoints.PASSWORD_LINK_NOT_CONNECTED },
      });
    }
    await tokensOf(t.current, agent.email, 2);
    for (const name of ['', '   ', 'x'.repeat(201), 7, null]) {
      expect((await requestPasswordReset(name as never)).status).toBe(400);
    }
  });

  it('finds the agent by username before email', async () => {
    const email = 'shared@example.test';
    const byEmail = await buildAgent(t.current, { email });
    const byName = await buildAgent(t.current, { username: email });
    await requestPasswordReset(email);
    await tokensOf(t.current, byName.email, 1);
    expect(await sentTokens(t.current, byEmail.email, RESET)).toEqual([]);
  });

  it('has one link at a time: a newer one invalidates the older', async () => {
    const agent = await buildAgent(t.current);
    const old = await resetTokenOf(agent);
    const newer = await resetTokenOf(agent, 2);
    expect((await use(old)).status).toBe(401);
    expect((await use(newer)).status).toBe(200);
  });

  it.each([
    ['at its expiration', () => t.current.clock.advance(60 * MINUTE)],
    ['with the clock set back to before it was created', () => t.current.clock.advance(-MINUTE)],
  ])('is not set by a link %s', async (_, move) => {
    const agent = await buildAgent(t.current);
    const token = await resetTokenOf(agent);
    move();
    expect([(await check(token)).status, (await use(token)).error.message]).toEqual([401, INVALID_LINK]);
    expect(await signInStatus(t.current, agent.username, PASSWORD)).toBe(200);
  });

  it('works until the last minute', async () => {
    const agent = await buildAgent(t.current);
    const token = await resetTokenOf(agent);
    t.current.clock.advance(60 * MINUTE - 1);
    expect((await use(token)).status).toBe(200);
  });

  it.each(['', 'x', '../../etc', 'A'.repeat(32), 'é'.repeat(50)])(
    'is not set by %j, which is not a link',
    async (token) => {
      expect([400, 401]).toContain((await use(token)).status);
      expect([400, 401]).toContain((await check(token)).status);
    },
  );

  it('is set by only one of two concurrent browsers', async () => {
    const agent = await buildAgent(t.current);
    const token = await resetTokenOf(agent);
    const answers = await Promise.all([use(token, 'first password'), use(token, 'other password')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const works = [
      await signInStatus(t.current, agent.username, 'first password'),
      await signInStatus(t.current, agent.username, 'other password'),
    ];
    expect(works.sort()).toEqual([200, 401]);
  });

  it('keeps the link when the new password is rejected', async () => {
    const agent = await buildAgent(t.current);
    const token = await resetTokenOf(agent);
    for (const password of ['12345', 'password', agent.username, '        ']) {
      const { status, error } = await use(token, password);
      expect([status, error.details?.fields?.[0]?.path]).toEqual([400, 'password']);
    }
    expect((await use(token)).status).toBe(200);
  });

  it('becomes invalid when the password is changed elsewhere, or the agent is deleted', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const [changed, deleted] = [await buildAgent(t.current), await buildAgent(t.current)];
    const tokens = [await resetTokenOf(changed), await resetTokenOf(deleted)];
    const password = 'set by a colleague';
    await owner.call(changeAgentPassword, { params: { id: changed.id }, body: { password } });
    expect((await owner.call(deleteAgent, { params: { id: deleted.id } })).status).toBe(200);
    for (const token of tokens) expect((await use(token)).error.message).toBe(INVALID_LINK);
    await expect.poll(async () => (await sentTokens(t.current, changed.email, CHANGED)).length).toBe(1);
  });

  it('is emailed to one agent three times an hour, whatever the source of the requests', async () => {
    const agent = await buildAgent(t.current);
    for (let n = 0; n < 8; n++) expect((await requestPasswordReset(agent.username)).status).toBe(200);
    const jobs = async () => {
      const [row] = await t.current.deps.database.arrays(
        `select count(*)::int from pgboss.job where name = 'forgotten-password' and state <> 'completed'`,
      );
      return row;
    };
    await expect.poll(jobs).toEqual([0]);
    const tokens = await tokensOf(t.current, agent.email, 3);
    const states = await Promise.all(tokens.map(async (token) => (await check(token)).status));
    expect(states.sort()).toEqual([200, 401, 401]);
    const auditLog = await t.current.deps.database.query<{ action: string }>(
      `select action from audit_events where entity = 'agent' and entity_id = $1 and action like 'password%'`,
      [agent.id],
    );
    const count = (name: string) => auditLog.filter(({ action }) => action === name).length;
    expect([count('password_link_sent'), count('password_link_refused')]).toEqual([3, 5]);
  });

  it('is limited to ten requests in 15 minutes from one address', async () => {
    const from = '192.0.2.77';
    for (let n = 0; n < 10; n++) expect((await requestPasswordReset(`unknown${n}`, from)).status).toBe(200);
    expect((await requestPasswordReset('unknown', from)).status).toBe(429);
  });

  it('stores only a fingerprint in the database', async () => {
    const agent = await buildAgent(t.current);
    const token = await resetTokenOf(agent);
    const rows = await t.current.deps.database.query('select * from password_links where agent_id = $1', [
      agent.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
