import { signIn } from '@ledgerline/contract/auth/endpoints';
import {
  endOtherSignIns,
  endSignIn,
  listSignIns,
  MAX_LISTED_SIGN_INS,
} from '@ledgerline/contract/auth/sign-ins/endpoints';
import { listClients } from '@ledgerline/contract/clients/endpoints';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildAgent, PASSWORD, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { deleteEndedSignIns } from './sign-in.ts';

const t = useTestApp();
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';

beforeAll(() => t.current.startJobs());
afterEach(() => t.current.clock.set(TEST_NOW));

/** The same agent signed in once more, from another device. */
async function againAs({ username }: { username: string }, userAgent = FIREFOX, address = '203.0.113.7') {
  const response = await t.current.app.inject({
    method: 'POST',
    url: '/api/crm/login',
    remoteAddress: address,
    headers: { 'user-agent': userAgent },
    payload: { username, password: PASSWORD },
  });
  return t.current.withToken(response.json().token);
}

async function listed(agent: Awaited<ReturnType<typeof signInAs>>, id = agent.agent.id) {
  return (await agent.call(listSignIns, { params: { id } })).body;
}

const auditLogOf = (id: number) =>
  t.current.deps.database.query(
    `select action, actor_id, old_value, new_value from audit_events
      where entity = 'agent' and entity_id = $1 and action like 'sign_in%' order by id`,
    [id],
  );

describe('the list of sign-ins', () => {
  it('shows device, address, times and the current sign-in, last used first', async () => {
    const agent = await signInAs(t.current);
    t.current.clock.advance(60_000);
    await againAs(agent.agent);
    const { data, total } = await listed(agent);
    expect(total).toBe(2);
    expect(data).toMatchObject([
      {
        device: 'Firefox on Windows',
        address: '203.0.113.7',
        signed_in_at: '2026-11-20T15:01:00.000Z',
        last_used_at: '2026-11-20T15:01:00.000Z',
        is_current: false,
      },
      { signed_in_at: '2026-11-20T15:00:00.000Z', is_current: true },
    ]);
  });

  it('records the last use to the minute, including when the clock was set back', async () => {
    const agent = await signInAs(t.current);
    const lastUsed = async () => (await listed(agent)).data[0]?.last_used_at;
    t.current.clock.advance(59_000);
    await agent.call(listClients);
    expect(await lastUsed()).toBe('2026-11-20T15:00:00.000Z');
    t.current.clock.advance(1000);
    await agent.call(listClients);
    await expect.poll(lastUsed).toBe('2026-11-20T15:01:00.000Z');
    t.current.clock.set(new Date(TEST_NOW.getTime() - 3_600_000));
    await agent.call(listClients);
    await expect.poll(lastUsed).toBe('2026-11-20T14:00:00.000Z');
  });

  it('writes once for many concurrent requests', async () => {
    const agent = await signInAs(t.current);
    const written = async () => {
      const [row] = await t.current.deps.database.query<{ xmin: string }>(
        'select xmin::text from sign_ins where agent_id = $1',
        [agent.agent.id],
      );
      return row?.xmin;
    };
    const before = await written();
    t.current.clock.advance(60_000);
    await Promise.all(Array.from({ length: 10 }, () => agent.call(listClients)));
    await expect.poll(written).not.toBe(before);
    const after = await written();
    await Promise.all(Array.from({ length: 10 }, () => agent.call(listClients)));
    expect(await written()).toBe(after);
  });

  it('omits sign-ins that were revoked or expired, and returns the total beyond the listed ones', async () => {
    const agent = await signInAs(t.current);
    await t.current.deps.database.query(
      `insert into sign_ins (agent_id, created_at, expires_at, revoked_at, address)
       select $1::bigint, $2::timestamptz - n * interval '1 second', $2::timestamptz + interval '1 hour',
              case when n > 60 then $2::timestamptz end, null
         from generate_series(1, 70) as n
       union all select $1::bigint, $2::timestamptz - interval '1 day', $2::timestamptz - interval '1 minute', null, null`,
      [agent.agent.id, TEST_NOW],
    );
    const { data, total } = await listed(agent);
    expect([data.length, total]).toEqual([MAX_LISTED_SIGN_INS, 61]);
    expect(data[1]).toMatchObject({ device: 'Unknown device', address: null, last_used_at: null });
    const ended = await agent.call(endOtherSignIns, { params: { id: agent.agent.id } });
    expect(ended.body.ended).toBe(60);
  });
});

