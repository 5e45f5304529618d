import { listAuditEvents } from '@ledgerline/contract/audit/endpoints';
import { READ_HEADER } from '@ledgerline/contract/audit-policy';
import * as clients from '@ledgerline/contract/clients/endpoints';
import { getDocument } from '@ledgerline/contract/documents/endpoints';
import { getLedgerRows } from '@ledgerline/contract/ledger/endpoints';
import { searchEverything } from '@ledgerline/contract/search/endpoints';
import { updateGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { getSubmission } from '@ledgerline/contract/submissions/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { readerOf } from '#platform/audit/audit.ts';
import { openReadLog } from '#platform/audit/read-log.ts';
import { buildClient, buildSubmission, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const MINUTE = 60_000;

beforeEach(() => t.current.clock.set(TEST_NOW));

/** The logged reads of an agent; flushes them first. */
async function readsOf(agentId: number): Promise<string[]> {
  await t.current.deps.reads.flush(true);
  const rows = await t.current.deps.database.query<
    Record<'action' | 'entity', string> & { entity_id: number | null; new_value: unknown }
  >(
    `select action, entity, entity_id, new_value from audit_events
      where actor_id = $1 and actor_kind = 'agent' and entity like '%\\_read' order by id`,
    [agentId],
  );
  return rows.map(({ action, entity, entity_id, new_value }) =>
    [action, entity, entity_id, new_value && JSON.stringify(new_value)]
      .filter((part) => part !== null)
      .join(' '),
  );
}

describe('a client that is opened', () => {
  it('is one row per agent in 15 minutes, whatever is read of the client', async () => {
    const [agent, other] = [await signInAs(t.current), await signInAs(t.current)];
    const id = await buildClient(t.current);
    for (const endpoint of [
      clients.getClient,
      clients.getRelatedData,
      clients.listClientHistory,
      clients.getClient,
    ])
      await agent.call(endpoint as typeof clients.getClient, { params: { id } });
    expect(await readsOf(agent.agent.id)).toEqual([`opened client_read ${id}`]);
    t.current.clock.advance(14 * MINUTE);
    await agent.call(clients.getClient, { params: { id } });
    expect(await readsOf(agent.agent.id)).toHaveLength(1);
    t.current.clock.advance(2 * MINUTE);
    await agent.call(clients.getClient, { params: { id } });
    expect(await readsOf(agent.agent.id)).toHaveLength(2);
    await other.call(clients.getClient, { params: { id } });
    expect(await readsOf(other.agent.id)).toHaveLength(1);
  });

  it('is one row over several servers, and after a restart', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    await agent.call(clients.getClient, { params: { id } });
    expect(await readsOf(agent.agent.id)).toHaveLength(1);
    const { deps, clock } = t.current;
    const url = String(deps.database.pool.options.connectionString);
    const elsewhere = openReadLog(url, { clock, log: deps.log });
    const actor = { ...agent.agent, kind: 'agent', name: 'Blake', signInId: 1 } as const;
    elsewhere.note(readerOf({ ...t.current.systemContext(), actor }), { action: 'opened', of: 'client', id });
    await elsewhere.close();
    expect(await readsOf(agent.agent.id)).toHaveLength(1);
  });

  it('is not logged as opened when the browser only prefetched it, until it reports that it was opened', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    await agent.call(clients.getClient, { params: { id }, headers: { [READ_HEADER]: 'ahead' } });
    expect(await readsOf(agent.agent.id)).toEqual([`loaded_ahead client_read ${id}`]);
    await agent.call(clients.recordClientOpened, { params: { id } });
    await agent.call(clients.getClient, { params: { id }, headers: { [READ_HEADER]: 'again' } });
    t.current.clock.advance(16 * MINUTE);
    await agent.call(clients.getClient, { params: { id }, headers: { [READ_HEADER]: 'again' } });
    expect(await readsOf(agent.agent.id)).toEqual([
      `loaded_ahead client_read ${id}`,
      `opened client_read ${id}`,
      `refreshed client_read ${id}`,
    ]);
    // Any other value of the header hides nothing.
    const other = await buildClient(t.current);
    await agent.call(clients.getClient, { params: { id: other }, headers: { [READ_HEADER]: 'constructor' } });
    expect((await readsOf(agent.agent.id)).at(-1)).toBe(`opened client_read ${other}`);
  });

  it('is separate from the client’s history, which has no reads', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    await agent.call(clients.getClient, { params: { id } });
    await t.current.deps.reads.flush(true);
    const { body } = await agent.call(clients.listClientHistory, { params: { id } });
    expect(body.data.map(({ action }) => action)).not.toContain('opened');
  });
});

