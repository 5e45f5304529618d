import { updateAgent } from '@ledgerline/contract/agents/endpoints';
import { signIn, signOut } from '@ledgerline/contract/auth/endpoints';
import {
  getReauthenticationMethods,
  reauthenticate,
} from '@ledgerline/contract/auth/reauthentication/endpoints';
import { deleteClient, listClients } from '@ledgerline/contract/clients/endpoints';
import { exportLedger } from '@ledgerline/contract/ledger/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#platform/http/endpoint-names.ts';
import { buildClient, PASSWORD, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const MINUTE = 60_000;

beforeEach(() => t.current.clock.set(TEST_NOW));

/** The test client re-authenticates by default; here it must not. */
async function someone(flags: Parameters<typeof signInAs>[1] = {}) {
  const { agent, token } = await signInAs(t.current, flags);
  return { agent, token, ...t.current.withToken(token) };
}

const EXPORT = { body: { columns: ['client_first_name' as const] } };
const reauthenticationsOf = (agentId: number) =>
  t.current.deps.database.query<{ action: string }>(
    `select action from audit_events where entity = 'agent' and entity_id = $1 and action in ('proved', 'proof_failed') order by id`,
    [agentId],
  );

describe('an action that requires re-authentication', () => {
  it('is allowed within 15 minutes after signing in, then rejected until the agent re-authenticates', async () => {
    const agent = await someone();
    t.current.clock.advance(15 * MINUTE - 1000);
    expect((await agent.call(exportLedger, EXPORT)).status).toBe(200);
    t.current.clock.advance(1000);
    const rejected = await agent.call(exportLedger, EXPORT);
    expect([rejected.status, rejected.error.code, rejected.error.message]).toEqual([
      403,
      'proof_needed',
      'Please confirm your identity.',
    ]);
    expect((await agent.call(listClients)).status).toBe(200);
    expect((await agent.call(reauthenticate, { body: { password: PASSWORD } })).status).toBe(200);
    expect((await agent.call(exportLedger, EXPORT)).status).toBe(200);
    expect(await reauthenticationsOf(agent.agent.id)).toEqual([{ action: 'proved' }]);
  });

  it('is rejected with a wrong password, which is reported on its field, counted and logged', async () => {
    const agent = await someone();
    t.current.clock.advance(20 * MINUTE);
    const wrong = await agent.call(reauthenticate, { body: { password: 'wrong one' } });
    expect([wrong.status, wrong.error.details?.fields]).toEqual([
      400,
      [{ path: 'password', message: 'The current password is incorrect.' }],
    ]);
    expect((await agent.call(reauthenticate, { body: {} })).error.details?.fields?.[0]?.path).toBe(
      'password',
    );
    expect((await agent.call(exportLedger, EXPORT)).status).toBe(403);
    expect(await reauthenticationsOf(agent.agent.id)).toEqual([{ action: 'proof_failed' }]);
  });

  it('cannot be brute-forced: after ten attempts the delay doubles each time, and a correct password resets it', async () => {
    const agent = await someone();
    const guess = (password: string) => agent.call(reauthenticate, { body: { password } });
    for (let n = 0; n < 10; n += 1) expect((await guess('wrong one')).status).toBe(400);
    const early = await guess(PASSWORD);
    expect([early.status, early.headers['retry-after']]).toEqual([429, '2']);
    t.current.clock.advance(2000);
    expect((await guess(PASSWORD)).status).toBe(200);
    expect((await guess('wrong one')).status).toBe(400);
  });

  it('requires re-authentication in this sign-in, not in another one of the same agent', async () => {
    const agent = await someone();
    t.current.clock.advance(20 * MINUTE);
    const { body } = await t.current.call(signIn, {
      body: { username: agent.agent.username, password: PASSWORD },
    });
    expect((await t.current.withToken(body.token).call(exportLedger, EXPORT)).status).toBe(200);
    expect((await agent.call(exportLedger, EXPORT)).error.code).toBe('proof_needed');
  });

  it('is rejected after the clock was set back, as the re-authentication is not recent', async () => {
    const agent = await someone();
    t.current.clock.advance(-3 * 60 * MINUTE);
    expect((await agent.call(exportLedger, EXPORT)).error.code).toBe('proof_needed');
    await agent.call(reauthenticate, { body: { password: PASSWORD } });
    expect((await agent.call(exportLedger, EXPORT)).status).toBe(200);
  });

  it('does not ask callers without access, or with an ended sign-in, to re-authenticate', async () => {
    const agent = await someone();
    t.current.clock.advance(20 * MINUTE);
    const owners = ENDPOINTS.find(({ name }) => name === 'updateGlobalSettings');
    if (!owners) throw new Error('there is no such endpoint');
    expect((await agent.call(owners)).error.code).toBe('not_allowed');
    await agent.call(signOut);
    expect((await agent.call(reauthenticate, { body: { password: PASSWORD } })).status).toBe(401);
  });

  it('is not executed when rejected: a retry with the same idempotency key executes it once', async () => {
    const agent = await someone();
    const id = await buildClient(t.current);
    t.current.clock.advance(20 * MINUTE);
    const call = { params: { id }, headers: { 'idempotency-key': 'one-key' } };
    expect((await agent.call(deleteClient, call)).error.code).toBe('proof_needed');
    await agent.call(reauthenticate, { body: { password: PASSWORD } });
    expect((await agent.call(deleteClient, call)).status).toBe(200);
    expect((await agent.call(deleteClient, call)).status).toBe(200);
  });

  it('covers exports, deletions, privileges and settings', () => {
    for (const name of ['exportLedger', 'deleteClient', 'createAgent', 'updateAgent', 'deleteAgent'])
      expect([name, ENDPOINTS.find((one) => one.name === name)?.needsReauthentication]).toEqual([name, true]);
  });

  it('lists the available methods', async () => {
    const agent = await someone();
    expect((await agent.call(getReauthenticationMethods)).body.data).toEqual({
      needs_code: false,
      has_passkey: false,
      has_password: true,
      has_code: false,
      has_sso: false,
    });
  });

  it("includes a change of one's own account", async () => {
    const agent = await someone();
    t.current.clock.advance(20 * MINUTE);
    const change = { params: { id: agent.agent.id }, body: { first_name: 'Ada' } };
    expect((await agent.call(updateAgent, change)).error.code).toBe('proof_needed');
  });
});
