import { changeAgentPassword, deleteAgent } from '@ledgerline/contract/agents/endpoints';
import { FIRST_AGENT_ID } from '@ledgerline/contract/rules';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import {
  type GettingStarted,
  getGettingStarted,
  updateGettingStarted,
} from '@ledgerline/contract/today/endpoints';
import { describe, expect, it } from 'vitest';
import { buildAgent, buildClient, buildTemplate, PASSWORD, signInAs } from '#testing/factories.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const bare = useTestApp();
const ready = useTestApp({
  PUBLIC_URL: 'https://portal.example.com',
  SMTP_URL: 'smtp://127.0.0.1:2525',
});

async function gettingStarted(owner: Caller): Promise<GettingStarted> {
  const { status, body } = await owner.call(getGettingStarted);
  expect(status).toBe(200);
  return body;
}

describe('getting started', () => {
  it('removes each step once it is done', async () => {
    const t = bare.current;
    const owner = await signInAs(t, { is_owner: true });
    expect(owner.agent.id).toBe(FIRST_AGENT_ID);
    const all = ['address', 'mail', 'sign_in', 'colleague', 'client', 'template', 'link'];
    expect(await gettingStarted(owner)).toEqual({ success: true, missing: all, is_dismissed: false });
    const missing = async () => (await gettingStarted(owner)).missing;

    await t.startJobs();
    const password = { password: 'a password of mine', current_password: PASSWORD };
    expect(
      (await owner.call(changeAgentPassword, { params: { id: FIRST_AGENT_ID }, body: password })).status,
    ).toBe(200);
    expect(await missing()).toEqual(all.filter((step) => step !== 'sign_in'));
    const colleague = await buildAgent(t);
    expect(await missing()).toEqual(['address', 'mail', 'client', 'template', 'link']);
    const clientId = await buildClient(t);
    expect(await missing()).toEqual(['address', 'mail', 'template', 'link']);
    await buildTemplate(t);
    expect(await missing()).toEqual(['address', 'mail', 'link']);
    await owner.call(createClientLink, { body: { formId: 'personal-info', clientId } });
    expect(await missing()).toEqual(['address', 'mail']);

    await owner.call(deleteAgent, { params: { id: colleague.id } });
    expect(await missing()).toEqual(['address', 'mail', 'colleague']);
  });

  it('detects the public address and the mail server, and that only the first agent has an initial password', async () => {
    const t = ready.current;
    const first = await signInAs(t, { is_owner: true });
    const second = await signInAs(t, { is_owner: true });
    expect((await gettingStarted(first)).missing).toEqual(['sign_in', 'client', 'template', 'link']);
    expect((await gettingStarted(second)).missing).toEqual(['client', 'template', 'link']);
    // The administrator changed the printed one, but the owner has not set a personal one.
    await t.deps.database.query(
      `insert into audit_events (at, actor_kind, actor_name, address, action, entity, entity_id)
       values (now(), 'system', 'Ledgerline', '', 'password_changed', 'agent', $1)`,
      [first.agent.id],
    );
    expect((await gettingStarted(first)).missing).toContain('sign_in');
  });

  it('is dismissed and shown again by each owner separately', async () => {
    const t = ready.current;
    const [one, other] = [await signInAs(t, { is_owner: true }), await signInAs(t, { is_owner: true })];
    for (const is_dismissed of [true, true, false, false, true]) {
      const { status, body } = await one.call(updateGettingStarted, { body: { is_dismissed } });
      expect([status, body.is_dismissed]).toEqual([200, is_dismissed]);
      expect((await gettingStarted(one)).is_dismissed).toBe(is_dismissed);
      expect((await gettingStarted(other)).is_dismissed).toBe(false);
    }
    const auditLog = await t.deps.database.query(
      `select new_value from audit_events where entity = 'first_day' and entity_id = $1 order by id desc limit 1`,
      [one.agent.id],
    );
    expect(auditLog).toEqual([{ new_value: { is_dismissed: true } }]);
  });

  it('is available to owners only', async () => {
    for (const flags of [{}, { is_developer: true, has_all_staff_access: true }]) {
      const agent = await signInAs(ready.current, flags);
      expect((await agent.call(getGettingStarted)).status).toBe(403);
      expect((await agent.call(updateGettingStarted, { body: { is_dismissed: true } })).status).toBe(403);
    }
  });
});
