import { deleteAgent } from '@ledgerline/contract/agents/endpoints';
import {
  deleteClient,
  getClient,
  revealClientField,
  updateClient,
} from '@ledgerline/contract/clients/endpoints';
import * as endpoints from '@ledgerline/contract/imports/endpoints';
import { UNDO_IS_OVER, undoableSince } from '@ledgerline/contract/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildAgent, buildClient, buildSession, signInAs } from '#testing/factories.ts';
import { importFile, revertFile } from '#testing/imports.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const read = async (id: number) => (await agent.call(getClient, { params: { id } })).body.data;
const reveal = async (id: number, field: 'ssn' | 'cvc') =>
  (await agent.call(revealClientField, { params: { id }, body: { field } })).body.value;
const rowsOf = async (id: number) =>
  (await agent.call(endpoints.listImportRows, { params: { id } })).body.data;

describe('an update by import', () => {
  it("overwrites with the file's values and keeps the rest, and a revert restores every old value", async () => {
    const old = {
      primary_email: 'up@rev.test',
      ssn: '111-22-3333',
      agi: 100.5,
      notes: '<p>old</p>',
      status: 'lead',
    };
    const id = await buildClient(t.current, { ...old, occupation: 'Baker' });
    const before = await read(id);
    const imported = await importFile(
      agent,
      'email,ssn,agi,notes,status,occupation,city of birth\nUP@rev.test,444-55-6666,"$2,000.10",new,client,,Miami',
      { duplicates: 'update', confirm: [2] },
    );
    expect(imported.counts).toMatchObject({ updated: 1, created: 0 });
    expect(await read(id)).toMatchObject({
      agi: 2000.1,
      notes: 'new',
      status: 'client',
      occupation: 'Baker',
      city_of_birth: 'Miami',
    });
    expect(await reveal(id, 'ssn')).toBe('444-55-6666');

    const reverted = await revertFile(agent, imported.id);
    expect(reverted).toMatchObject({ state: 'reverted', counts: { reverted: 1, kept: 0 } });
    expect({ ...(await read(id)), updated_at: '' }).toEqual({ ...before, updated_at: '' });
    expect(await reveal(id, 'ssn')).toBe('111-22-3333');
  });

  it('reports that the client already has the values', async () => {
    await buildClient(t.current, {
      client_first_name: 'Same',
      client_last_name: 'Same',
      primary_email: 'same@rev.test',
    });
    const imported = await importFile(agent, 'first,last,email\nSame,Same,same@rev.test', {
      duplicates: 'update',
    });
    expect(imported.counts).toMatchObject({ skipped: 1, updated: 0 });
    expect((await rowsOf(imported.id))[0]?.findings[0]?.message).toBe('The client already has these values');
  });

  it('applies repeated rows of the file to one client in file order', async () => {
    const imported = await importFile(
      agent,
      'last,email,occupation,company\nFold,fold@rev.test,Baker,\nFold,fold@rev.test,Cook,Inn\nFold,fold@rev.test,,Bar',
      { duplicates: 'update' },
    );
    expect(imported.counts).toMatchObject({ created: 1, updated: 2 });
    const ids = new Set((await rowsOf(imported.id)).map(({ client_id }) => client_id));
    expect(ids.size).toBe(1);
    const [id] = ids;
    expect(await read(id ?? 0)).toMatchObject({ occupation: 'Cook', company: 'Bar' });
    expect((await revertFile(agent, imported.id)).counts).toMatchObject({ reverted: 3, kept: 0 });
    expect((await agent.call(getClient, { params: { id: id ?? 0 } })).status).toBe(404);
  });
});

