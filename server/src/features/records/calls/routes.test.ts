import * as endpoints from '@ledgerline/contract/calls/endpoints';
import { deleteClient, getClient } from '@ledgerline/contract/clients/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { FOLLOW_UP_PAST } from '@ledgerline/contract/rules';
import { describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
type Agent = Awaited<ReturnType<typeof signInAs>>;

const log = (agent: Agent, id: number, body: BodyInput<typeof endpoints.logCall>) =>
  agent.call(endpoints.logCall, { params: { id }, body });
const auditLog = async (id: number) =>
  (
    await t.current.deps.database.query<{ action: string }>(
      `select action from audit_events where entity = 'call' and entity_id = $1 order by id`,
      [id],
    )
  ).map(({ action }) => action);

describe('a logged call', () => {
  it('is saved with its outcome and the next follow-up in one transaction', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    const { status, body } = await log(agent, id, {
      ...{ kind: 'call', outcome: 'left_message', text: ' Asked to call back ', follow_up_on: '2026-11-23' },
    });
    expect([status, body.call]).toEqual([
      201,
      {
        ...{ id: body.id, client_id: id, kind: 'call', outcome: 'left_message', text: 'Asked to call back' },
        ...{ follow_up_on: '2026-11-23', agent_id: agent.agent.id, at: expect.any(String) },
      },
    ]);
    const { body: client } = await agent.call(getClient, { params: { id } });
    expect(client.data.next_f_u_date).toBe('2026-11-23');
  });

  it('leaves the follow-up unchanged if none is sent, and rejects the whole entry if it has passed', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { next_f_u_date: '2026-12-01' });
    await log(agent, id, { kind: 'note', text: 'Prefers mornings' });
    const rejected = await log(agent, id, { kind: 'call', outcome: 'reached', follow_up_on: '2026-11-19' });
    expect([rejected.status, rejected.error.details?.fields]).toEqual([
      400,
      [{ path: 'follow_up_on', message: FOLLOW_UP_PAST }],
    ]);
    const { body } = await agent.call(getClient, { params: { id } });
    expect(body.data.next_f_u_date).toBe('2026-12-01');
  });

  it.each([
    [{ kind: 'note', text: '  ' }, 'text'],
    [{ kind: 'call' }, 'text'],
    [{ kind: 'note', text: 'x', outcome: 'reached' }, 'outcome'],
    [{ kind: 'call', text: 'x'.repeat(2001) }, 'text'],
    [{ kind: 'fax', text: 'x' }, 'kind'],
    [{ kind: 'call', text: 'x', follow_up_on: '2026-02-30' }, 'follow_up_on'],
  ])('rejects %j at %s', async (body, path) => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    const { status, error } = await log(agent, id, body as never);
    expect([status, error.details?.fields?.map((field: { path: string }) => field.path)]).toEqual([
      400,
      [path],
    ]);
  });

  it('can be changed and deleted by its author or an owner, and is in the audit log', async () => {
    const [agent, other] = [await signInAs(t.current), await signInAs(t.current)];
    const owner = await signInAs(t.current, { is_owner: true });
    const client = await buildClient(t.current);
    const { id } = (await log(agent, client, { kind: 'note', text: 'A' })).body;
    const change = (by: Agent, text: string) =>
      by.call(endpoints.updateCall, { params: { id }, body: { kind: 'note', text } });
    expect((await change(other, 'B')).status).toBe(403);
    expect((await other.call(endpoints.deleteCall, { params: { id } })).status).toBe(403);
    expect((await change(agent, 'B')).body.call.text).toBe('B');
    expect((await owner.call(endpoints.deleteCall, { params: { id } })).status).toBe(200);
    expect((await change(agent, 'C')).status).toBe(404);
    expect(await auditLog(id)).toEqual(['created', 'updated', 'deleted']);
  });

  it("sets the next follow-up when changed; an unchanged one may be in the past, and removing it keeps the client's", async () => {
    const agent = await signInAs(t.current);
    const client = await buildClient(t.current);
    const logged = { kind: 'call', outcome: 'reached', text: 'Quoted', follow_up_on: '2026-11-21' } as const;
    const { id } = (await log(agent, client, logged)).body;
    const change = (body: BodyInput<typeof endpoints.updateCall>) =>
      agent.call(endpoints.updateCall, { params: { id }, body });
    const next = async () =>
      (await agent.call(getClient, { params: { id: client } })).body.data.next_f_u_date;

    expect((await change({ ...logged, follow_up_on: '2026-12-01' })).body.call.follow_up_on).toBe(
      '2026-12-01',
    );
    expect(await next()).toBe('2026-12-01');
    const past = await change({ ...logged, follow_up_on: '2026-11-19' });
    expect([past.status, past.error.details?.fields]).toEqual([
      400,
      [{ path: 'follow_up_on', message: FOLLOW_UP_PAST }],
    ]);
    await t.current.deps.database.query(`update client_calls set follow_up_on = '2026-11-02' where id = $1`, [
      id,
    ]);
    expect((await change({ ...logged, text: 'Quoted again', follow_up_on: '2026-11-02' })).status).toBe(200);
    expect((await change({ ...logged, follow_up_on: null })).body.call.follow_up_on).toBeNull();
    const { follow_up_on: _, ...rest } = logged;
    expect((await change({ ...rest, text: 'Left out' })).body.call).toMatchObject({
      ...{ text: 'Left out', follow_up_on: null },
    });
    expect(await next()).toBe('2026-12-01');
  });

  it("is not changed over another agent's concurrent edit", async () => {
    const agent = await signInAs(t.current);
    const owner = await signInAs(t.current, { is_owner: true });
    const was = { kind: 'call', outcome: 'reached', text: 'A', follow_up_on: null } as const;
    const { id } = (await log(agent, await buildClient(t.current), was)).body;
    const change = (by: Agent, text: string) =>
      by.call(endpoints.updateCall, { params: { id }, body: { ...was, text, was } });
    const answers = await Promise.all([change(agent, 'B'), change(owner, 'C')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const rejected = answers.find(({ status }) => status === 409);
    expect([rejected?.error.code, rejected?.error.message]).toEqual([
      'conflict',
      'This was changed by someone else.',
    ]);
    expect(await auditLog(id)).toEqual(['created', 'updated']);
  });

  it('is deleted with its client, and cannot be logged for one that does not exist', async () => {
    const agent = await signInAs(t.current);
    const client = await buildClient(t.current);
    const { id } = (await log(agent, client, { kind: 'note', text: 'A' })).body;
    expect((await agent.call(deleteClient, { params: { id: client } })).status).toBe(200);
    expect(await auditLog(id)).toEqual(['created', 'deleted']);
    expect((await log(agent, client, { kind: 'note', text: 'A' })).status).toBe(404);
  });
});
