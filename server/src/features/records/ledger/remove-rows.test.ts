import { signIn } from '@ledgerline/contract/auth/endpoints';
import { reauthenticate } from '@ledgerline/contract/auth/reauthentication/endpoints';
import { getClient } from '@ledgerline/contract/clients/endpoints';
import { saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildClient, PASSWORD, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ SIGN_IN_HOURS: '100' });
const MINUTE = 60_000;
beforeEach(() => t.current.clock.set(TEST_NOW));

/** The test client re-authenticates by default; here it must not. */
async function agentWithoutReauthentication() {
  const { agent, token } = await signInAs(t.current);
  return { agent, ...t.current.withToken(token) };
}
type Agent = Awaited<ReturnType<typeof agentWithoutReauthentication>>;

async function createRow(agent: Pick<Agent, 'call'>): Promise<number> {
  const create = [{ row: 'new', values: { client_last_name: 'Undone' } }];
  return (await agent.call(saveLedgerCells, { body: { create } })).body.created[0]?.id ?? 0;
}
const remove = (agent: Pick<Agent, 'call'>, ids: number[]) =>
  agent.call(saveLedgerCells, { body: { remove: ids } });

describe('removing rows of the ledger', () => {
  it('requires re-authentication for clients that others created, or that the agent created earlier', async () => {
    const agent = await agentWithoutReauthentication();
    const own = await createRow(agent);
    const others = await buildClient(t.current);
    t.current.clock.advance(16 * MINUTE);
    for (const ids of [[others], [own]]) expect((await remove(agent, ids)).error.code).toBe('proof_needed');
    const fresh = await createRow(agent);
    expect((await remove(agent, [fresh, others])).error.code).toBe('proof_needed');
    expect((await agent.call(getClient, { params: { id: fresh } })).status).toBe(200);
    await agent.call(reauthenticate, { body: { password: PASSWORD } });
    expect((await remove(agent, [fresh, others, own])).status).toBe(200);
    expect((await agent.call(getClient, { params: { id: others } })).status).toBe(404);
  });

  it('undoes rows that were created in this sign-in minutes ago without it', async () => {
    const agent = await agentWithoutReauthentication();
    t.current.clock.advance(60 * MINUTE);
    const id = await createRow(agent);
    t.current.clock.advance(14 * MINUTE);
    expect((await remove(agent, [id])).status).toBe(200);
    expect((await agent.call(getClient, { params: { id } })).status).toBe(404);
  });

  it('does not undo for another agent, or for a later sign-in of the same one', async () => {
    const agent = await agentWithoutReauthentication();
    t.current.clock.advance(60 * MINUTE);
    const id = await createRow(agent);
    const other = await agentWithoutReauthentication();
    const { username } = agent.agent;
    t.current.clock.advance(MINUTE);
    const { body } = await t.current.call(signIn, { body: { username, password: PASSWORD } });
    const later = t.current.withToken(body.token);
    await t.current.deps.database.query(`update sign_ins set proved_at = proved_at - interval '20 minutes'`);
    expect((await remove(other, [id])).error.code).toBe('proof_needed');
    expect((await remove(later, [id])).error.code).toBe('proof_needed');
    expect((await remove(agent, [id])).status).toBe(200);
  });
});