describe('ending sign-ins', () => {
  it('ends one immediately, logs its device and address, and reports if it has already ended', async () => {
    const agent = await signInAs(t.current);
    const { id } = agent.agent;
    const elsewhere = await againAs(agent.agent);
    const [other] = (await listed(agent)).data.filter(({ is_current }) => !is_current);
    const params = { id, signInId: other?.id ?? 0 };
    expect((await agent.call(endSignIn, { params })).status).toBe(200);
    expect((await elsewhere.call(listClients)).status).toBe(401);
    expect((await agent.call(listClients)).status).toBe(200);
    const again = await agent.call(endSignIn, { params });
    expect([again.status, again.error.message]).toEqual([404, 'This sign-in has already ended.']);
    expect(await auditLogOf(id)).toEqual([
      {
        action: 'sign_in_ended',
        actor_id: id,
        old_value: { device: 'Firefox on Windows', address: '203.0.113.7' },
        new_value: null,
      },
    ]);
  });

  it('ends all others but not the current one', async () => {
    const agent = await signInAs(t.current);
    const others = [await againAs(agent.agent), await againAs(agent.agent)];
    const { body } = await agent.call(endOtherSignIns, { params: { id: agent.agent.id } });
    expect(body.ended).toBe(2);
    for (const other of others) expect((await other.call(listClients)).status).toBe(401);
    expect((await listed(agent)).data).toHaveLength(1);
    const none = await agent.call(endOtherSignIns, { params: { id: agent.agent.id } });
    expect(none.body.ended).toBe(0);
  });

  it('lets an owner end those of an agent, and no one without owner access or with fewer privileges', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const manager = await signInAs(t.current, { has_all_staff_access: true });
    const agent = await signInAs(t.current);
    const { id } = agent.agent;
    const [own] = (await listed(owner, id)).data;
    expect(own).toMatchObject({ is_current: false });
    const params = { id, signInId: own?.id ?? 0 };
    for (const [who, status] of [
      [manager, 403],
      [await signInAs(t.current), 404],
    ] as const) {
      expect((await who.call(listSignIns, { params: { id } })).status).toBe(status);
      expect((await who.call(endSignIn, { params })).status).toBe(status);
      expect((await who.call(endOtherSignIns, { params: { id } })).status).toBe(status);
    }
    const developer = await buildAgent(t.current, { is_developer: true });
    expect((await owner.call(listSignIns, { params: { id: developer.id } })).status).toBe(403);
    expect((await owner.call(listSignIns, { params: { id: 987654321 } })).status).toBe(404);
    expect((await owner.call(endOtherSignIns, { params: { id } })).body.ended).toBe(1);
    expect((await agent.call(listClients)).status).toBe(401);
  });

  it("does not end the sign-in of another agent under one's own ID", async () => {
    const [agent, other] = [await signInAs(t.current), await signInAs(t.current)];
    const [theirs] = (await listed(other)).data;
    const params = { id: agent.agent.id, signInId: theirs?.id ?? 0 };
    expect((await agent.call(endSignIn, { params })).status).toBe(404);
    expect((await other.call(listClients)).status).toBe(200);
  });

  it('ends once under concurrent requests', async () => {
    const agent = await signInAs(t.current);
    await againAs(agent.agent);
    const [other] = (await listed(agent)).data.filter(({ is_current }) => !is_current);
    const params = { id: agent.agent.id, signInId: other?.id ?? 0 };
    const answers = await Promise.all([1, 2, 3].map(() => agent.call(endSignIn, { params })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });
});

it('keeps a sign-in from before device and last use were recorded', async () => {
  const agent = await signInAs(t.current);
  await t.current.deps.database.query(
    'update sign_ins set user_agent = null, last_used_at = null, address = null where agent_id = $1',
    [agent.agent.id],
  );
  expect((await agent.call(listClients)).status).toBe(200);
  const first = async () => (await listed(agent)).data[0];
  expect(await first()).toMatchObject({ device: 'Unknown device', address: null, is_current: true });
  await expect.poll(async () => (await first())?.last_used_at).toBe(TEST_NOW.toISOString());
});

it('removes sign-ins that ended a month ago, except the last one of each agent', async () => {
  const agent = await signInAs(t.current);
  await t.current.call(signIn, { body: { username: agent.agent.username, password: PASSWORD } });
  t.current.clock.advance(31 * 86_400_000);
  await t.current.call(signIn, { body: { username: agent.agent.username, password: PASSWORD } });
  await deleteEndedSignIns(t.current.deps);
  const [row] = await t.current.deps.database.arrays(
    'select count(*)::int from sign_ins where agent_id = $1',
    [agent.agent.id],
  );
  expect(row).toEqual([1]);
  t.current.clock.advance(61 * 86_400_000);
  await deleteEndedSignIns(t.current.deps);
  expect(
    await t.current.deps.database.arrays('select count(*)::int from sign_ins where agent_id = $1', [
      agent.agent.id,
    ]),
  ).toEqual([[1]]);
});
