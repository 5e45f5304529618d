import { deleteAgent } from '@ledgerline/contract/agents/endpoints';
import { listAuditEvents } from '@ledgerline/contract/audit/endpoints';
import * as endpoints from '@ledgerline/contract/saved-views/endpoints';
import { updateGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { savedViewJobs } from './jobs.ts';

const t = useTestApp();
const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);
beforeEach(() => sql('delete from saved_views'));

type Agent = Awaited<ReturnType<typeof signInAs>>;
const filterOf = (value: string) =>
  JSON.stringify({ match: 'all', rules: [{ field: 'client_last_name', op: 'is', values: [value] }] });
const STATE = { filter: filterOf('Zebrawood'), sort: 'status', direction: 'desc' };

async function save(agent: Agent, name: string, body: { is_shared?: boolean; state?: object } = {}) {
  const answer = await agent.call(endpoints.createSavedView, {
    body: { list: 'clients', name, state: STATE, ...body },
  });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

const listed = async (agent: Agent) =>
  (await agent.call(endpoints.listSavedViews, { query: { list: 'clients' } })).body;
const names = async (agent: Agent) => (await listed(agent)).data.map(({ name }) => name);
const change = (
  agent: Agent,
  id: number,
  body: { version: number; name?: string; is_shared?: boolean; state?: object },
) => agent.call(endpoints.updateSavedView, { params: { id }, body });
const remove = (agent: Agent, id: number) => agent.call(endpoints.deleteSavedView, { params: { id } });
const restore = (agent: Agent, id: number) => agent.call(endpoints.restoreSavedView, { params: { id } });
const arrange = (agent: Agent, body: { pinned?: number[]; default_id?: number | null }) =>
  agent.call(endpoints.arrangeSavedViews, { body: { list: 'clients', ...body } });

describe('saved views', () => {
  it('are visible to their agent alone until they are shared', async () => {
    const [ana, ben] = [await signInAs(t.current), await signInAs(t.current)];
    const view = await save(ana, ' Follow up\nsoon ');
    expect(view).toMatchObject({
      name: 'Follow up soon',
      is_shared: false,
      state: STATE,
      version: 1,
      can_change: true,
    });
    expect(await names(ben)).toEqual([]);
    for (const call of [
      change(ben, view.id, { version: 1, name: 'Mine' }),
      remove(ben, view.id),
      restore(ben, view.id),
    ]) {
      const { status, error } = await call;
      expect([status, error.message]).toEqual([404, 'This view was deleted or is not shared with you.']);
    }
    const { body } = await change(ana, view.id, { version: 1, is_shared: true });
    expect(body.data).toMatchObject({ is_shared: true, version: 2 });
    expect((await listed(ben)).data).toMatchObject([
      { id: view.id, can_change: false, agent: { id: ana.agent.id } },
    ]);
  });

  it('keep names and filter values out of the database and of the audit log', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const view = await save(owner, 'Zebrawood family');
    await change(owner, view.id, {
      version: 1,
      name: 'Zebrawood',
      state: { filter: filterOf('Zebrawood II') },
    });
    await remove(owner, view.id);
    const rows = await sql<{ text: string }>(
      `select v::text as text from saved_views v
       union all select e::text from audit_events e where entity = 'saved_view' and entity_id = $1`,
      [view.id],
    );
    expect(rows).toHaveLength(5);
    expect(rows.filter(({ text }) => /zebra/i.test(text))).toEqual([]);
    expect(rows.filter(({ text }) => text.includes('client_last_name'))).toHaveLength(2);
    const { body } = await owner.call(listAuditEvents, { query: { thing: 'settings' } });
    expect(body.events.slice(0, 4).map(({ sentence }) => sentence)).toEqual([
      `deleted view ${view.id}`,
      `changed the filters of view ${view.id}`,
      `changed the name of view ${view.id}`,
      `added view ${view.id}`,
    ]);
  });

  it('reject a change of a version that another agent has changed meanwhile', async () => {
    const ana = await signInAs(t.current, { first_name: 'Ana', last_name: 'Lee' });
    const owner = await signInAs(t.current, { is_owner: true });
    const view = await save(ana, 'Renewals', { is_shared: true });
    const both = await Promise.all([
      change(ana, view.id, { version: 1, name: 'By Ana' }),
      change(owner, view.id, { version: 1, name: 'By the owner' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [first] = (await listed(ana)).data;
    expect(first).toMatchObject({ version: 2 });
    await change(ana, view.id, { version: 2, name: 'Again by Ana' });
    const late = await change(owner, view.id, { version: 2, name: 'Late' });
    expect([late.status, late.error.code, late.error.message]).toEqual([
      409,
      'conflict',
      'Ana Lee changed this view in the meantime. Discard your changes to see the new version, or save yours as a new view.',
    ]);
    expect(await names(owner)).toEqual(['Again by Ana']);
  });

  it('are changed and deleted by their agent and by owners only', async () => {
    const [ana, ben] = [await signInAs(t.current), await signInAs(t.current, { is_developer: true })];
    const owner = await signInAs(t.current, { is_owner: true });
    const view = await save(ana, 'Renewals', { is_shared: true });
    for (const { status } of [
      await change(ben, view.id, { version: 1, name: 'Mine' }),
      await remove(ben, view.id),
    ])
      expect(status).toBe(403);
    expect((await remove(owner, view.id)).status).toBe(200);
    const deleted = async (agent: Agent) =>
      (await agent.call(endpoints.listDeletedSavedViews, { query: { list: 'clients' } })).body.data.map(
        ({ name }) => name,
      );
    expect([await deleted(ana), await deleted(owner), await deleted(ben)]).toEqual([
      ['Renewals'],
      ['Renewals'],
      [],
    ]);
    expect([(await restore(ben, view.id)).status, (await restore(ana, view.id)).status]).toEqual([403, 200]);
    expect(await names(ben)).toEqual(['Renewals']);
  });

  it('can be restored for 30 days, and are then removed', async () => {
    const ana = await signInAs(t.current);
    const [kept, lost] = [await save(ana, 'Kept'), await save(ana, 'Lost')];
    await remove(ana, kept.id);
    await remove(ana, lost.id);
    expect((await remove(ana, lost.id)).status).toBe(404);
    const age = (days: number) =>
      sql('update saved_views set deleted_at = deleted_at - make_interval(days => $1)', [days]);
    await age(29);
    expect((await restore(ana, kept.id)).body.data).toEqual(kept);
    expect((await restore(ana, kept.id)).body.data).toEqual(kept);
    await age(1);
    expect((await restore(ana, lost.id)).status).toBe(404);
    for (const { work } of savedViewJobs(t.current.deps)) await work({} as never);
    expect(await sql('select id from saved_views')).toEqual([{ id: kept.id }]);
  });

  it('are shared by owners only where the brokerage has decided so', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const ana = await signInAs(t.current);
    const [view, shared] = [await save(ana, 'Private'), await save(ana, 'Shared', { is_shared: true })];
    const set = (can_agents_share_views: boolean) =>
      owner.call(updateGlobalSettings, { body: { can_agents_share_views } });
    expect((await set(false)).status).toBe(200);
    expect([(await listed(ana)).can_share, (await listed(owner)).can_share]).toEqual([false, true]);
    const rejected = await ana.call(endpoints.createSavedView, {
      body: { list: 'clients', name: 'New', is_shared: true, state: {} },
    });
    expect(rejected.status).toBe(403);
    expect((await change(ana, view.id, { version: 1, is_shared: true })).status).toBe(403);
    // A shared view would show other agents what it is changed to.
    expect((await change(ana, shared.id, { version: 1, state: {} })).status).toBe(403);
    expect((await change(ana, view.id, { version: 1, name: 'Still mine' })).status).toBe(200);
    expect((await change(ana, shared.id, { version: 1, is_shared: false })).status).toBe(200);
    await set(true);
  });

  it('of a deleted agent stay where they are shared, for an owner to take over', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const [ana, ben] = [await signInAs(t.current), await signInAs(t.current)];
    const view = await save(ana, 'Shared', { is_shared: true });
    const own = await save(ana, 'Private');
    const claim = () => owner.call(endpoints.claimSavedView, { params: { id: view.id } });
    expect((await claim()).status).toBe(409);
    const { status } = await owner.call(deleteAgent, { params: { id: ana.agent.id } });
    expect(status).toBe(200);
    expect(await sql('select from saved_views where id = $1', [own.id])).toEqual([]);
    expect((await listed(ben)).data).toMatchObject([
      { name: 'Shared', agent: null, can_change: false, state: STATE },
    ]);
    expect((await ben.call(endpoints.claimSavedView, { params: { id: view.id } })).status).toBe(403);
    expect((await claim()).body.data).toMatchObject({ agent: { id: owner.agent.id }, can_change: true });
  });

  it('are pinned in an order, and one opens with the list, for each agent', async () => {
    const [ana, ben] = [await signInAs(t.current), await signInAs(t.current)];
    const [one, two] = [await save(ana, 'One', { is_shared: true }), await save(ana, 'Two')];
    await arrange(ana, { pinned: [two.id, one.id, two.id], default_id: two.id });
    expect((await arrange(ben, { pinned: [two.id, one.id] })).body).toMatchObject({
      pinned: [one.id],
      default_id: null,
    });
    expect((await arrange(ben, { default_id: two.id })).status).toBe(404);
    await arrange(ben, { default_id: one.id });
    expect(await listed(ana)).toMatchObject({ pinned: [two.id, one.id], default_id: two.id });
    await change(ana, one.id, { version: 1, is_shared: false });
    expect(await listed(ben)).toMatchObject({ data: [], pinned: [], default_id: null });
    // Deleted views return to their places.
    await remove(ana, two.id);
    expect(await listed(ana)).toMatchObject({ pinned: [one.id], default_id: null });
    await arrange(ana, { pinned: [one.id] });
    await restore(ana, two.id);
    expect(await listed(ana)).toMatchObject({ pinned: [one.id, two.id], default_id: two.id });
    await arrange(ana, { pinned: [], default_id: null });
    expect(await listed(ana)).toMatchObject({ pinned: [], default_id: null });
  });

  it('reject an empty name, a text that is not a filter, an unknown state and more than 100 of a list', async () => {
    const ana = await signInAs(t.current);
    const create = (body: object) =>
      ana.call(endpoints.createSavedView, { body: { list: 'clients', name: 'View', state: {}, ...body } });
    expect((await create({ name: ' \n ' })).error.message).toBe('Please enter a name for the view');
    for (const state of [{ filter: '{}' }, { q: 'Ana' }, { pending: false }])
      expect([state, (await create({ state })).status]).toEqual([state, 400]);
    // A filter by a field of another version is kept: the screen says what is wrong with it.
    const old = JSON.stringify({
      match: 'all',
      rules: [{ field: 'removed_field', op: 'is', values: ['1'] }],
    });
    expect((await create({ state: { filter: old } })).body.data.state.filter).toBe(old);
    await sql(
      `insert into saved_views (list, private_to, agent_id, content, created_at, updated_at)
       select 'clients', $1, $1, null, now(), now() from generate_series(1, 99)`,
      [ana.agent.id],
    );
    const full = [409, 'You already have 100 views of this list. Delete one that you no longer use.'];
    const { status, error } = await create({});
    expect([status, error.message]).toEqual(full);
    const [row] = await sql<{ id: number }>(
      `insert into saved_views (list, private_to, agent_id, content, created_at, updated_at, deleted_at)
       values ('clients', $1, $1, null, now(), now(), now()) returning id`,
      [ana.agent.id],
    );
    const restored = await ana.call(endpoints.restoreSavedView, { params: { id: row?.id ?? 0 } });
    expect([restored.status, restored.error.message]).toEqual(full);
  });
});
