import { DEFAULT_ALERT_SETTINGS } from '@ledgerline/contract/audit/alerts';
import * as audit from '@ledgerline/contract/audit/endpoints';
import * as clients from '@ledgerline/contract/clients/endpoints';
import { revealSubmissionField } from '@ledgerline/contract/submissions/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildClient, buildSubmission, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const SSN = '123-45-6789';

beforeEach(() => t.current.clock.set(TEST_NOW));

const asOwner = () => signInAs(t.current, { is_owner: true });

async function colleagueAtWork() {
  const agent = await signInAs(t.current);
  const id = await buildClient(t.current, { client_first_name: 'Ana', client_last_name: 'Marin', ssn: SSN });
  await agent.call(clients.getClient, { params: { id } });
  await agent.call(clients.updateClient, { params: { id }, body: { primary_phone: '555-0199' } });
  await agent.call(clients.updateClient, { params: { id }, body: { ssn: '987-65-4321' } });
  await agent.call(clients.revealClientField, { params: { id }, body: { field: 'ssn' } });
  await t.current.deps.reads.flush(true);
  return { agent, id };
}

describe('the audit log', () => {
  it('is for owners only, whatever other privileges an agent has', async () => {
    const agent = await signInAs(t.current, {
      is_developer: true,
      has_all_staff_access: true,
      is_advisor: true,
    });
    const body = { ...DEFAULT_ALERT_SETTINGS, asks_reveal_reason: true };
    const answers = [
      await agent.call(audit.listAuditEvents),
      await agent.call(audit.exportAuditEvents, { body: {} }),
      await agent.call(audit.getAlertSettings),
      await agent.call(audit.updateAlertSettings, { body }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await t.current.call(audit.listAuditEvents)).status).toBe(401);
  });

  it('describes in sentences what a colleague did, newest first, with masks', async () => {
    const owner = await asOwner();
    const { agent, id } = await colleagueAtWork();
    const { body } = await owner.call(audit.listAuditEvents, { query: { agent: agent.agent.id } });
    const name = `${agent.agent.first_name} ${agent.agent.last_name}`;
    expect(body.events.map(({ sentence }) => sentence).slice(0, 4)).toEqual([
      'opened Ana Marin',
      'revealed SSN of Ana Marin',
      'changed SSN of Ana Marin from •••-••-6789 to •••-••-4321',
      'set Primary phone of Ana Marin to 555-0199',
    ]);
    expect(body.events[0]).toMatchObject({
      who: name,
      agent_id: agent.agent.id,
      client_id: id,
      client_name: 'Ana Marin',
    });
    expect(body.named.agent).toBe(name);
    expect(body.events.at(-1)).toMatchObject({ who: name, sentence: 'signed in', agent_id: agent.agent.id });
  });

  it('is filtered by agent, client, action, record, address and days', async () => {
    const owner = await asOwner();
    const { agent, id } = await colleagueAtWork();
    const of = async (query: object) =>
      (await owner.call(audit.listAuditEvents, { query: { client: id, ...query } })).body.events.map(
        ({ action }) => action,
      );
    expect(await of({})).toEqual(expect.arrayContaining(['opened', 'revealed', 'updated', 'created']));
    expect(await of({ act: 'revealed' })).toEqual(['revealed']);
    expect(await of({ act: 'read' })).toEqual(['opened']);
    expect(await of({ act: 'changed' })).not.toContain('opened');
    expect(await of({ agent: agent.agent.id, act: 'revealed', address: '127.0.0.1' })).toEqual(['revealed']);
    expect(await of({ address: '203.0.113.9' })).toEqual([]);
    expect(await of({ thing: 'invoice' })).toEqual([]);
    expect(await of({ from: '2026-11-20', to: '2026-11-20', act: 'revealed' })).toEqual(['revealed']);
    expect(await of({ to: '2026-11-19' })).toEqual([]);
  });

  it('of a client includes actions on their forms, and reads of them', async () => {
    const owner = await asOwner();
    const id = await buildClient(t.current);
    const form = await buildSubmission(t.current, { client_id: id, form_link_id: 'personal-info' });
    const agent = await signInAs(t.current);
    await agent.call(revealSubmissionField, { params: { id: form.id }, body: { field: 'personalInfo.ssn' } });
    const { body } = await owner.call(audit.listAuditEvents, { query: { client: id, act: 'revealed' } });
    expect(body.events.map(({ entity, entity_id, client_id }) => [entity, entity_id, client_id])).toEqual([
      ['session_form', form.id, id],
    ]);
  });

  it('returns each row once across pages, also where many share a timestamp', async () => {
    const owner = await asOwner();
    const { agent } = await colleagueAtWork();
    const ids: number[] = [];
    for (let after: string | undefined; ; ) {
      const query = { agent: agent.agent.id, limit: 2, after };
      const { body } = await owner.call(audit.listAuditEvents, { query });
      ids.push(...body.events.map(({ id }) => id));
      if (body.next === null) break;
      after = body.next;
    }
    const all = (await owner.call(audit.listAuditEvents, { query: { agent: agent.agent.id, limit: 100 } }))
      .body.events;
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect((await owner.call(audit.listAuditEvents, { query: { after: 'nonsense' } })).status).toBe(400);
  });

  it('is exported as CSV with the same filter, and logs the export', async () => {
    const owner = await asOwner();
    const { agent } = await colleagueAtWork();
    const { status, body } = await owner.call(audit.exportAuditEvents, {
      body: { agent: agent.agent.id, act: 'revealed' },
    });
    const lines = String(body).trim().split('\r\n');
    expect([status, lines.length, lines[1]]).toEqual([
      200,
      2,
      expect.stringContaining('revealed SSN of Ana Marin'),
    ]);
    expect(String(body)).not.toContain(SSN);
    const own = await owner.call(audit.listAuditEvents, {
      query: { agent: owner.agent.id, act: 'exported' },
    });
    expect(own.body.events.map(({ sentence, to }) => [sentence, to])).toEqual([
      ['received 1 row of the export of the audit log', { rows: 1 }],
      ['exported the audit log', { agent: agent.agent.id, act: 'revealed' }],
    ]);
  });

  it('logs that it was viewed, once', async () => {
    const owner = await asOwner();
    await owner.call(audit.listAuditEvents);
    await owner.call(audit.listAuditEvents);
    await t.current.deps.reads.flush(true);
    const { body } = await owner.call(audit.listAuditEvents, {
      query: { agent: owner.agent.id, thing: 'audit' },
    });
    expect(body.events.map(({ sentence }) => sentence)).toEqual(['viewed the audit log']);
  });

  it('contains none of the secrets that were typed, read, searched, revealed and logged', async () => {
    const secret = '8675309412345';
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    await agent.call(clients.updateClient, { params: { id }, body: { account_number: secret } });
    await agent.call(clients.revealClientField, { params: { id }, body: { field: 'account_number' } });
    await agent.call(clients.listClients, { query: { page: 1, q: secret } });
    await agent.call(clients.searchClients, { query: { q: `x ${secret}` } });
    await agent.call(clients.getClient, { params: { id } });
    await t.current.deps.reads.flush(true);
    const rows = await t.current.deps.database.query<{ row: string }>(
      'select row_to_json(e)::text as row from audit_events e',
    );
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
  });
});

