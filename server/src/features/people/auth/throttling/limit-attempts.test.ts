import { changeAgentPassword } from '@ledgerline/contract/agents/endpoints';
import { signOut } from '@ledgerline/contract/auth/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildAgent, PASSWORD, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

beforeAll(() => t.current.startJobs());
let callers = 0;

beforeEach(() => t.current.clock.set(TEST_NOW));

function attempt(username: string, password: string, from: { address?: string; cookie?: string } = {}) {
  callers += 1;
  return t.current.app.inject({
    method: 'POST',
    url: '/api/crm/login',
    remoteAddress: from.address ?? `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`,
    headers: from.cookie ? { cookie: from.cookie } : {},
    payload: { username, password },
  });
}

/** Guesses from many addresses until the delay starts. */
async function guessFromManyAddresses(username: string) {
  for (let n = 0; n < 10; n += 1) expect((await attempt(username, `guess ${n}`)).statusCode).toBe(401);
  return attempt(username, 'guess 10');
}

const audited = (action: string, id: number) =>
  t.current.deps.database.query<{ new_value: Record<string, unknown> | null; address: string }>(
    'select new_value, address from audit_events where action = $1 and entity_id = $2 order by id',
    [action, id],
  );

describe('guessing one username from many addresses', () => {
  it.each(['an agent', 'nobody'])('is slowed down with growing delays (%s)', async (whose) => {
    const username = whose === 'nobody' ? 'no such agent' : (await buildAgent(t.current)).username;
    const rejected = await guessFromManyAddresses(username);
    expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '2']);
    t.current.clock.advance(2000);
    expect((await attempt(username.toUpperCase(), 'guess 11')).statusCode).toBe(401);
    expect((await attempt(username, 'guess 12')).headers['retry-after']).toBe('4');
  });

  it('delays the agent at a new location, but no longer than five minutes', async () => {
    const { username } = await buildAgent(t.current);
    await guessFromManyAddresses(username);
    for (let n = 0; n < 12; n += 1) {
      t.current.clock.advance(300_000);
      expect((await attempt(username, 'guess')).statusCode).toBe(401);
    }
    expect((await attempt(username, PASSWORD)).headers['retry-after']).toBe('300');
    t.current.clock.advance(300_000);
    expect((await attempt(username, PASSWORD)).statusCode).toBe(200);
  });

  it('does not lock out an agent who comes from an address of an earlier sign-in', async () => {
    const { username } = await buildAgent(t.current);
    const address = '203.0.113.77';
    expect((await attempt(username, PASSWORD, { address })).statusCode).toBe(200);
    await guessFromManyAddresses(username);
    expect((await attempt(username, PASSWORD)).statusCode).toBe(429);
    expect((await attempt(username, 'wrong', { address })).statusCode).toBe(401);
    expect((await attempt(username, PASSWORD, { address })).statusCode).toBe(200);
  });

  it("does not lock out the agent's own browser, wherever it is; another agent's does not count", async () => {
    const mine = await buildAgent(t.current);
    const other = await buildAgent(t.current);
    const cookieOf = async (username: string) => {
      const [cookie = ''] = String((await attempt(username, PASSWORD)).headers['set-cookie']).split(';');
      return cookie;
    };
    const [own, foreign] = [await cookieOf(mine.username), await cookieOf(other.username)];
    await guessFromManyAddresses(mine.username);
    const renamed = foreign.replace(`device_${other.id}`, `device_${mine.id}`);
    for (const cookie of [foreign, renamed, `${own}x`, `device_${mine.id}=`]) {
      expect((await attempt(mine.username, PASSWORD, { cookie })).statusCode).toBe(429);
    }
    expect((await attempt(mine.username, PASSWORD, { cookie: `a=b; ${own}` })).statusCode).toBe(200);
  });

  it('is forgotten after a password change', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const { id, username } = await buildAgent(t.current);
    await guessFromManyAddresses(username);
    await owner.call(changeAgentPassword, { params: { id }, body: { password: 'quite new words' } });
    expect((await attempt(username, 'quite new words')).statusCode).toBe(200);
  });
});

describe('the limit of one address', () => {
  it('counts failed sign-ins, not successful ones', async () => {
    const address = '198.51.100.9';
    const { username } = await buildAgent(t.current);
    for (let n = 0; n < 101; n += 1) {
      expect((await attempt(username, PASSWORD, { address })).statusCode).toBe(200);
    }
    for (let n = 0; n < 100; n += 1) {
      expect((await attempt(`unknown ${n}`, 'guess', { address })).statusCode).toBe(401);
    }
    expect((await attempt(username, PASSWORD, { address })).statusCode).toBe(429);
    t.current.clock.advance(901_000);
    expect((await attempt(username, PASSWORD, { address })).statusCode).toBe(200);
  });
});

describe('the audit log', () => {
  it('records failed and rejected sign-ins with their address, and sign-outs', async () => {
    const agent = await buildAgent(t.current);
    await attempt(agent.username, 'wrong', { address: '192.0.2.4' });
    expect(await audited('sign_in_failed', agent.id)).toEqual([
      { address: '192.0.2.4', new_value: { username: agent.username, attempts_this_hour: 1 } },
    ]);
    for (let n = 0; n < 9; n += 1) await attempt(agent.username, 'wrong', { address: '192.0.2.4' });
    await attempt(agent.username, 'wrong', { address: '192.0.2.4' });
    expect(await audited('sign_in_refused', agent.id)).toHaveLength(1);
    const other = await signInAs(t.current);
    await other.call(signOut);
    expect(await audited('signed_out', other.agent.id)).toHaveLength(1);
  });

  it('is not flooded, and does not store text entered as an unknown username', async () => {
    const { id, username } = await buildAgent(t.current);
    for (let n = 0; n < 70; n += 1) await attempt(username, 'wrong');
    const numbers = (await audited('sign_in_refused', id)).map(
      ({ new_value }) => new_value?.attempts_this_hour,
    );
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 32]);
    await attempt('my password, in the wrong field', 'x');
    const rows = await t.current.deps.database.query(
      `select 1 from audit_events where new_value::text like '%wrong field%'`,
    );
    expect(rows).toEqual([]);
  });

  it('records each attempt with a wrong current password, but not a flood of them', async () => {
    const agent = await signInAs(t.current);
    const params = { id: agent.agent.id };
    const change = (current_password: string) =>
      agent.call(changeAgentPassword, { params, body: { password: 'quite new words', current_password } });
    for (const guess of ['wrong', 'wrong again']) expect((await change(guess)).status).toBe(400);
    const rows = await audited('password_change_failed', agent.agent.id);
    expect(rows.map(({ new_value }) => new_value)).toEqual([
      { attempts_this_hour: 1 },
      { attempts_this_hour: 2 },
    ]);
    expect((await change(PASSWORD)).status).toBe(200);
    expect(await audited('password_change_failed', agent.agent.id)).toHaveLength(2);
    expect(await audited('password_changed', agent.agent.id)).toHaveLength(1);
  });

  it('records who reached the limit of another endpoint', async () => {
    const agent = await signInAs(t.current);
    const params = { id: agent.agent.id };
    const body = { password: 'quite new words', current_password: 'wrong' };
    for (let n = 0; n < 21; n += 1) await agent.call(changeAgentPassword, { params, body });
    const rows = await audited('limit_refused', agent.agent.id);
    expect(rows.map(({ new_value }) => new_value)).toEqual([{ attempts_this_hour: 1 }]);
  });
});
