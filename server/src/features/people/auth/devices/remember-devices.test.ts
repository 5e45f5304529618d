import { reauthenticate } from '@ledgerline/contract/auth/reauthentication/endpoints';
import {
  listRememberedDevices,
  MAX_REMEMBERED_DEVICES,
} from '@ledgerline/contract/auth/remembered-devices/endpoints';
import * as steps from '@ledgerline/contract/auth/two-factor/endpoints';
import { exportLedger } from '@ledgerline/contract/ledger/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '#testing/factories.ts';
import {
  agentWithApp,
  cookiesOf,
  deviceLogOf,
  rememberDevice,
  rememberedOf,
  submitPassword,
} from '#testing/remembered-devices.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { codeOf } from '#testing/two-factor.ts';
import { deleteEndedSignIns } from '../sign-in.ts';

const t = useTestApp();
const DAY = 86_400_000;

beforeAll(() => t.current.startJobs());
beforeEach(() => t.current.clock.set(TEST_NOW));

describe('a remembered device', () => {
  it('replaces two-factor authentication for 30 days, whose cookie no script reads and no other site sends', async () => {
    const one = await agentWithApp(t.current);
    const { cookie, headers } = await rememberDevice(t.current, one);
    expect(cookiesOf(headers).find((each) => each.startsWith('remembered_'))).toMatch(
      new RegExp(
        `^remembered_${one.agent.id}=\\d+\\.[\\w-]{43}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict$`,
      ),
    );
    expect((await submitPassword(t.current, one)).error.code).toBe('second_factor_needed');
    t.current.clock.advance(29 * DAY);
    const used = await submitPassword(t.current, one, cookie);
    expect([used.status, used.body.admin.id]).toEqual([200, one.agent.id]);
    t.current.clock.advance(DAY - 1000);
    const last = await submitPassword(t.current, one, rememberedOf(used.headers));
    expect(last.status).toBe(200);
    t.current.clock.advance(1000);
    expect((await submitPassword(t.current, one, rememberedOf(last.headers))).error.code).toBe(
      'second_factor_needed',
    );
    const new_value = { device: 'Firefox on Windows', address: '127.0.0.1' };
    const entry = { actor_kind: 'agent', actor_id: String(one.agent.id), new_value };
    expect(await deviceLogOf(t.current, one.agent.id)).toMatchObject([
      { ...entry, action: 'device_remembered' },
      { ...entry, action: 'remembered_device_used' },
      { ...entry, action: 'remembered_device_used' },
    ]);
  });

  it('is remembered only on request, and stored without its secret', async () => {
    const one = await agentWithApp(t.current);
    const { error } = await submitPassword(t.current, one);
    const plain = await t.current.call(steps.verifyTwoFactor, {
      body: { ticket: String(error.details?.ticket), code: codeOf(t.current, one.secret) },
    });
    expect([plain.status, rememberedOf(plain.headers)]).toEqual([200, '']);
    const { cookie } = await rememberDevice(t.current, one, codeOf(t.current, one.secret, 1));
    const rows = await t.current.deps.database.query(
      'select to_jsonb(d) as row from remembered_devices d where agent_id = $1',
      [one.agent.id],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(cookie.split('.')[1]);
  });

  it('still needs the password, and reveals nothing to a caller without it', async () => {
    const one = await agentWithApp(t.current);
    const { cookie } = await rememberDevice(t.current, one);
    const { status, error, headers } = await submitPassword(t.current, one, cookie, 'wrong one');
    const { requestId: _, ...details } = error.details ?? {};
    expect([status, error.code, details, rememberedOf(headers)]).toEqual([401, 'wrong_credentials', {}, '']);
    expect((await submitPassword(t.current, one, cookie)).status).toBe(200);
  });

  it('is not accepted for another agent, whatever the name of the cookie', async () => {
    const [one, other] = [await agentWithApp(t.current), await agentWithApp(t.current)];
    const { cookie } = await rememberDevice(t.current, one);
    const renamed = cookie.replace(`remembered_${one.agent.id}`, `remembered_${other.agent.id}`);
    expect((await submitPassword(t.current, other, cookie)).error.code).toBe('second_factor_needed');
    expect((await submitPassword(t.current, other, renamed)).error.code).toBe('second_factor_needed');
    expect((await submitPassword(t.current, one, cookie)).status).toBe(200);
  });

  it('does not accept a malformed cookie or the cookie of a deleted device', async () => {
    const one = await agentWithApp(t.current);
    for (const value of ['', 'x', '1', '1.', '.x', `99999999999999.${'x'.repeat(43)}`, '1.2.3', "1.'; --"]) {
      const { error } = await submitPassword(t.current, one, `remembered_${one.agent.id}=${value}`);
      expect([value, error.code]).toEqual([value, 'second_factor_needed']);
    }
  });

  it('gets a new secret with each sign-in; a former one ends the device', async () => {
    const one = await agentWithApp(t.current);
    const { cookie: copied } = await rememberDevice(t.current, one);
    const latest = rememberedOf((await submitPassword(t.current, one, copied)).headers);
    expect(latest).not.toBe(copied);
    expect((await submitPassword(t.current, one, copied)).error.code).toBe('second_factor_needed');
    expect((await submitPassword(t.current, one, latest)).error.code).toBe('second_factor_needed');
    expect((await deviceLogOf(t.current, one.agent.id)).at(-1)).toMatchObject({
      action: 'remembered_device_ended',
      actor_kind: 'visitor',
      old_value: { device: 'Firefox on Windows' },
    });
  });

  it('opens one sign-in with concurrent uses of one cookie', async () => {
    const one = await agentWithApp(t.current);
    const { cookie } = await rememberDevice(t.current, one);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => submitPassword(t.current, one, cookie)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
  });

  it('does not count as re-authentication, which still needs a code', async () => {
    const one = await agentWithApp(t.current);
    const { cookie } = await rememberDevice(t.current, one);
    const { body } = await submitPassword(t.current, one, cookie);
    const caller = t.current.withToken(body.token);
    const columns = ['client_first_name' as const];
    expect((await caller.call(exportLedger, { body: { columns } })).error.code).toBe('proof_needed');
    const bare = await caller.call(reauthenticate, { body: { password: PASSWORD }, headers: { cookie } });
    expect(bare.error.details?.fields?.[0]?.path).toBe('code');
    const code = codeOf(t.current, one.secret, 1);
    expect((await caller.call(reauthenticate, { body: { password: PASSWORD, code } })).status).toBe(200);
    expect((await caller.call(exportLedger, { body: { columns } })).status).toBe(200);
  });

  it('is one of at most 20: another one replaces the one that was used least recently', async () => {
    const one = await agentWithApp(t.current);
    const { cookie } = await rememberDevice(t.current, one);
    await t.current.deps.database.query(
      `insert into remembered_devices (agent_id, secret_fingerprint, created_at, expires_at)
       select $1, 'x' || n, $2::timestamptz + n * interval '1 second', $2::timestamptz + interval '30 days'
         from generate_series(1, $3::int) n`,
      [one.agent.id, TEST_NOW, MAX_REMEMBERED_DEVICES - 1],
    );
    t.current.clock.advance(60_000);
    await rememberDevice(t.current, one);
    expect((await one.call(listRememberedDevices, { params: { id: one.agent.id } })).body.data).toHaveLength(
      MAX_REMEMBERED_DEVICES,
    );
    expect((await submitPassword(t.current, one, cookie)).error.code).toBe('second_factor_needed');
  });

  it('is deleted when it has expired', async () => {
    const one = await agentWithApp(t.current);
    await rememberDevice(t.current, one);
    t.current.clock.advance(30 * DAY);
    await deleteEndedSignIns(t.current.deps);
    const rows = await t.current.deps.database.query('select from remembered_devices where agent_id = $1', [
      one.agent.id,
    ]);
    expect(rows).toEqual([]);
  });
});