describe('searches and lists', () => {
  it('are one row for a text typed letter by letter, with the results and without the text', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { client_first_name: 'Zilla', client_last_name: 'Marinquist' });
    for (const q of ['ma', 'mar', 'mari', 'marinq']) {
      await agent.call(searchEverything, { query: { q } });
      t.current.clock.advance(300);
    }
    t.current.clock.advance(5000);
    await agent.call(clients.listClients, { query: { page: 1, q: '123-45-6789' } });
    const reads = await readsOf(agent.agent.id);
    expect(reads.slice(0, 2)).toEqual([
      `searched client_read {"first":["client.${id}"],"found":1,"length":6}`,
      'searched client_read {"first":[],"found":0,"length":11}',
    ]);
    const owner = await signInAs(t.current, { is_owner: true });
    const { body } = await owner.call(listAuditEvents, { query: { agent: agent.agent.id } });
    expect(body.events.map(({ sentence }) => sentence)).toEqual(
      expect.arrayContaining([
        'searched everything for a text of 6 characters, with 1 result: Zilla Marinquist',
        'searched the list of clients for a text of 11 characters, without results',
      ]),
    );
  });

  it('count the rows that were read, each once', async () => {
    const agent = await signInAs(t.current);
    const ids = [await buildClient(t.current), await buildClient(t.current), await buildClient(t.current)];
    await agent.call(getLedgerRows, { query: { ids: ids.slice(0, 2).join(',') as never } });
    await agent.call(getLedgerRows, { query: { ids: ids.join(',') as never } });
    expect(await readsOf(agent.agent.id)).toEqual([
      `listed ledger_read {"rows":3,"clients":"{[${Math.min(...ids)},${Math.max(...ids)}]}"}`,
    ]);
  });
});

describe('downloads and exports', () => {
  it('is logged before the response is sent', async () => {
    const agent = await signInAs(t.current);
    const form = await buildSubmission(t.current, { client_id: await buildClient(t.current) });
    expect((await agent.call(getSubmission, { params: { id: form.id } })).status).toBe(200);
    const rows = await t.current.deps.database.query(
      `select 1 from audit_events where action = 'answers_read' and actor_id = $1`,
      [agent.agent.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('is rejected while the audit log cannot be written; other reads are answered, and logged later', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    const form = await buildSubmission(t.current, { client_id: id });
    const { deps } = t.current;
    await deps.reads.flush(true);
    await deps.database.query('alter table audit_events add constraint closed check (false) not valid');
    try {
      const rejected = await agent.call(getSubmission, { params: { id: form.id } });
      expect([rejected.status, rejected.error.message]).toEqual([
        503,
        'The audit log cannot be written at the moment, so no data was provided. Please try again.',
      ]);
    } finally {
      await deps.database.query('alter table audit_events drop constraint closed');
    }
    expect((await agent.call(clients.getClient, { params: { id } })).status).toBe(200);
    expect((await agent.call(getSubmission, { params: { id: form.id } })).status).toBe(200);
    expect(await readsOf(agent.agent.id)).toEqual([
      `opened client_read ${id}`,
      `answers_read session_form_read ${form.id}`,
    ]);
  });
});

describe('denied access', () => {
  it('is logged: by the access of the endpoint, with what was requested', async () => {
    const agent = await signInAs(t.current);
    const body = { default_form_expiration_days: 5 };
    expect((await agent.call(updateGlobalSettings, { body })).status).toBe(403);
    const rows = await t.current.deps.database.query(
      `select field, actor_id from audit_events where action = 'access_refused' and entity_id = $1`,
      [agent.agent.id],
    );
    expect(rows).toEqual([{ field: 'updateGlobalSettings', actor_id: agent.agent.id }]);
    // A record that does not exist is not a denial.
    expect((await agent.call(getDocument, { params: { id: 987_654 } })).status).toBe(404);
  });
});
