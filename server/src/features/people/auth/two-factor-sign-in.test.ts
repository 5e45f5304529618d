import { changeAgentPassword } from '@ledgerline/contract/agents/endpoints';
import { signIn } from '@ledgerline/contract/auth/endpoints';
import {
  getReauthenticationMethods,
  reauthenticate,
} from '@ledgerline/contract/auth/reauthentication/endpoints';
import * as steps from '@ledgerline/contract/auth/two-factor/endpoints';
import { listClients } from '@ledgerline/contract/clients/endpoints';
import { exportLedger } from '@ledgerline/contract/ledger/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { codeOf, passwordStep, setUpApp } from '#testing/two-factor.ts';

const t = useTestApp();
const MINUTE = 60_000;

// Agents are notified by email through the queue.
beforeAll(() => t.current.startJobs());
beforeEach(() => t.current.clock.set(TEST_NOW));

async function withApp(flags: Parameters<typeof signInAs>[1] = {}) {
  const agent = await signInAs(t.current, flags);
  return { ...agent, ...(await setUpApp(t.current, agent)) };
}

const verify = (ticket: string, code: string) =>
  t.current.call(steps.verifyTwoFactor, { body: { ticket, code } });

const actionsOf = async (agentId: number) => {
  const rows = await t.current.deps.database.query<{ action: string }>(
    `select action from audit_events where entity = 'agent' and entity_id = $1 order by id`,
    [agentId],
  );
  return rows.map(({ action }) => action);
};

describe('the password of an agent with two-factor authentication', () => {
  it('returns a ticket and the available methods, and grants no access', async () => {
    const { agent } = await withApp();
    const { status, error } = await t.current.call(signIn, {
      body: { username: agent.username, password: PASSWORD },
    });
    expect([status, error.code, error.message]).toEqual([
      403,
      'second_factor_needed',
      'Please complete two-factor authentication to sign in.',
    ]);
    expect(error.details).toMatchObject({ has_app: true, has_passkey: false, ticket: expect.any(String) });
    const ticket = String(error.details?.ticket);
    expect((await t.current.withToken(ticket).call(listClients)).status).toBe(401);
  });

  it('does not reveal two-factor authentication for a wrong password or an unknown username', async () => {
    const { agent } = await withApp();
    for (const username of [agent.username, 'nobody']) {
      const { status, error } = await t.current.call(signIn, { body: { username, password: 'wrong one' } });
      const { requestId: _, ...details } = error.details ?? {};
      expect([status, error.code, details]).toEqual([401, 'wrong_credentials', {}]);
    }
  });
});