describe('a revert after later changes', () => {
  it('keeps values that were changed since, and names them', async () => {
    const id = await buildClient(t.current, {
      primary_email: 'later@rev.test',
      occupation: 'Baker',
      ssn: '111-22-3333',
    });
    const imported = await importFile(
      agent,
      'email,occupation,company,ssn\nlater@rev.test,Cook,Inn,444-55-6666',
      { duplicates: 'update', confirm: [2] },
    );
    await agent.call(updateClient, { params: { id }, body: { occupation: 'Pilot', ssn: '777-88-6666' } });
    const reverted = await revertFile(agent, imported.id);
    expect(reverted.counts).toMatchObject({ reverted: 0, kept: 1 });
    expect(await read(id)).toMatchObject({ occupation: 'Pilot', company: null });
    expect(await reveal(id, 'ssn')).toBe('777-88-6666');
    const findings = (await rowsOf(imported.id))[0]?.findings.map(
      ({ field, message }) => `${field} ${message}`,
    );
    expect(findings?.sort()).toEqual([
      'null The update would replace the client’s SSN. The row is skipped unless you confirm it',
      'occupation was changed after the import and was not reverted',
      'ssn was changed after the import and was not reverted',
    ]);
  });

  it('reports a card security code, whose old value is not retained', async () => {
    const id = await buildClient(t.current, { primary_email: 'cvc@rev.test', cvc: '123' });
    const imported = await importFile(agent, 'email,cvc\ncvc@rev.test,456', { duplicates: 'update' });
    expect((await revertFile(agent, imported.id)).counts).toMatchObject({ kept: 1 });
    expect(await reveal(id, 'cvc')).toBe('456');
  });

  it('reports that a former owner was deleted and cannot be assigned again', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const gone = await buildAgent(t.current, { first_name: 'Gil', last_name: 'Gone' });
    const heir = await buildAgent(t.current, { first_name: 'Hedda', last_name: 'Heir' });
    const id = await buildClient(t.current, { primary_email: 'own@rev.test', owner_agent_id: gone.id });
    const imported = await importFile(agent, 'email,owner\nown@rev.test,Hedda Heir', {
      duplicates: 'update',
    });
    expect(await read(id)).toMatchObject({ owner_agent_id: heir.id });
    expect((await owner.call(deleteAgent, { params: { id: gone.id }, query: {} })).status).toBe(200);
    expect((await revertFile(agent, imported.id)).counts).toMatchObject({ reverted: 0, kept: 1 });
    expect(
      (await rowsOf(imported.id))[0]?.findings.map(({ field, message }) => `${field} ${message}`),
    ).toEqual([`owner_agent_id could not be restored: it names ${gone.username}, an agent who was deleted`]);
    expect(await read(id)).toMatchObject({ owner_agent_id: heir.id });
  });

  it('removes created clients except those changed since or with related data, and treats deleted ones as removed', async () => {
    const imported = await importFile(
      agent,
      'last,email\nGo,go@rev.test\nStay,stay@rev.test\nGone,gone@rev.test\nHas,has@rev.test',
    );
    const [go, stay, gone, has = 0] = (await rowsOf(imported.id)).map(({ client_id }) => client_id ?? 0);
    await agent.call(updateClient, { params: { id: stay ?? 0 }, body: { company: 'Inn' } });
    await agent.call(deleteClient, { params: { id: gone ?? 0 } });
    await buildSession(t.current, { client_id: has });
    expect((await revertFile(agent, imported.id)).counts).toMatchObject({ reverted: 2, kept: 2 });
    expect((await agent.call(getClient, { params: { id: go ?? 0 } })).status).toBe(404);
    expect(await read(stay ?? 0)).toMatchObject({ company: 'Inn' });
    expect((await rowsOf(imported.id)).map(({ revert }) => revert)).toEqual([
      ...['reverted', 'kept', 'reverted', 'kept'],
    ]);
    const outcome = await agent.call(endpoints.downloadImportOutcome, { params: { id: imported.id } });
    expect(String(outcome.body)).toContain(
      `3,created,${stay},The client was changed after the import and was not reverted,kept`,
    );
    expect(String(outcome.body)).toContain(
      `5,created,${has},"The client has sessions, forms, documents, invoices or policies and was not removed",kept`,
    );
  });
});

describe('the time for a revert', () => {
  it('is over after exactly 30 days', async () => {
    const imported = await importFile(agent, 'last,email\nLate,late@rev.test');
    const { database, clock } = t.current.deps;
    const last = undoableSince(clock.now());
    const finishedAt = (at: Date) =>
      database.query('update imports set finished_at = $2 where id = $1', [imported.id, at]);
    await finishedAt(last);
    const late = await agent.call(endpoints.revertImport, { params: { id: imported.id } });
    expect([late.status, late.error.message]).toEqual([409, UNDO_IS_OVER]);
    await finishedAt(new Date(last.getTime() + 1));
    expect(await revertFile(agent, imported.id)).toMatchObject({
      state: 'reverted',
      counts: { reverted: 1 },
    });
  });
});
