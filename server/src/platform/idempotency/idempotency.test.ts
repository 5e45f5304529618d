import { createHash } from 'node:crypto';
import {
  createClient,
  deleteClient,
  getClient,
  listClientHistory,
  listClients,
  restoreClientValue,
  updateClient,
} from '@ledgerline/contract/clients/endpoints';
import { saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { updateSubmission } from '@ledgerline/contract/submissions/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { describe, expect, it } from 'vitest';
import { buildAgent, buildClient, signInAs } from '#testing/factories.ts';
import { sentLink } from '#testing/sent-link.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const withKey = (key: string, last: string) => ({
  body: { client_last_name: last },
  headers: { 'idempotency-key': key },
});

async function countOf(agent: Awaited<ReturnType<typeof signInAs>>, last: string): Promise<number> {
  return (await agent.call(listClients, { query: { page: 1, q: last } })).body.total;
}

describe('an Idempotency-Key', () => {
  it('makes a repeat return the same response and write nothing', async () => {
    const agent = await signInAs(t.current);
    const first = await agent.call(createClient, withKey('k1', 'Repeated'));
    const second = await agent.call(createClient, withKey('k1', 'Repeated'));
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await countOf(agent, 'repeated')).toBe(1);
  });

  it('creates one row for simultaneous calls', async () => {
    const agent = await signInAs(t.current);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => agent.call(createClient, withKey('k2', 'Doubleclick'))),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await countOf(agent, 'doubleclick')).toBe(1);
  });

  it('of another request is rejected', async () => {
    const agent = await signInAs(t.current);
    await agent.call(createClient, withKey('k3', 'Former'));
    const { status, error } = await agent.call(createClient, withKey('k3', 'Latter'));
    expect([status, error.code]).toEqual([409, 'idempotency_mismatch']);
    expect(await countOf(agent, 'latter')).toBe(0);
  });

  it('of a lost creation is resolved by an empty batch of the ledger, whichever of the two comes first', async () => {
    const agent = await signInAs(t.current);
    const headers = (key: string) => ({ 'idempotency-key': key });
    const saveWith = (key: string) => agent.call(saveLedgerCells, { body: {}, headers: headers(key) });
    const paste = (key: string, client_last_name: string) =>
      agent.call(saveLedgerCells, {
        body: { create: [{ row: 'new 1', values: { client_last_name } }] },
        headers: headers(key),
      });
    const first = await agent.call(createClient, withKey('lost1', 'Settled'));
    expect((await saveWith('lost1')).error.code).toBe('idempotency_mismatch');
    expect((await agent.call(createClient, withKey('lost1', 'Settled'))).body.id).toBe(first.body.id);
    const pasted = await paste('lost2', 'Settled');
    expect((await saveWith('lost2')).error.code).toBe('idempotency_mismatch');
    expect((await paste('lost2', 'Settled')).body.created).toEqual(pasted.body.created);
    expect(await countOf(agent, 'settled')).toBe(2);

    expect([(await saveWith('lost3')).status, (await saveWith('lost3')).status]).toEqual([200, 200]);
    const late = [
      await agent.call(createClient, withKey('lost3', 'Latecomer')),
      await paste('lost3', 'Latecomer'),
    ];
    expect(late.map(({ error }) => error.code)).toEqual(['idempotency_mismatch', 'idempotency_mismatch']);
    expect(await countOf(agent, 'latecomer')).toBe(0);
  });

  it('of a running creation makes the empty batch wait for its outcome', async () => {
    const agent = await signInAs(t.current);
    for (let round = 0; round < 5; round += 1) {
      const key = `race${round}`;
      const last = `Racing${round}`;
      const [created, settled] = await Promise.all([
        agent.call(createClient, withKey(key, last)),
        agent.call(saveLedgerCells, { body: {}, headers: { 'idempotency-key': key } }),
      ]);
      const isCreated = created.status === 201;
      expect(settled.status, key).toBe(isCreated ? 409 : 200);
      expect(await countOf(agent, last), key).toBe(isCreated ? 1 : 0);
    }
  });

  it('of another agent is a different key', async () => {
    const [one, two] = [await signInAs(t.current), await signInAs(t.current)];
    await one.call(createClient, withKey('shared', 'Sharing'));
    await two.call(createClient, withKey('shared', 'Sharing'));
    expect(await countOf(one, 'sharing')).toBe(2);
  });

  it('of a failed call can be reused', async () => {
    const agent = await signInAs(t.current);
    const wrong = { body: { dob: 'soon' }, headers: { 'idempotency-key': 'k4' } };
    expect((await agent.call(createClient, wrong)).status).toBe(400);
    expect((await agent.call(createClient, withKey('k4', 'Second'))).status).toBe(201);
  });

  it('of a save stores no response: a repeat writes nothing and reads the saved fields', async () => {
    const agent = await signInAs(t.current);
    const params = { id: await buildClient(t.current, { company: 'Old Co' }) };
    const body = { company: 'New Co', was: { company: 'Old Co' } };
    const save = () => agent.call(updateClient, { params, body, headers: { 'idempotency-key': 'k7' } });
    const first = await save();
    t.current.clock.advance(1000);
    const later = await agent.call(updateClient, {
      params,
      body: { company: 'Newest Co', occupation: 'Pilot' },
    });
    const again = await save();
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.data).toEqual({
      ...first.body.data,
      company: 'Newest Co',
      updated_at: later.body.data.updated_at,
    });
    const { database } = t.current.deps;
    const stored = await database.query("select status, answer from idempotency_keys where key = 'k7'");
    expect(stored).toEqual([{ status: 200, answer: null }]);
    const written = await database.query(
      "select 1 from audit_events where entity = 'client' and entity_id = $1 and field = 'company' and action = 'updated'",
      [params.id],
    );
    expect(written).toHaveLength(2);
  });

  it('of a save makes simultaneous calls one write, also when the value has moved on since', async () => {
    const agent = await signInAs(t.current);
    const params = { id: await buildClient(t.current, { company: 'Old Co' }) };
    const save = (key: string, company: string, was: string) =>
      agent.call(updateClient, {
        params,
        body: { company, was: { company: was } },
        headers: { 'idempotency-key': key },
      });
    const answers = await Promise.all(Array.from({ length: 8 }, () => save('k8', 'New Co', 'Old Co')));
    expect(answers.map(({ status, body }) => [status, body.data.company])).toEqual(
      Array.from({ length: 8 }, () => [200, 'New Co']),
    );
    expect((await save('k9', 'Newest Co', 'New Co')).status).toBe(200);
    // Run again, it would be a conflict.
    expect((await save('k8', 'New Co', 'Old Co')).body.data).toMatchObject({ company: 'Newest Co' });
    expect((await save('k8', 'Other Co', 'Old Co')).error.code).toBe('idempotency_mismatch');
    expect((await save('k10', 'New Co', 'Old Co')).error.code).toBe('conflict');
    // A rejected call leaves its key.
    expect((await save('k10', 'New Co', 'Newest Co')).status).toBe(200);
    const written = await t.current.deps.database.query(
      "select 1 from audit_events where entity = 'client' and entity_id = $1 and action = 'updated'",
      [params.id],
    );
    expect(written).toHaveLength(3);
  });

  it('of a save that removes the agent’s access to the client gets the first response', async () => {
    const owner = await signInAs(t.current, { is_owner: true, has_all_staff_access: true });
    const [agent, colleague] = [await signInAs(t.current), await buildAgent(t.current)];
    const id = await buildClient(t.current, { owner_agent_id: agent.agent.id, company: 'Old Co' });
    await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    const params = { id };
    const giveAway = () =>
      agent.call(updateClient, {
        params,
        body: { owner_agent_id: colleague.id, company: 'New Co' },
        headers: { 'idempotency-key': 'k11' },
      });
    const first = await giveAway();
    await owner.call(updateClient, { params, body: { company: 'Newest Co' } });
    expect((await agent.call(getClient, { params })).status).toBe(404);
    const again = await giveAway();
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(again.body.data).toMatchObject({ owner_agent_id: colleague.id, company: 'New Co' });

    await owner.call(updateClient, { params, body: { owner_agent_id: agent.agent.id } });
    const { body: history } = await agent.call(listClientHistory, {
      params,
      query: { field: 'owner_agent_id' },
    });
    const change = history.data.find(({ from }) => from === `${colleague.first_name} ${colleague.last_name}`);
    const restore = () =>
      agent.call(restoreClientValue, {
        params: { id, changeId: change?.id ?? 0 },
        headers: { 'idempotency-key': 'k12' },
      });
    const restored = await restore();
    expect([restored.status, restored.body.data.owner_agent_id]).toEqual([200, colleague.id]);
    expect((await restore()).body).toEqual(restored.body);

    await owner.call(deleteClient, { params });
    for (const { status, error } of [await giveAway(), await restore()])
      expect([status, error.message]).toEqual([404, 'This client was deleted.']);
    await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
  });

  it('that is too long is rejected', async () => {
    const agent = await signInAs(t.current);
    const { status, error } = await agent.call(createClient, withKey('k'.repeat(201), 'Long'));
    expect([status, error.details?.fields?.[0]?.path]).toEqual([400, 'Idempotency-Key']);
  });

  it('stores nothing from which a secret of the call could be guessed', async () => {
    const agent = await signInAs(t.current);
    const params = { id: await buildClient(t.current) };
    const body = { ssn: '219-09-9999' };
    await agent.call(updateClient, { params, body, headers: { 'idempotency-key': 'k5' } });
    const guess = createHash('sha256')
      .update(`updateClient\n${JSON.stringify({ params, query: {}, body })}`)
      .digest('base64url');
    const rows = await t.current.deps.database.query<{ fingerprint: string }>(
      "select fingerprint from idempotency_keys where key = 'k5'",
    );
    expect(rows.map(({ fingerprint }) => fingerprint === guess)).toEqual([false]);
  });

  it('never stores the responses of a form', async () => {
    const { agent, sessionFormId } = await sentLink(t.current);
    const { status } = await agent.call(updateSubmission, {
      params: { id: sessionFormId },
      body: { title: 'Renamed' },
      headers: { 'idempotency-key': 'k6' },
    });
    const rows = await t.current.deps.database.query("select key from idempotency_keys where key = 'k6'");
    expect([status, rows]).toEqual([200, []]);
  });
});