describe('a reason for reveals', () => {
  it('is required where an owner enables it, and is logged; nothing else changes', async () => {
    const owner = await asOwner();
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { ssn: SSN });
    const form = await buildSubmission(t.current, { client_id: id, form_link_id: 'personal-info' });
    const reveal = (reason?: string) =>
      agent.call(clients.revealClientField, { params: { id }, body: { field: 'ssn', reason } });
    expect((await reveal()).status).toBe(200);
    const settings = { ...DEFAULT_ALERT_SETTINGS, asks_reveal_reason: true };
    expect((await owner.call(audit.updateAlertSettings, { body: settings })).body.data).toEqual(settings);
    for (const reason of [undefined, '', '  ']) {
      const { status, error } = await reveal(reason);
      expect([status, error.code]).toEqual([409, 'reason_needed']);
    }
    const body = { field: 'personalInfo.ssn' };
    expect((await agent.call(revealSubmissionField, { params: { id: form.id }, body })).status).toBe(409);
    expect((await reveal('The carrier asked')).body.value).toBe(SSN);
    const { body: auditLog } = await owner.call(audit.listAuditEvents, {
      query: { client: id, act: 'revealed' },
    });
    expect(auditLog.events[0]?.sentence).toMatch(/^revealed SSN of .*, because: The carrier asked$/);
    // Histories show it unchanged.
    expect((await agent.call(clients.listClientHistory, { params: { id } })).status).toBe(200);
    await owner.call(audit.updateAlertSettings, { body: { ...settings, asks_reveal_reason: false } });
    expect((await reveal()).status).toBe(200);
    const { body: changes } = await owner.call(audit.listAuditEvents, { query: { thing: 'settings' } });
    expect(changes.events.map(({ field, to }) => [field, to])).toContainEqual(['asks reveal reason', true]);
  });

  it('and limits reject invalid values', async () => {
    const owner = await asOwner();
    const body = { ...DEFAULT_ALERT_SETTINGS, asks_reveal_reason: false };
    for (const limits of [
      { ...body.limits, reveals: 0 },
      { ...body.limits, reveals: 5000 },
      { reveals: 1 },
    ]) {
      const { status } = await owner.call(audit.updateAlertSettings, { body: { ...body, limits } as never });
      expect([limits, status]).toEqual([limits, 400]);
    }
    expect((await owner.call(audit.updateAlertSettings, { body: { ...body, night_from: 24 } })).status).toBe(
      400,
    );
  });
});
