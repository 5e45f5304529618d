import { getClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
type Body = BodyInput<typeof updateClient>;

describe('a save', () => {
  it('returns the submitted fields as stored, also those that have not changed, and nothing else', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { occupation: 'Baker', ssn: '900-11-2222', height: '180' });
    const { body: before } = await agent.call(getClient, { params: { id } });
    const { updated_at } = before.data;
    t.current.clock.advance(1000);
    const save = async (fields: Record<string, string>) =>
      (await agent.call(updateClient, { params: { id }, body: fields })).body.data;
    expect(await save({})).toEqual({ id, updated_at });
    expect(await save({ occupation: 'Baker', height: '180' })).toEqual({
      ...{ id, updated_at, occupation: 'Baker', height: '180' },
    });
    expect(await save({ client_phone: ' 555 0100 ', occupation: 'Baker' })).toEqual({
      ...{ id, updated_at: expect.not.stringMatching(updated_at ?? ''), occupation: 'Baker' },
      ...{ client_phone: '555 0100', primary_phone: '555 0100' },
    });
    const masked = await save({ ssn: '219-09-9999' });
    expect([masked.ssn, Object.keys(masked)]).toEqual(['•••-••-9999', ['id', 'updated_at', 'ssn']]);
  });

  it('does not decrypt what it does not need: damaged encrypted fields do not block other fields', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { occupation: 'Baker', height: '180' });
    const { database } = t.current.deps;
    await database.query(
      `update clients set sealed = overlay(sealed placing 'AAAA' from length(sealed) - 6), ledger_text = ledger_text
        where id = $1`,
      [id],
    );
    const save = (body: Body) => agent.call(updateClient, { params: { id }, body });
    expect((await save({ weight: '80' })).status).toBe(500);
    expect((await save({ occupation: 'Pilot', was: { height: '180' } })).status).toBe(500);
    expect((await save({ occupation: 'Pilot' })).body.data).toMatchObject({ occupation: 'Pilot' });
  });

  it('keeps the encrypted fields exact when plain and encrypted ones are saved in turn', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { occupation: 'Baker', height: '180' });
    const save = (body: Body) => agent.call(updateClient, { params: { id }, body });
    for (const body of [{ occupation: 'Pilot' }, { weight: '80' }, { company: 'Acme', height: '' }]) {
      expect((await save(body)).status).toBe(200);
    }
    const { body } = await agent.call(getClient, { params: { id } });
    expect(body.data).toMatchObject({ occupation: 'Pilot', company: 'Acme', weight: '80', height: null });
    expect((await save({ weight: '90', was: { weight: '70' } })).error.details).toMatchObject({
      cells: [{ field: 'weight', theirs: '80' }],
    });
  });

  it('is not logged as opening the client, because its response contains no other stored value', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { occupation: 'Baker' });
    await agent.call(updateClient, { params: { id }, body: { occupation: 'Pilot' } });
    await t.current.deps.reads.flush(true);
    const rows = await t.current.deps.database.query<{ entity: string; action: string }>(
      "select entity, action from audit_events where entity like 'client%' and entity_id = $1 and actor_id = $2 order by id",
      [id, agent.agent.id],
    );
    expect(rows).toEqual([{ entity: 'client', action: 'updated' }]);
  });

  it('records the client as opened when it returns stored values: in a conflict, and to a repeat', async () => {
    const id = await buildClient(t.current, { occupation: 'Baker', company: 'Acme' });
    const opened = async (save: (agent: Awaited<ReturnType<typeof signInAs>>) => Promise<unknown>) => {
      const agent = await signInAs(t.current);
      await save(agent);
      await t.current.deps.reads.flush(true);
      return t.current.deps.database.query(
        "select action, entity_id from audit_events where entity = 'client_read' and actor_id = $1",
        [agent.agent.id],
      );
    };
    const row = { action: 'opened', entity_id: id };
    const params = { id };
    // A field that is not sent.
    const probe = { occupation: 'Baker', was: { company: 'Other' } };
    expect(await opened((agent) => agent.call(updateClient, { params, body: probe }))).toEqual([row]);
    const cells = [{ id, field: 'company', value: 'New', was: 'Other' } as const];
    expect(await opened((agent) => agent.call(saveLedgerCells, { body: { cells } }))).toEqual([row]);
    const rejected = { dob: 'soon' };
    expect(await opened((agent) => agent.call(updateClient, { params, body: rejected }))).toEqual([]);
    const repeated = { params, body: { company: 'New' }, headers: { 'idempotency-key': 'read' } };
    expect(await opened((agent) => agent.call(updateClient, repeated))).toEqual([]);
    const repeat = async (agent: Awaited<ReturnType<typeof signInAs>>) => {
      await agent.call(updateClient, repeated);
      await agent.call(updateClient, repeated);
    };
    expect(await opened(repeat)).toEqual([row]);
  });
});
