import { createClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import { saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { countNotifications, listNotifications } from '@ledgerline/contract/notifications/endpoints';
import { createTask, updateTask } from '@ledgerline/contract/tasks/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import * as endpoints from '@ledgerline/contract/today/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildClient, buildSubmission, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { itemsOf, noEnrollmentPeriods, seenOf, startEmpty } from '#testing/today-causes.ts';

const t = useTestApp();
type Agent = Awaited<ReturnType<typeof signInAs>>;
const OWNER = 'owner_agent_id' as const;

beforeEach(async () => {
  await startEmpty(t.current);
  await noEnrollmentPeriods(t.current);
});

const notified = async (agent: Agent) =>
  (await agent.call(listNotifications)).body.data.map(({ kind, client_name, about }) => [
    kind,
    client_name,
    about,
  ]);

const unread = async (agent: Agent) => (await agent.call(countNotifications)).body.unread;

async function assign(agent: Agent, to: number | null, key?: string) {
  const [item] = await itemsOf(agent);
  if (!item) throw new Error('an item was expected');
  const input = { body: { ...seenOf(item), owner_agent_id: to } };
  const headers = key ? { headers: { 'idempotency-key': key } } : {};
  return agent.call(endpoints.reassignItem, { ...input, ...headers });
}

describe('an agent who is assigned an item of Today', () => {
  it('is notified once per action, with the form that it leads to', async () => {
    const [agent, bo] = [await signInAs(t.current), await signInAs(t.current)];
    const client_id = await buildClient(t.current, {
      client_first_name: 'Ana',
      client_last_name: 'Gómez',
      owner_agent_id: agent.agent.id,
    });
    const values = { client_id, title: 'HIPAA', pending_advisor_signature: true, type: 'DocuSign' };
    const form = await buildSubmission(t.current, { ...values, envelope_id: 'e1', status: 'sent' });
    await assign(agent, bo.agent.id, 'once');
    await assign(agent, bo.agent.id, 'once');
    // Already assigned to them.
    await assign(agent, bo.agent.id);
    expect([await notified(bo), await notified(agent)]).toEqual([
      [['item_assigned', 'Ana Gómez', 'HIPAA']],
      [],
    ]);
    const [row] = (await bo.call(listNotifications)).body.data;
    expect(row).toMatchObject({ client_id, session_form_id: form.id, place: null });
  });

  it('is not notified by an undo, by taking it over, or when no one is assigned', async () => {
    const [agent, bo] = [await signInAs(t.current), await signInAs(t.current)];
    await buildClient(t.current, { next_f_u_date: '2026-11-18', owner_agent_id: bo.agent.id });
    const [item] = await itemsOf(agent);
    if (!item) throw new Error('an item was expected');
    const { body } = await assign(agent, agent.agent.id);
    const undo = { ...seenOf(item), owner_agent_id: agent.agent.id, previous: body.previous };
    expect((await agent.call(endpoints.undoReassignItem, { body: undo })).status).toBe(200);
    await assign(agent, null);
    expect([await notified(agent), await notified(bo)]).toEqual([[], []]);
  });

  it('has no unread notification of an item or a task that was undone or assigned to another agent', async () => {
    const [agent, bo, cy] = [await signInAs(t.current), await signInAs(t.current), await signInAs(t.current)];
    const client_id = await buildClient(t.current, {
      next_f_u_date: '2026-11-18',
      owner_agent_id: agent.agent.id,
    });
    const [item] = await itemsOf(agent);
    if (!item) throw new Error('an item was expected');
    const { body } = await assign(agent, bo.agent.id);
    expect(await unread(bo)).toBe(1);
    const undo = { ...seenOf(item), owner_agent_id: bo.agent.id, previous: body.previous };
    await agent.call(endpoints.undoReassignItem, { body: undo });
    expect(await unread(bo)).toBe(0);
    await assign(agent, bo.agent.id);
    await assign(agent, cy.agent.id);
    expect([await unread(bo), await unread(cy)]).toEqual([0, 1]);

    const task = { title: 'Call', client_id, due_day: '2026-11-20', owner_agent_id: bo.agent.id };
    const { id } = (await agent.call(createTask, { body: task })).body;
    expect(await unread(bo)).toBe(1);
    await agent.call(updateTask, { params: { id }, body: { owner_agent_id: agent.agent.id } });
    expect([await unread(bo), await unread(cy)]).toEqual([0, 1]);
  });

  it('is not notified when they cannot see the client', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const bo = await signInAs(t.current);
    await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    await buildClient(t.current, { next_f_u_date: '2026-11-18', owner_agent_id: owner.agent.id });
    const { status } = await assign(owner, bo.agent.id);
    await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
    expect([status, await notified(bo)]).toEqual([400, []]);
  });
});

describe('an agent who becomes the owner of clients', () => {
  const client = { client_first_name: 'Ana', client_last_name: 'Gómez' };

  it('is notified of one client by name, but not of their own choice', async () => {
    const [agent, bo] = [await signInAs(t.current), await signInAs(t.current)];
    const id = await buildClient(t.current, { ...client, [OWNER]: agent.agent.id });
    const own = async (caller: Agent, to: number | null) =>
      caller.call(updateClient, { params: { id }, body: { [OWNER]: to } });
    await own(agent, bo.agent.id);
    await own(agent, bo.agent.id);
    expect([await notified(bo), await notified(agent)]).toEqual([[['client_assigned', 'Ana Gómez', '']], []]);
    await own(bo, null);
    await own(bo, bo.agent.id);
    expect(await notified(bo)).toHaveLength(1);
    await agent.call(createClient, { body: { client_first_name: 'New', [OWNER]: bo.agent.id } });
    expect((await notified(bo))[0]).toEqual(['client_assigned', 'New', '']);
    await agent.call(createClient, { body: { client_first_name: 'Mine' } });
    expect(await notified(agent)).toEqual([]);
  });

  it('has no unread notification of a client that is no longer theirs, even if they reassigned it themselves', async () => {
    const [agent, bo] = [await signInAs(t.current), await signInAs(t.current)];
    const owner = await signInAs(t.current, { is_owner: true });
    const [id, other] = [await buildClient(t.current, client), await buildClient(t.current, client)];
    const own = async (caller: Agent, client_id: number, to: number | null) =>
      caller.call(updateClient, { params: { id: client_id }, body: { [OWNER]: to } });
    await own(agent, id, bo.agent.id);
    await own(agent, other, bo.agent.id);
    expect(await unread(bo)).toBe(2);
    await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    await own(bo, id, agent.agent.id);
    expect([await unread(bo), await unread(agent)]).toEqual([1, 1]);
    await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
  });

  it('is notified once when one action assigns several, with their list', async () => {
    const [agent, bo] = [await signInAs(t.current), await signInAs(t.current)];
    const ids = [await buildClient(t.current), await buildClient(t.current), await buildClient(t.current)];
    const cells = ids.map((id) => ({ id, field: OWNER, value: bo.agent.id }));
    const body = { cells, create: [{ row: 'a', values: { ...client, [OWNER]: bo.agent.id } }] };
    expect((await agent.call(saveLedgerCells, { body })).status).toBe(200);
    expect(await notified(bo)).toEqual([['client_assigned', '', 'Several clients']]);
    const [row] = (await bo.call(listNotifications)).body.data;
    expect(row).toMatchObject({ client_id: null, place: '/crm/clients?owner=me' });
  });
});
