import { changeAgentPassword } from '@ledgerline/contract/agents/endpoints';
import { setPasswordByLink } from '@ledgerline/contract/auth/password-links/endpoints';
import {
  listRememberedDevices,
  removeRememberedDevice,
  removeRememberedDevices,
} from '@ledgerline/contract/auth/remembered-devices/endpoints';
import { endOtherSignIns, endSignIn } from '@ledgerline/contract/auth/sign-ins/endpoints';
import * as steps from '@ledgerline/contract/auth/two-factor/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, signInAs, signInOf } from '#testing/factories.ts';
import {
  agentWithApp,
  deviceLogOf,
  rememberDevice,
  rememberedOf,
  submitPassword,
} from '#testing/remembered-devices.ts';
import { type Caller, TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { codeOf, setUpApp, setUpPasskey } from '#testing/two-factor.ts';
import { createLink } from '../password-links/create-link.ts';

const t = useTestApp();
let owner: Caller;

beforeAll(async () => {
  await t.current.startJobs();
  owner = await signInAs(t.current, { is_owner: true, is_developer: true, has_all_staff_access: true });
});
beforeEach(async () => {
  t.current.clock.set(TEST_NOW);
  await t.current.deps.database.query('delete from sign_in_rules');
});

const devicesOf = async ({ agent, call }: Caller & { agent: { id: number } }, cookie = '') =>
  (await call(listRememberedDevices, { params: { id: agent.id }, headers: { cookie } })).body;

const setPolicy = (can_remember_devices: boolean) =>
  owner.call(steps.updateSignInPolicy, { body: { second_factor: 'nobody', can_remember_devices } });

describe('remembered devices end', () => {
  const withDevice = async (agent: Caller & { agent: { id: number } }) => {
    await t.current.deps.database.query(
      `insert into remembered_devices (agent_id, secret_fingerprint, created_at, expires_at)
       values ($1, 'x', $2, 'infinity')`,
      [agent.agent.id, TEST_NOW],
    );
    return agent;
  };
  const password = 'another long one';
  const ends: Record<string, (id: number, one: Caller) => Promise<{ status: number }>> = {
    'with a new password of the agent': (id, one) =>
      one.call(changeAgentPassword, { params: { id }, body: { password, current_password: PASSWORD } }),
    'with a password that an owner sets': (id) =>
      owner.call(changeAgentPassword, { params: { id }, body: { password } }),
    'with a password set by link': async (id) => {
      const { url } = await createLink(t.current.systemContext(), id, 'reset');
      return t.current.call(setPasswordByLink, { body: { token: url.split('#')[1] ?? '', password } });
    },
    'with a new passkey': async (_, one) => {
      await setUpPasskey(one);
      return { status: 200 };
    },
    'with a new authenticator app': async (_, one) => {
      await setUpApp(t.current, one);
      return { status: 200 };
    },
    'when the agent signs out everywhere else': (id, one) => one.call(endOtherSignIns, { params: { id } }),
    'when the agent removes all of them': (id, one) => one.call(removeRememberedDevices, { params: { id } }),
    'when an owner forbids them': () => setPolicy(false),
    'when an owner allows them again': async () => {
      await t.current.deps.database.query(
        'insert into sign_in_rules (can_remember_devices, updated_at) values (false, now())',
      );
      return setPolicy(true);
    },
  };

  const countOf = async (id: number) =>
    (await t.current.deps.database.query('select from remembered_devices where agent_id = $1', [id])).length;

  it.each(Object.entries(ends))('%s', async (_, end) => {
    const one = await withDevice(await signInAs(t.current));
    expect((await end(one.agent.id, one)).status).toBe(200);
    expect(await countOf(one.agent.id)).toBe(0);
  });

  it('with a removed app or passkey, and when an owner removes two-factor authentication', async () => {
    const one = await agentWithApp(t.current);
    const { passkey } = await setUpPasskey(one);
    const removals = [
      () => one.call(steps.removePasskey, { params: { id: passkey.id } }),
      () => one.call(steps.removeApp),
      () => owner.call(steps.removeTwoFactor, { params: { id: one.agent.id } }),
    ];
    for (const [n, remove] of removals.entries()) {
      await withDevice(one);
      if (n === 2) await setUpPasskey(one);
      await withDevice(one);
      expect((await remove()).status).toBe(200);
      expect(await countOf(one.agent.id)).toBe(0);
    }
  });

  it('only for that agent, and not with other settings of the policy or the end of one sign-in', async () => {
    const [one, other] = [await agentWithApp(t.current), await signInAs(t.current)];
    const { cookie, body } = await rememberDevice(t.current, one);
    await setUpPasskey(other);
    await owner.call(steps.updateSignInPolicy, { body: { second_factor: 'nobody', idle_minutes: 60 } });
    const signInId = signInOf(body.token);
    await one.call(endSignIn, { params: { id: one.agent.id, signInId } });
    expect((await submitPassword(t.current, one, cookie)).status).toBe(200);
  });

  it('for a device that was stored while an owner forbade it', async () => {
    const one = await agentWithApp(t.current);
    const { error } = await submitPassword(t.current, one);
    expect(error.details).toMatchObject({ can_remember: true });
    await setPolicy(false);
    const { status, headers } = await t.current.call(steps.verifyTwoFactor, {
      body: {
        ticket: String(error.details?.ticket),
        code: codeOf(t.current, one.secret),
        remember_device: true,
      },
    });
    expect([status, rememberedOf(headers)]).toEqual([200, '']);
    expect((await submitPassword(t.current, one)).error.details).toMatchObject({ can_remember: false });
  });
});

describe('the list of remembered devices', () => {
  it('shows device, times and the current device, and removes one immediately', async () => {
    const one = await agentWithApp(t.current);
    const { cookie } = await rememberDevice(t.current, one);
    t.current.clock.advance(60_000);
    const { headers } = await submitPassword(t.current, one, cookie);
    const latest = rememberedOf(headers);
    const { data, can_remember_devices } = await devicesOf(one, latest);
    expect(can_remember_devices).toBe(true);
    expect(data).toEqual([
      {
        id: Number(latest.split('=')[1]?.split('.')[0]),
        device: 'Firefox on Windows',
        remembered_at: '2026-11-20T15:00:00.000Z',
        last_used_at: '2026-11-20T15:01:00.000Z',
        expires_at: '2026-12-20T15:00:00.000Z',
        is_current: true,
      },
    ]);
    expect((await devicesOf(one, cookie)).data).toMatchObject([{ is_current: false }]);
    const params = { id: one.agent.id, deviceId: data[0]?.id ?? 0 };
    expect((await one.call(removeRememberedDevice, { params })).status).toBe(200);
    expect((await submitPassword(t.current, one, latest)).error.code).toBe('second_factor_needed');
    const again = await one.call(removeRememberedDevice, { params });
    expect([again.status, again.error.message]).toEqual([404, 'This device is no longer remembered.']);
    expect((await deviceLogOf(t.current, one.agent.id)).at(-1)).toMatchObject({
      action: 'remembered_device_removed',
      old_value: { device: 'Firefox on Windows' },
    });
  });

  it('belongs to its agent: others cannot read or change it, except owners who may change the agent', async () => {
    const [one, other] = [await agentWithApp(t.current), await signInAs(t.current)];
    const { cookie } = await rememberDevice(t.current, one);
    const deviceId = (await devicesOf(one)).data[0]?.id ?? 0;
    const params = { id: one.agent.id, deviceId };
    for (const { status } of [
      await other.call(listRememberedDevices, { params }),
      await other.call(removeRememberedDevice, { params }),
      await other.call(removeRememberedDevices, { params }),
    ])
      expect(status).toBeGreaterThanOrEqual(403);
    const own = await other.call(removeRememberedDevice, { params: { id: other.agent.id, deviceId } });
    expect(own.status).toBe(404);
    expect((await submitPassword(t.current, one, cookie)).status).toBe(200);
    const { body } = await owner.call(removeRememberedDevices, { params });
    expect(body.removed).toBe(1);
  });
});
