import { deleteAgent, listAgentNames } from '@ledgerline/contract/agents/endpoints';
import {
  createClient,
  getClient,
  listClientHistory,
  listClients,
  restoreClientValue,
  updateClient,
} from '@ledgerline/contract/clients/endpoints';
import { exportLedger, getLedgerIndex, saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { describe, expect, it } from 'vitest';
import { systemContext } from '#platform/context.ts';
import { buildAgent, buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { reassignClients } from './reassign.ts';

const t = useTestApp();
const OWNER = 'owner_agent_id';
const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);

async function ownerOf(id: number) {
  const [row] = await sql<{ owner: number; outline: number }>(
    `select c.owner_agent_id as owner, o.owner_agent_id as outline
       from clients c join client_outlines o on o.client_id = c.id where c.id = $1`,
    [id],
  );
  expect(row?.outline).toBe(row?.owner);
  return row?.owner;
}

describe('the owner of a client', () => {
  it('is the agent who creates the client, unless another agent or no one is chosen', async () => {
    const agent = await signInAs(t.current);
    const other = await buildAgent(t.current, { first_name: 'Noa', last_name: 'Other' });
    const createdOwner = async (fields: object) =>
      ownerOf((await agent.call(createClient, { body: { client_first_name: 'A', ...fields } })).body.id);
    expect(await createdOwner({})).toBe(agent.agent.id);
    expect(await createdOwner({ [OWNER]: 'noa  OTHER' })).toBe(other.id);
    expect(await createdOwner({ [OWNER]: '' })).toBeNull();
    const { body } = await agent.call(saveLedgerCells, {
      body: { create: [{ row: 'a', values: { client_first_name: 'B' } }] },
    });
    expect(await ownerOf(body.created[0]?.id ?? 0)).toBe(agent.agent.id);
  });

  it('is rejected with a message if no agent, or more than one, has the name', async () => {
    const agent = await signInAs(t.current);
    const twins = [1, 2].map(() => buildAgent(t.current, { first_name: 'Twin', last_name: 'Name' }));
    const [one, two] = await Promise.all(twins);
    const id = await buildClient(t.current);
    const rejection = async (value: string | number) => {
      const { status, error } = await agent.call(updateClient, { params: { id }, body: { [OWNER]: value } });
      return [status, error?.details?.fields?.[0]];
    };
    expect(await rejection(987_654)).toEqual([
      400,
      { path: OWNER, message: 'must be an agent’s name, username or number; no agent matches “987654”' },
    ]);
    const [, ambiguous] = await rejection('twin name');
    expect(JSON.stringify(ambiguous)).toContain('matches 2 agents');
    expect(JSON.stringify(ambiguous)).toContain(String(two?.username));
    await agent.call(updateClient, { params: { id }, body: { [OWNER]: `Twin Name (${one?.username})` } });
    expect(await ownerOf(id)).toBe(one?.id);
  });

  it('is the first of two concurrent reassignments', async () => {
    const agent = await signInAs(t.current);
    const [a, b] = [await buildAgent(t.current), await buildAgent(t.current)];
    const id = await buildClient(t.current);
    const reassign = (to: number) =>
      agent.call(updateClient, { params: { id }, body: { [OWNER]: to, was: { [OWNER]: null } } });
    const answers = await Promise.all([reassign(a.id), reassign(b.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? a.id : b.id;
    expect(await ownerOf(id)).toBe(winner);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.error?.details?.cells).toMatchObject([{ field: OWNER, theirs: winner }]);
  });

  it('appears by name in the history and the export, and can be restored', async () => {
    const agent = await signInAs(t.current);
    const from = await buildAgent(t.current, { first_name: 'Fay', last_name: 'From' });
    const to = await buildAgent(t.current, { first_name: 'Tom', last_name: 'To' });
    const id = await buildClient(t.current, { [OWNER]: from.id, client_last_name: 'Exported' });
    await agent.call(updateClient, { params: { id }, body: { [OWNER]: to.id } });
    const history = async () => (await agent.call(listClientHistory, { params: { id } })).body.data;
    const [change] = await history();
    expect(change).toMatchObject({ field: OWNER, from: 'Fay From', to: 'Tom To', can_restore: true });
    const csv = await agent.call(exportLedger, { body: { columns: ['client_last_name', OWNER] } });
    expect(String(csv.body)).toContain('Exported,Tom To\r\n');
    await agent.call(restoreClientValue, { params: { id, changeId: change?.id ?? 0 } });
    expect(await ownerOf(id)).toBe(from.id);
  });
});

describe('my clients', () => {
  it('are listed, counted and sorted exactly, in the list and in the ledger', async () => {
    const [me, other] = [await signInAs(t.current), await signInAs(t.current)];
    const mine: number[] = [];
    for (const status of ['new', 'lead', 'lead', 'client']) {
      const name = {
        client_first_name: `Zed ${status}`,
        client_last_name: 'Mine',
        primary_phone: '305-555-0100',
      };
      const { body } = await me.call(createClient, { body: { ...name, status } });
      mine.push(body.id);
    }
    await other.call(createClient, { body: { client_last_name: 'Mine' } });
    const counts = { all: 4, new: 1, lead: 2, client: 1, inactive: 0 };
    for (const sort of ['name', 'status', 'primary_phone', 'next_f_u_date', 'updated_at'] as const)
      for (const direction of ['asc', 'desc'] as const)
        for (const q of [undefined, 'mine']) {
          const query = { page: 1, owner: 'me' as const, sort, direction, q };
          const { body } = await me.call(listClients, { query });
          expect([sort, direction, q, body.counts]).toEqual([sort, direction, q, counts]);
          expect(body.data.map(({ id }) => id).sort((a, b) => a - b)).toEqual(mine);
        }
    const { body } = await me.call(listClients, { query: { page: 1, owner: 'me', status: 'lead' } });
    expect([body.total, body.data.length]).toEqual([2, 2]);
    for (const sort of ['name', OWNER, 'company', 'created_at'] as const) {
      const { body: index } = await me.call(getLedgerIndex, { query: { owner: 'me', sort } });
      expect([sort, [...index.ids].sort((a, b) => a - b)]).toEqual([sort, mine]);
    }
  });

  it('keep their counts when reassigned and back', async () => {
    const [me, other] = [await signInAs(t.current), await signInAs(t.current)];
    const { body } = await me.call(createClient, { body: { client_last_name: 'Moves' } });
    const all = async (who: typeof me) => {
      const { body: page } = await who.call(listClients, { query: { page: 1, owner: 'me' } });
      return page.counts.all;
    };
    for (const to of [other, me, other]) {
      await me.call(updateClient, { params: { id: body.id }, body: { [OWNER]: to.agent.id } });
      expect([await all(me), await all(other)]).toEqual(to === me ? [1, 0] : [0, 1]);
    }
    const { body: unfiltered } = await me.call(listClients, { query: { page: 1 } });
    const [{ n } = { n: 0 }] = await sql<{ n: number }>('select count(*)::int as n from clients');
    expect(unfiltered.counts.all).toBe(n);
  });
});

describe('deleting an agent', () => {
  async function leaving(clients: number) {
    const owner = await signInAs(t.current, { is_owner: true });
    const gone = await buildAgent(t.current, { username: `leaver${clients}` });
    const ids: number[] = [];
    for (let n = 0; n < clients; n++) ids.push(await buildClient(t.current, { [OWNER]: gone.id }));
    const remove = (clients_to?: number | 'nobody') =>
      owner.call(deleteAgent, { params: { id: gone.id }, query: clients_to ? { clients_to } : {} });
    return { owner, gone, ids, remove };
  }

  it('is rejected until a successor is chosen', async () => {
    const { gone, ids, remove } = await leaving(2);
    const { status, error } = await remove();
    expect([status, error?.code, error?.details]).toMatchObject([409, 'has_related_data', { clients: 2 }]);
    expect((await remove(gone.id)).status).toBe(400);
    expect((await remove(987_654)).error?.details?.fields?.[0]?.path).toBe('clients_to');
    expect(await ownerOf(ids[0] ?? 0)).toBe(gone.id);
  });

  it('reassigns every client to the successor, each with a history entry', async () => {
    const { owner, ids, remove, gone } = await leaving(3);
    const heir = await buildAgent(t.current, { first_name: 'Hal', last_name: 'Heir' });
    expect((await remove(heir.id)).status).toBe(200);
    for (const id of ids) expect(await ownerOf(id)).toBe(heir.id);
    const { body } = await owner.call(listClientHistory, { params: { id: ids[0] ?? 0 } });
    expect(body.data[0]).toMatchObject({ from: `${gone.username} (deleted)`, to: 'Hal Heir' });
    const { status, error } = await owner.call(restoreClientValue, {
      params: { id: ids[0] ?? 0, changeId: body.data[0]?.id ?? 0 },
    });
    const message = `names ${gone.username}, an agent who was deleted`;
    expect([status, error?.details?.fields?.[0]]).toEqual([400, { path: OWNER, message }]);
    const assigned = body.data.find(({ to }) => to === `${gone.username} (deleted)`);
    expect([body.data[0]?.can_restore, assigned?.can_restore ?? true]).toEqual([false, true]);
    const undo = { id: ids[1] ?? 0, field: OWNER, value: gone.id, was: heir.id } as const;
    const undone = await owner.call(saveLedgerCells, { body: { cells: [undo] } });
    expect(undone.error?.details?.cells).toMatchObject([{ field: OWNER, message }]);
    expect((await owner.call(listAgentNames)).body.data.some(({ id }) => id === gone.id)).toBe(false);
  });

  it('leaves the clients unassigned if chosen, and works immediately without clients', async () => {
    const { owner, ids, remove } = await leaving(1);
    expect((await remove('nobody')).status).toBe(200);
    expect((await owner.call(getClient, { params: { id: ids[0] ?? 0 } })).body.data[OWNER]).toBeNull();
    expect((await (await leaving(0)).remove()).status).toBe(200);
  });

  it('takes no client from an agent to whom it was reassigned concurrently', async () => {
    const { owner, gone, ids, remove } = await leaving(12);
    const [heir, other] = [await buildAgent(t.current), await buildAgent(t.current)];
    const assign = (id: number) =>
      owner.call(updateClient, {
        params: { id },
        body: { [OWNER]: other.id, was: { [OWNER]: gone.id } },
      });
    const [removed, ...assigned] = await Promise.all([remove(heir.id), ...ids.map(assign)]);
    expect(removed?.status).toBe(200);
    for (const [at, { status }] of assigned.entries())
      expect([status, await ownerOf(ids[at] ?? 0)]).toEqual(
        status === 200 ? [200, other.id] : [409, heir.id],
      );
  });

  it('skips a client that was reassigned after it was found', async () => {
    const { owner, gone, ids } = await leaving(5);
    const other = await buildAgent(t.current);
    await owner.call(updateClient, { params: { id: ids[1] ?? 0 }, body: { [OWNER]: other.id } });
    const actor = { kind: 'agent', name: 'Owner', signInId: 1, ...owner.agent } as const;
    const stale = await t.current.deps.database.transaction((db) =>
      reassignClients({ ...systemContext(t.current.deps, db, 'test'), actor }, ids, {
        from: gone.id,
        to: null,
      }),
    );
    expect(stale).toBeUndefined();
    // No agent is shown what they skip.
    await t.current.deps.reads.flush(true);
    expect(
      await sql("select 1 from audit_events where entity = 'client_read' and actor_id = $1", [
        owner.agent.id,
      ]),
    ).toEqual([]);
    expect(await Promise.all(ids.map(ownerOf))).toEqual([null, other.id, null, null, null]);
  });

  it('receives no client from an agent who reassigns concurrently', async () => {
    const { owner, gone, ids, remove } = await leaving(4);
    const late = await buildClient(t.current);
    const assign = owner.call(updateClient, { params: { id: late }, body: { [OWNER]: gone.id } });
    await Promise.all([remove('nobody'), assign]);
    const [{ n } = { n: -1 }] = await sql<{ n: number }>(
      'select count(*)::int as n from clients where id = any($1) and owner_agent_id is not null',
      [[...ids, late]],
    );
    const [left] = await sql('select id from agents where id = $1', [gone.id]);
    expect([n, left]).toEqual(left ? [expect.any(Number), left] : [0, undefined]);
  });
});
