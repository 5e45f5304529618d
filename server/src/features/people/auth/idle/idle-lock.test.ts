import { signOut } from '@ledgerline/contract/auth/endpoints';
import { reauthenticate } from '@ledgerline/contract/auth/reauthentication/endpoints';
import { listSignIns, recordActivity } from '@ledgerline/contract/auth/sign-ins/endpoints';
import { updateSignInPolicy } from '@ledgerline/contract/auth/two-factor/endpoints';
import { createClient, listClients } from '@ledgerline/contract/clients/endpoints';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const MINUTE = 60_000;
const SCREEN = { headers: { 'x-screen': '1' } };

beforeAll(() => t.current.startJobs());
afterEach(() => t.current.clock.set(TEST_NOW));

/** An agent at a screen: a page of the portal has sent a request. */
async function atScreen(flags: Parameters<typeof signInAs>[1] = {}) {
  const agent = await signInAs(t.current, flags);
  await agent.call(listClients, SCREEN);
  const isNoted = async () => {
    const [row] = await t.current.deps.database.query(
      'select 1 from sign_ins where agent_id = $1 and last_active_at is not null',
      [agent.agent.id],
    );
    return row !== undefined;
  };
  await expect.poll(isNoted).toBe(true);
  return agent;
}

async function statusOf(agent: Awaited<ReturnType<typeof signInAs>>) {
  const { status, error } = await agent.call(listClients, SCREEN);
  return status === 200 ? 'open' : error.code;
}

async function setMinutes(idle_minutes: number) {
  const owner = await signInAs(t.current, { is_owner: true });
  const body = { second_factor: 'nobody' as const, idle_minutes };
  expect((await owner.call(updateSignInPolicy, { body })).status).toBe(200);
}

describe('a sign-in used by a screen', () => {
  it('is locked after 30 minutes of background requests only, and returns no data afterwards', async () => {
    const agent = await atScreen();
    for (let n = 0; n < 29; n++) {
      t.current.clock.advance(MINUTE);
      expect(await statusOf(agent)).toBe('open');
    }
    t.current.clock.advance(MINUTE);
    const { status, error } = await agent.call(listClients, SCREEN);
    expect([status, Object.keys(error).sort()]).toEqual([403, ['code', 'details', 'message', 'success']]);
    expect(error.code).toBe('locked');
    expect((await agent.call(createClient, { body: { client_last_name: 'X' } })).error.code).toBe('locked');
    expect((await agent.call(recordActivity)).error.code).toBe('locked');
  });

  it('stays unlocked while the agent is active in any tab, or a program sends requests', async () => {
    const agent = await atScreen();
    for (let n = 0; n < 4; n++) {
      t.current.clock.advance(20 * MINUTE);
      expect((await agent.call(recordActivity, SCREEN)).body.idle_minutes).toBe(30);
    }
    t.current.clock.advance(20 * MINUTE);
    const active = async () => {
      expect((await agent.call(listClients)).status).toBe(200);
      const [row] = await t.current.deps.database.query<{ last_active_at: Date }>(
        'select last_active_at from sign_ins where agent_id = $1',
        [agent.agent.id],
      );
      return row?.last_active_at;
    };
    await expect.poll(active).toEqual(t.current.clock.now());
    t.current.clock.advance(29 * MINUTE);
    expect(await statusOf(agent)).toBe('open');
  });

  it('is unlocked only by re-authentication, not by a clock set back or another setting', async () => {
    const agent = await atScreen();
    t.current.clock.advance(31 * MINUTE);
    expect(await statusOf(agent)).toBe('locked');
    t.current.clock.set(TEST_NOW);
    expect(await statusOf(agent)).toBe('locked');
    expect((await agent.call(reauthenticate, { body: { password: 'wrong one' } })).status).toBe(400);
    expect(await statusOf(agent)).toBe('locked');
    expect((await agent.call(reauthenticate, { body: { password: PASSWORD } })).status).toBe(200);
    expect(await statusOf(agent)).toBe('open');
    t.current.clock.advance(29 * MINUTE);
    expect(await statusOf(agent)).toBe('open');
    t.current.clock.advance(MINUTE);
    expect(await statusOf(agent)).toBe('locked');
  });

  it('can be signed out while locked', async () => {
    const agent = await atScreen();
    t.current.clock.advance(31 * MINUTE);
    expect((await agent.call(signOut, SCREEN)).status).toBe(200);
    expect(await statusOf(agent)).toBe('not_signed_in');
  });

  it('locks alone: another sign-in of the agent stays active', async () => {
    const agent = await atScreen();
    t.current.clock.advance(31 * MINUTE);
    expect(await statusOf(agent)).toBe('locked');
    const { agent: row } = agent;
    const other = await signInAs(t.current);
    expect((await other.call(listSignIns, { params: { id: other.agent.id } })).status).toBe(200);
    expect(row.id).not.toBe(other.agent.id);
  });
});

it('never locks if no page has used it', async () => {
  const agent = await signInAs(t.current);
  t.current.clock.advance(11 * 60 * MINUTE);
  expect((await agent.call(listClients)).status).toBe(200);
});

describe('the setting', () => {
  it('applies immediately to every sign-in, and 0 means never', async () => {
    const agent = await atScreen();
    await setMinutes(5);
    t.current.clock.advance(5 * MINUTE);
    expect(await statusOf(agent)).toBe('locked');
    const other = await atScreen();
    await setMinutes(0);
    t.current.clock.advance(600 * MINUTE);
    expect(await statusOf(other)).toBe('open');
    t.current.clock.set(TEST_NOW);
    await setMinutes(30);
  });

  it.each([-1, 1, 4, 481, 5.5, 1e9])('rejects %d minutes', async (idle_minutes) => {
    const owner = await signInAs(t.current, { is_owner: true });
    const body = { second_factor: 'nobody' as const, idle_minutes };
    const { status, error } = await owner.call(updateSignInPolicy, { body });
    expect([status, error.message]).toEqual([
      400,
      'idle_minutes must be from 5 to 480 minutes, or 0 for never',
    ]);
  });
});
