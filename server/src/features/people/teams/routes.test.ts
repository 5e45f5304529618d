import { deleteAgent, updateAgent } from '@ledgerline/contract/agents/endpoints';
import { createCalendarFeed } from '@ledgerline/contract/calendar/endpoints';
import { createClient, getClient, listClients, updateClient } from '@ledgerline/contract/clients/endpoints';
import { getDocument } from '@ledgerline/contract/documents/endpoints';
import { saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { listNotifications } from '@ledgerline/contract/notifications/endpoints';
import { createTask, listTasks, updateTask } from '@ledgerline/contract/tasks/endpoints';
import * as endpoints from '@ledgerline/contract/teams/endpoints';
import * as today from '@ledgerline/contract/today/endpoints';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reassignToViewers } from '#features/records/tasks/reassign-to-viewers.ts';
import { brokerageDay } from '#platform/context.ts';
import { buildClient, buildDocument, buildSubmission, signInAs } from '#testing/factories.ts';
import { importFile } from '#testing/imports.ts';
import { useTestApp } from '#testing/test-app.ts';
import { findAccessScope } from './access-scope.ts';

const t = useTestApp();
type Agent = Awaited<ReturnType<typeof signInAs>>;

let owner: Agent;
let ana: Agent;
let ben: Agent;
beforeAll(async () => {
  await t.current.startJobs();
  owner = await signInAs(t.current, { is_owner: true });
});
beforeEach(async () => {
  ana = await signInAs(t.current);
  ben = await signInAs(t.current, { has_all_staff_access: true });
});
afterEach(() => setAccess('all'));

const setAccess = (sees: 'all' | 'team' | 'own') =>
  owner.call(endpoints.updateNeedToKnow, { body: { sees } });
const clientOf = (agent: Agent | null, values: Parameters<typeof buildClient>[1] = {}) =>
  buildClient(t.current, { ...values, owner_agent_id: agent?.agent.id ?? null });
const sees = async (agent: Agent, id: number) => (await agent.call(getClient, { params: { id } })).status;
const assign = (agent: Agent, team_id: number | null) =>
  owner.call(endpoints.assignTeam, { params: { id: agent.agent.id }, body: { team_id } });

