import { revealClientField } from '@ledgerline/contract/clients/endpoints';
import { getStatus } from '@ledgerline/contract/status/endpoints';
import { revealSubmissionField } from '@ledgerline/contract/submissions/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildClient, buildSubmission, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp({
  REVEALS_PER_DAY: '3',
  PUBLIC_URL: 'https://portal.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
});

beforeAll(() => t.current.startJobs());
beforeEach(() => t.current.clock.set(TEST_NOW));

const emails = () =>
  t.current.deps.database.query<{ to_address: string; subject: string }>(
    `select to_address, subject from mail_messages where kind = 'reveal_limit' order by id`,
  );

const rejectionsOf = (agentId: number) =>
  t.current.deps.database.query(
    `select 1 from audit_events where action = 'reveal_refused' and entity_id = $1`,
    [agentId],
  );

async function agentWithClientAndForm() {
  const agent = await signInAs(t.current);
  const clientId = await buildClient(t.current, { ssn: '123-45-6789' });
  const form = await buildSubmission(t.current, { client_id: clientId, form_link_id: 'personal-info' });
  const ofClient = () => agent.call(revealClientField, { params: { id: clientId }, body: { field: 'ssn' } });
  const ofForm = () =>
    agent.call(revealSubmissionField, { params: { id: form.id }, body: { field: 'personalInfo.ssn' } });
  return { agent, ofClient, ofForm };
}

describe('revealing', () => {
  it('is limited per day, across clients and forms, and notifies the owners once', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const plain = await signInAs(t.current);
    const { agent, ofClient, ofForm } = await agentWithClientAndForm();
    expect([(await ofClient()).status, (await ofForm()).status]).toEqual([200, 200]);
    expect((await owner.call(getStatus)).body.notices).toEqual([]);
    expect(await emails()).toEqual([]);
    expect((await ofClient()).status).toBe(200);
    for (const rejected of [await ofForm(), await ofClient(), await ofClient()]) {
      expect([rejected.status, rejected.headers['retry-after'], rejected.error.message]).toEqual([
        429,
        String(14 * 3600),
        'You have reached the limit of 3 reveals for today. Please ask an owner.',
      ]);
    }
    const name = `${agent.agent.first_name} ${agent.agent.last_name}`;
    expect(await emails()).toEqual([
      { to_address: owner.agent.email, subject: `Ledgerline: ${name} reached the daily limit of reveals` },
    ]);
    const notices = [`${name} reached today’s limit of 3 reveals.`];
    expect((await owner.call(getStatus)).body.notices).toEqual(notices);
    expect((await plain.call(getStatus)).body.notices).toEqual([]);
    expect(await rejectionsOf(agent.agent.id)).toHaveLength(3);
  });

  it('counts neither rejected reveals nor those of other agents, and resets at midnight', async () => {
    t.current.clock.set(new Date('2026-11-21T04:58:00Z'));
    const { agent, ofClient } = await agentWithClientAndForm();
    const other = await agentWithClientAndForm();
    for (let n = 0; n < 5; n += 1) {
      const params = { id: 987_654 };
      expect((await agent.call(revealClientField, { params, body: { field: 'ssn' } })).status).toBe(404);
    }
    for (let n = 0; n < 3; n += 1) expect((await ofClient()).status).toBe(200);
    expect((await ofClient()).status).toBe(429);
    expect((await other.ofClient()).status).toBe(200);
    t.current.clock.set(new Date('2026-11-21T05:00:00Z'));
    expect((await ofClient()).status).toBe(200);
  });

  it('allows exactly the daily limit under concurrent requests', async () => {
    const { agent, ofClient } = await agentWithClientAndForm();
    const before = (await emails()).length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => ofClient()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    const owners = await t.current.deps.database.query('select 1 from agents where is_owner');
    expect((await emails()).length - before).toBe(owners.length);
    expect(await rejectionsOf(agent.agent.id)).toHaveLength(5);
  });
});
