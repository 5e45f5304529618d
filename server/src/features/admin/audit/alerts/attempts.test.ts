import { changeAgentPassword, deleteAgent, updateAgent } from '@ledgerline/contract/agents/endpoints';
import { DEFAULT_ALERT_SETTINGS } from '@ledgerline/contract/audit/alerts';
import { updateAlertSettings } from '@ledgerline/contract/audit/endpoints';
import { reauthenticate } from '@ledgerline/contract/auth/reauthentication/endpoints';
import * as clients from '@ledgerline/contract/clients/endpoints';
import { saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import {
  getNotificationChoices,
  listNotifications,
  updateNotificationChoices,
} from '@ledgerline/contract/notifications/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildAgent, buildClient, PASSWORD, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { scanAuditLog } from './scan-audit-log.ts';

const t = useTestApp();
beforeAll(() => t.current.startJobs());

/** An owner who restricted access, a manager and an agent who owns a client. */
async function restricted() {
  const owner = await signInAs(t.current, { is_owner: true, has_all_staff_access: true });
  await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
  const manager = await signInAs(t.current, { has_all_staff_access: true });
  const colleague = await buildAgent(t.current);
  const clientId = await buildClient(t.current, { owner_agent_id: colleague.id } as never);
  return { owner, manager, colleague, clientId };
}

async function alertsOf(owner: Awaited<ReturnType<typeof signInAs>>) {
  await scanAuditLog(t.current.deps);
  const { data } = (await owner.call(listNotifications)).body;
  return data.filter(({ kind }) => kind === 'unusual_activity').map(({ about }) => about);
}

describe('under restricted access', () => {
  it('attempts on the clients of another agent are logged and count as denied requests, all of them', async () => {
    const { owner, manager, clientId } = await restricted();
    const limits = { ...DEFAULT_ALERT_SETTINGS.limits, refusals: 30 };
    await owner.call(updateAlertSettings, {
      body: { ...DEFAULT_ALERT_SETTINGS, limits, asks_reveal_reason: false },
    });
    for (let n = 0; n < 40; n += 1)
      expect((await manager.call(clients.getClient, { params: { id: clientId } })).status).toBe(404);
    const rows = await t.current.deps.database.query<{ field: string; new_value: { id: number } }>(
      `select field, new_value from audit_events where action = 'access_refused' and actor_id = $1`,
      [manager.agent.id],
    );
    expect(rows[0]).toMatchObject({ field: 'getClient', new_value: { id: clientId } });
    // A flood is logged sparsely: 32 of the forty attempts are counted.
    const { first_name, last_name } = manager.agent;
    expect(await alertsOf(owner)).toEqual([
      `${first_name} ${last_name}: 32 denied requests within an hour (limit 30)`,
    ]);
  });

  it('only owners set the password of another agent, change their sign-in methods, or take over clients', async () => {
    const { owner, manager, colleague } = await restricted();
    const params = { id: colleague.id };
    const attempts = (by: typeof manager) => [
      by.call(changeAgentPassword, { params, body: { password: 'a quiet harbour wall' } }),
      by.call(updateAgent, { params, body: { username: `renamed-${by.agent.id}` } }),
      by.call(updateAgent, { params, body: { email: `renamed-${by.agent.id}@example.test` } }),
    ];
    for (const answer of await Promise.all(attempts(manager))) {
      expect([answer.status, answer.error.message]).toEqual([
        403,
        expect.stringContaining('only an owner may'),
      ]);
    }
    for (const clients_to of [manager.agent.id, 'nobody' as const]) {
      const deletion = await manager.call(deleteAgent, { params, query: { clients_to } });
      expect([deletion.status, deletion.error.message]).toEqual([
        403,
        'While access to clients is restricted, only an owner may take over the clients of another agent.',
      ]);
    }
    expect((await manager.call(updateAgent, { params, body: { first_name: 'Ada' } })).status).toBe(200);
    for (const attempt of attempts(owner)) expect((await attempt).status).toBe(200);
    await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
    for (const attempt of attempts(manager)) expect((await attempt).status).toBe(200);
  });
});

describe('deletions', () => {
  it('are counted, also those of the ledger', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const limits = { ...DEFAULT_ALERT_SETTINGS.limits, deletions: 3 };
    await owner.call(updateAlertSettings, {
      body: { ...DEFAULT_ALERT_SETTINGS, limits, asks_reveal_reason: false },
    });
    const agent = await signInAs(t.current);
    const remove = [await buildClient(t.current), await buildClient(t.current), await buildClient(t.current)];
    expect((await agent.call(saveLedgerCells, { body: { remove } })).status).toBe(200);
    const { first_name, last_name } = agent.agent;
    expect(await alertsOf(owner)).toContain(
      `${first_name} ${last_name}: 3 deletions within an hour (limit 3)`,
    );
  });
});

describe('turning off security alerts', () => {
  it('requires re-authentication, is logged, and is not possible for the last owner', async () => {
    await t.current.deps.database.query('update agents set is_owner = false');
    const [one, other] = [
      await signInAs(t.current, { is_owner: true }),
      await signInAs(t.current, { is_owner: true }),
    ];
    const off = {
      body: { choices: [{ kind: 'unusual_activity' as const, in_app: false, mail: 'off' as const }] },
    };
    await t.current.deps.database.query(`update sign_ins set proved_at = proved_at - interval '20 minutes'`);
    const screen = t.current.withToken(one.token);
    expect((await screen.call(updateNotificationChoices, off)).error.code).toBe('proof_needed');
    const { data } = (await screen.call(getNotificationChoices)).body;
    expect((await screen.call(updateNotificationChoices, { body: { choices: data } })).status).toBe(200);
    await screen.call(reauthenticate, { body: { password: PASSWORD } });
    const answers = await Promise.all([
      one.call(updateNotificationChoices, off),
      other.call(updateNotificationChoices, off),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const rows = await t.current.deps.database.query(
      `select new_value from audit_events where field = 'security_alerts'`,
    );
    expect(rows).toEqual([{ new_value: { in_app: false, mail: 'off' } }]);
  });
});