describe('the client access setting', () => {
  it('defaults to all clients, applies from the next request, and changes are in the audit log', async () => {
    const [mine, bens, unowned] = [await clientOf(ana), await clientOf(ben), await clientOf(null)];
    expect((await ana.call(endpoints.getNeedToKnow)).body.data).toEqual({ sees: 'all', i_see: 'all' });
    expect([await sees(ana, mine), await sees(ana, bens), await sees(ana, unowned)]).toEqual([200, 200, 200]);
    await setAccess('own');
    expect([await sees(ana, mine), await sees(ana, bens), await sees(ana, unowned)]).toEqual([200, 404, 200]);
    expect([await sees(owner, mine), await sees(owner, bens)]).toEqual([200, 200]);
    expect((await ana.call(endpoints.getNeedToKnow)).body.data).toEqual({ sees: 'own', i_see: 'own' });
    expect((await owner.call(endpoints.getNeedToKnow)).body.data).toEqual({ sees: 'own', i_see: 'all' });
    const rows = await t.current.deps.database.query(
      `select old_value, new_value, actor_id from audit_events where entity = 'need_to_know' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ old_value: 'all', new_value: 'own', actor_id: owner.agent.id }]);
  });

  it('is changed by owners only, after re-authentication', async () => {
    expect((await ben.call(endpoints.updateNeedToKnow, { body: { sees: 'own' } })).status).toBe(403);
    expect(endpoints.updateNeedToKnow.needsReauthentication).toBe(true);
    expect(endpoints.assignTeam.needsReauthentication).toBe(true);
  });

  it('follows the team', async () => {
    const bens = await clientOf(ben);
    const { body: created } = await owner.call(endpoints.createTeam, { body: { name: ' North ' } });
    await setAccess('team');
    expect(await sees(ana, bens)).toBe(404);
    await assign(ana, created.id);
    expect(await sees(ana, bens)).toBe(404);
    await assign(ben, created.id);
    expect(await sees(ana, bens)).toBe(200);
    const { body } = await owner.call(endpoints.listTeams);
    expect(body.data).toEqual([{ id: created.id, name: 'North', agent_ids: [ana.agent.id, ben.agent.id] }]);
    const again = await owner.call(endpoints.createTeam, { body: { name: 'north' } });
    expect([again.status, again.error.message]).toEqual([409, 'A team with this name already exists']);
    await owner.call(endpoints.renameTeam, { params: { id: created.id }, body: { name: 'South' } });
    await owner.call(endpoints.deleteTeam, { params: { id: created.id } });
    expect(await sees(ana, bens)).toBe(404);
    expect((await owner.call(endpoints.deleteTeam, { params: { id: created.id } })).status).toBe(404);
    expect((await assign(ana, created.id)).status).toBe(404);
  });

  it('matches the database function for agents and owners of clients', async () => {
    const { body: created } = await owner.call(endpoints.createTeam, { body: { name: 'Same' } });
    await assign(ana, created.id);
    await assign(ben, created.id);
    const alone = await signInAs(t.current);
    const all = [owner, ana, ben, alone].map(({ agent }) => agent.id);
    const { database } = t.current.deps;
    for (const rule of ['all', 'team', 'own'] as const) {
      await setAccess(rule);
      for (const id of all) {
        const accessScope = await findAccessScope(database, id);
        for (const whose of [...all, null]) {
          const [row] = await database.query<{ sees: boolean }>('select sees_clients_of($1, $2) as sees', [
            id,
            whose,
          ]);
          expect([rule, id, whose, row?.sees]).toEqual([
            rule,
            id,
            whose,
            !accessScope || whose === null || accessScope.includes(whose),
          ]);
        }
      }
    }
    await owner.call(endpoints.deleteTeam, { params: { id: created.id } });
  });

  it('grants all clients to an agent who becomes an owner', async () => {
    const bens = await clientOf(ben);
    await setAccess('own');
    const owner = await signInAs(t.current, { is_owner: true, has_all_staff_access: true });
    expect(await sees(ana, bens)).toBe(404);
    await owner.call(updateAgent, { params: { id: ana.agent.id }, body: { is_owner: true } });
    expect(await sees(ana, bens)).toBe(200);
  });
});

describe('with their own clients only, an agent', () => {
  beforeEach(() => setAccess('own'));

  it('reassigns a client and loses access, and creates one for a colleague', async () => {
    const mine = await clientOf(ana);
    const body = { owner_agent_id: ben.agent.id };
    expect((await ana.call(updateClient, { params: { id: mine }, body })).status).toBe(200);
    expect([await sees(ana, mine), await sees(ben, mine)]).toEqual([404, 200]);
    const [one, two] = [await clientOf(ana), await clientOf(ana)];
    const cells = [one, two].map((id) => ({ id, field: 'owner_agent_id' as const, value: ben.agent.id }));
    const saved = await ana.call(saveLedgerCells, { body: { cells } });
    expect([saved.status, await sees(ana, one), await sees(ben, two)]).toEqual([200, 404, 200]);
    const created = await ana.call(createClient, { body: { client_last_name: 'Given', ...body } });
    expect([created.status, await sees(ana, created.body.id), await sees(ben, created.body.id)]).toEqual([
      201, 404, 200,
    ]);
    const { body: counted } = await ana.call(listClients, {});
    const [visible] = await t.current.deps.database.query<{ n: number }>(
      'select count(*)::int as n from client_outlines where owner_agent_id is null',
    );
    expect(counted.counts.all).toBe(visible?.n);
  });

  it('cannot reassign a task or an item to an agent who cannot see the client', async () => {
    const client_id = await clientOf(ana, { next_f_u_date: '2026-11-24' });
    const task = { title: 'Call', client_id, due_day: '2026-11-23' };
    const rejected = await ana.call(createTask, { body: { ...task, owner_agent_id: ben.agent.id } });
    expect(rejected.error.message).toBe(
      'owner_agent_id must be an agent who can see this client; reassign the client first',
    );
    const { body } = await ana.call(createTask, { body: task });
    const change = { params: { id: body.id }, body: { owner_agent_id: ben.agent.id } };
    const moved = await ana.call(updateTask, change);
    expect(moved.status).toBe(400);
    const line = { kind: 'follow_up' as const, id: client_id, due_day: '2026-11-24' };
    const early = await ana.call(today.reassignItem, { body: { ...line, owner_agent_id: ben.agent.id } });
    expect(early.status).toBe(400);
    const toOwner = { ...line, owner_agent_id: owner.agent.id };
    expect((await ana.call(today.reassignItem, { body: toOwner })).status).toBe(200);
  });

  it('finds no notification, task or item of a client who was reassigned', async () => {
    const client_id = await clientOf(ana, { next_f_u_date: '2026-11-24' });
    await owner.call(createTask, {
      body: { title: 'Call', client_id, due_day: '2026-11-23', owner_agent_id: ana.agent.id },
    });
    const lists = async () => [
      (await ana.call(listNotifications, {})).body.data.length,
      (await ana.call(listTasks, {})).body.tasks.length,
      (await ana.call(today.listToday, {})).body.lines.filter((line) => line.client_id === client_id).length,
    ];
    expect(await lists()).toEqual([1, 1, 2]);
    await owner.call(updateClient, { params: { id: client_id }, body: { owner_agent_id: ben.agent.id } });
    expect(await lists()).toEqual([0, 0, 0]);
  });

  it('can no longer download a file with a URL received before', async () => {
    const client_id = await clientOf(ana);
    const form = await buildSubmission(t.current, { client_id });
    const { id } = await buildDocument(t.current, { session_form_id: form.id, client_id });
    const { body } = await ana.call(getDocument, { params: { id } });
    const fetch = () => t.current.app.inject({ url: new URL(body.document.file_url).pathname });
    expect((await fetch()).statusCode).toBe(200);
    await owner.call(updateClient, { params: { id: client_id }, body: { owner_agent_id: ben.agent.id } });
    expect((await fetch()).statusCode).toBe(404);
  });

  it('has only visible items in the calendar feed', async () => {
    const client_id = await clientOf(ana, { next_f_u_date: '2026-11-24' });
    const { body } = await ana.call(createCalendarFeed);
    const events = async () =>
      (await t.current.app.inject({ url: new URL(body.url).pathname })).body.split('BEGIN:VEVENT').length;
    const before = await events();
    await owner.call(createTask, {
      body: { title: 'Call', client_id, due_day: '2026-11-23', owner_agent_id: ana.agent.id },
    });
    expect(await events()).toBe(before + 1);
    await owner.call(updateClient, { params: { id: client_id }, body: { owner_agent_id: ben.agent.id } });
    expect(await events()).toBeLessThanOrEqual(before);
  });

  it("gets no duplicate matches for other agents' clients in an import, and owns the imported ones", async () => {
    await clientOf(ben, { primary_email: 'double@example.test' });
    const file = 'Client Last Name,Primary Email\nDouble,double@example.test\n';
    const first = await importFile(ana, file, { match: ['email'], duplicates: 'skip' });
    expect([first.counts.created, first.counts.skipped]).toEqual([1, 0]);
    const second = await importFile(ana, file, { match: ['email'], duplicates: 'skip' });
    expect([second.counts.created, second.counts.skipped]).toEqual([0, 1]);
    const { body } = await ana.call(listClients, { query: { owner: ana.agent.id } });
    expect(body.data.map((row) => row.client_last_name)).toEqual(['Double']);
  });

  it('keeps no task or Today item of a client they can no longer see', async () => {
    const mine = await clientOf(ana);
    const { deps } = t.current;
    const due_day = brokerageDay(deps);
    const { body: created } = await ana.call(createTask, {
      body: { title: 'Call back', client_id: mine, due_day },
    });
    await buildSubmission(t.current, { client_id: mine, is_completed: true });
    const lines = async (agent: Agent) =>
      (await agent.call(today.listToday, { query: { owner: 'me' } })).body.lines.filter(
        ({ client_id }) => client_id === mine,
      );
    const [line] = (await lines(ana)).filter(({ kind }) => kind !== 'task');
    if (!line) throw new Error('there is no line');
    await ana.call(today.reassignItem, {
      body: { kind: line.kind, id: line.id, due_day: line.due_day, owner_agent_id: ana.agent.id },
    });
    await ana.call(updateClient, { params: { id: mine }, body: { owner_agent_id: ben.agent.id } });
    await reassignToViewers(deps);
    expect((await lines(ben)).map(({ kind }) => kind).sort()).toEqual([line.kind, 'task'].sort());
    const { body } = await ben.call(listTasks, { query: { owner: 'me' } });
    expect(body.tasks.map(({ id }) => id)).toContain(created.id);
    const { body: notifications } = await ben.call(listNotifications, { query: {} });
    expect(JSON.stringify(notifications)).toContain('Call back');
    await reassignToViewers(deps);
  });

  it('who manages agents deletes one with all clients of that agent', async () => {
    const anas = await clientOf(ana);
    const gone = await ben.call(deleteAgent, { params: { id: ana.agent.id }, query: {} });
    expect([gone.status, gone.error.details?.clients]).toEqual([409, 1]);
    const query = { clients_to: owner.agent.id };
    expect((await ben.call(deleteAgent, { params: { id: ana.agent.id }, query })).status).toBe(200);
    expect([await sees(ben, anas), await sees(owner, anas)]).toEqual([404, 200]);
  });
});

describe('an open screen', () => {
  let address: Promise<string> | undefined;
  async function listen(agent: Agent) {
    address ??= t.current.app.listen({ port: 0, host: '127.0.0.1' });
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${agent.token}` };
    const { body } = await fetch(`${await address}/api/live`, { headers, signal: stop.signal });
    const received: LiveEvent[] = [];
    let isOver = false;
    const read = async () => {
      for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? [])
        for (const [, event] of text.matchAll(/^data: (.*)$/gm)) received.push(JSON.parse(event ?? ''));
      isOver = true;
    };
    void read().catch(() => undefined);
    return { received, isOver: () => isOver, stop: () => stop.abort() };
  }
  const clients = (received: LiveEvent[]) => received.filter(({ kind }) => kind === 'clients');

  it("receives no events about other agents' clients, and no ID when access to one is lost", async () => {
    await setAccess('own');
    const [mine, bens] = [await clientOf(ana), await clientOf(ben)];
    const screen = await listen(ana);
    await ben.call(updateClient, { params: { id: bens }, body: { address: 'Far Street' } });
    await owner.call(updateClient, { params: { id: mine }, body: { address: 'Near Street' } });
    // Visibility is checked when the event arrives, so the client must not change owner before that.
    await expect.poll(() => clients(screen.received).length).toBe(1);
    await owner.call(updateClient, { params: { id: mine }, body: { owner_agent_id: ben.agent.id } });
    await expect.poll(() => clients(screen.received).length).toBe(2);
    expect(clients(screen.received)).toEqual([
      expect.objectContaining({ ids: [mine], fields: ['address'] }),
      { kind: 'clients', action: 'updated', agent_id: null },
    ]);
    // The client's invoices, forms and files may be on any screen.
    await expect
      .poll(() => screen.received)
      .toContainEqual({ kind: 'access_scope', action: 'updated', agent_id: null });
    expect(screen.isOver()).toBe(false);
    screen.stop();
  });

  it('reconnects when the access scope changes', async () => {
    const screen = await listen(ana);
    await setAccess('own');
    await expect.poll(() => screen.isOver()).toBe(true);
    expect(screen.received.map(({ kind }) => kind)).toContain('access_scope');
  });
});