describe('a code', () => {
  it('signs in with the ticket, once', async () => {
    const { agent, secret } = await withApp();
    const { ticket } = await passwordStep(t.current, agent.username);
    const { status, body } = await verify(ticket, ` ${codeOf(t.current, secret)} `);
    expect([status, body.admin.id, body.token.split('.').length]).toEqual([200, agent.id, 3]);
    expect((await t.current.withToken(body.token).call(listClients)).status).toBe(200);
    const again = await verify(ticket, codeOf(t.current, secret));
    expect([again.status, again.error.details?.fields]).toEqual([
      400,
      [{ path: 'code', message: 'This code is incorrect or was already used.' }],
    ]);
    const other = await passwordStep(t.current, agent.username);
    expect((await verify(other.ticket, codeOf(t.current, secret))).status).toBe(400);
    expect((await verify(other.ticket, codeOf(t.current, secret, 1))).status).toBe(200);
    expect((await actionsOf(agent.id)).filter((action) => action === 'second_step_failed')).toHaveLength(2);
  });

  it('opens one sign-in when used twice concurrently', async () => {
    const { agent, secret } = await withApp();
    const { ticket } = await passwordStep(t.current, agent.username);
    const code = codeOf(t.current, secret);
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(ticket, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it("is rejected for another agent, and so is another agent's ticket", async () => {
    const [one, other] = [await withApp(), await withApp()];
    const { ticket } = await passwordStep(t.current, one.agent.username);
    expect((await verify(ticket, codeOf(t.current, other.secret))).status).toBe(400);
    expect((await verify(ticket, other.codes[0] ?? '')).status).toBe(400);
  });

  it('is rejected after five minutes, and with a forged ticket', async () => {
    const { agent, secret, token } = await withApp();
    const { ticket } = await passwordStep(t.current, agent.username);
    t.current.clock.advance(5 * MINUTE);
    for (const wrong of [ticket, token, `${ticket}x`]) {
      const { status, error } = await verify(wrong, codeOf(t.current, secret));
      expect([status, error.code]).toEqual([403, 'second_step_expired']);
    }
  });

  it('is rejected if the password changed or the method was removed in the meantime', async () => {
    const owner = await signInAs(t.current, {
      is_owner: true,
      is_developer: true,
      has_all_staff_access: true,
    });
    const changed = await withApp();
    const first = await passwordStep(t.current, changed.agent.username);
    await owner.call(changeAgentPassword, {
      params: { id: changed.agent.id },
      body: { password: 'another long one' },
    });
    expect((await verify(first.ticket, codeOf(t.current, changed.secret))).error.code).toBe(
      'second_step_expired',
    );
    const removed = await withApp();
    const { ticket } = await passwordStep(t.current, removed.agent.username);
    await owner.call(steps.removeTwoFactor, { params: { id: removed.agent.id } });
    expect((await verify(ticket, codeOf(t.current, removed.secret))).error.code).toBe('second_step_expired');
    const { status } = await t.current.call(signIn, {
      body: { username: removed.agent.username, password: PASSWORD },
    });
    expect(status).toBe(200);
  });

  it('is accepted after the clock was set back, and a used one is still rejected', async () => {
    const { agent, secret } = await withApp();
    t.current.clock.advance(60 * MINUTE);
    const first = await passwordStep(t.current, agent.username);
    const used = codeOf(t.current, secret);
    expect((await verify(first.ticket, used)).status).toBe(200);
    t.current.clock.advance(-30 * MINUTE);
    const back = await passwordStep(t.current, agent.username);
    expect((await verify(back.ticket, codeOf(t.current, secret))).status).toBe(200);
    t.current.clock.advance(30 * MINUTE);
    const again = await passwordStep(t.current, agent.username);
    expect((await verify(again.ticket, used)).status).toBe(400);
  });

  it('cannot be brute-forced: after ten attempts the delay doubles each time, whatever the ticket', async () => {
    const { agent, secret } = await withApp();
    for (let n = 0; n < 10; n += 1) {
      const { ticket } = await passwordStep(t.current, agent.username);
      expect((await verify(ticket, '000000')).status).toBe(400);
    }
    const { ticket } = await passwordStep(t.current, agent.username);
    const early = await verify(ticket, codeOf(t.current, secret));
    expect([early.status, early.headers['retry-after']]).toEqual([429, '2']);
    t.current.clock.advance(2000);
    expect((await verify(ticket, codeOf(t.current, secret))).status).toBe(200);
    const after = await passwordStep(t.current, agent.username);
    expect((await verify(after.ticket, '000000')).status).toBe(400);
  });
});

describe('a recovery code', () => {
  it('signs in once, in any notation, and notifies the agent by email', async () => {
    const { agent, codes } = await withApp();
    expect([codes.length, new Set(codes).size, codes[0]]).toEqual([
      10,
      10,
      expect.stringMatching(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/),
    ]);
    const { ticket } = await passwordStep(t.current, agent.username);
    const code = (codes[3] ?? '').replaceAll('-', ' ').toLowerCase();
    const { status, body } = await verify(ticket, code);
    expect(status).toBe(200);
    const other = await passwordStep(t.current, agent.username);
    expect((await verify(other.ticket, code)).status).toBe(400);
    const left = await t.current.withToken(body.token).call(steps.getTwoFactorMethods);
    expect(left.body.data.recovery_codes_left).toBe(9);
    expect(await actionsOf(agent.id)).toContain('recovery_code_used');
    const emails = await t.current.deps.database.query<{ subject: string }>(
      `select subject from mail_messages where to_address = $1 and kind = 'second_factor'`,
      [agent.email],
    );
    expect(emails).toHaveLength(2);
  });

  it('opens one sign-in when used twice concurrently', async () => {
    const { agent, codes } = await withApp();
    const { ticket } = await passwordStep(t.current, agent.username);
    const answers = await Promise.all([1, 2, 3].map(() => verify(ticket, codes[0] ?? '')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('no longer works after new codes were created', async () => {
    const one = await withApp();
    const { body } = await one.call(steps.renewRecoveryCodes);
    const { ticket } = await passwordStep(t.current, one.agent.username);
    expect((await verify(ticket, one.codes[0] ?? '')).status).toBe(400);
    expect((await verify(ticket, body.data.recovery_codes[9] ?? '')).status).toBe(200);
  });

  it("is stored as a hash, and the app's secret encrypted", async () => {
    const { agent, secret, codes } = await withApp();
    const rows = await t.current.deps.database.query(
      `select p.secret, c.code_hash from authenticator_apps p join recovery_codes c on c.agent_id = p.agent_id
        where p.agent_id = $1`,
      [agent.id],
    );
    const stored = JSON.stringify(rows);
    expect(rows).toHaveLength(10);
    expect([stored.includes(secret), stored.includes('v1.test.'), stored.includes('$argon2id$')]).toEqual([
      false,
      true,
      true,
    ]);
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });
});

describe('re-authentication of an agent with two-factor authentication', () => {
  it('requires a code in addition to the password', async () => {
    const one = await withApp();
    const caller = t.current.withToken(one.token);
    t.current.clock.advance(20 * MINUTE);
    expect((await caller.call(getReauthenticationMethods)).body.data).toEqual({
      needs_code: true,
      has_passkey: false,
      has_password: true,
      has_code: false,
      has_sso: false,
    });
    const bare = await caller.call(reauthenticate, { body: { password: PASSWORD } });
    expect(bare.error.details?.fields).toEqual([{ path: 'code', message: 'Please enter a code.' }]);
    const wrong = await caller.call(reauthenticate, { body: { password: PASSWORD, code: '000000' } });
    expect(wrong.error.details?.fields?.[0]?.path).toBe('code');
    const code = codeOf(t.current, one.secret);
    expect((await caller.call(reauthenticate, { body: { password: 'wrong one', code } })).status).toBe(400);
    expect((await caller.call(reauthenticate, { body: { password: PASSWORD, code } })).status).toBe(200);
    expect((await caller.call(reauthenticate, { body: { password: PASSWORD, code } })).status).toBe(400);
    const columns = ['client_first_name' as const];
    expect((await caller.call(exportLedger, { body: { columns } })).status).toBe(200);
  });
});
