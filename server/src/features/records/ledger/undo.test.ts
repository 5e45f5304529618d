import { revealClientField, updateClient } from '@ledgerline/contract/clients/endpoints';
import { getLedgerRows, saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

describe('a single cell that another agent changed', () => {
  it('is a conflict that returns the current value', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { address: 'Their St' });
    const stale = await agent.call(updateClient, {
      params: { id },
      body: { address: 'My St', was: { address: 'Old St' } },
    });
    expect(stale.status).toBe(409);
    expect(stale.error.details?.cells).toMatchObject([{ id, field: 'address', theirs: 'Their St' }]);
    const fresh = await agent.call(updateClient, {
      params: { id },
      body: { address: 'My St', was: { address: 'Their St' } },
    });
    expect(fresh.status).toBe(200);
  });
});

describe('undoing the change of a secret', () => {
  it('restores the value that only the server knows, and a second undo redoes it', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { ssn: '900-11-1111' });
    await agent.call(updateClient, { params: { id }, body: { ssn: '900-22-2222' } });
    const reveal = async () =>
      (await agent.call(revealClientField, { params: { id }, body: { field: 'ssn' } })).body.value;
    const undo = await agent.call(saveLedgerCells, {
      body: { restore: [{ id, field: 'ssn', was: '•••-••-2222' }] },
    });
    expect(undo.body.cells).toEqual([{ id, field: 'ssn', value: '•••-••-1111' }]);
    expect(await reveal()).toBe('900-11-1111');
    await agent.call(saveLedgerCells, { body: { restore: [{ id, field: 'ssn', was: '•••-••-1111' }] } });
    expect(await reveal()).toBe('900-22-2222');
  });

  it('is a conflict when the secret was changed again, and an error when no value is retained', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { ssn: '900-11-1111' });
    await agent.call(updateClient, { params: { id }, body: { ssn: '900-22-2222' } });
    const stale = await agent.call(saveLedgerCells, {
      body: { restore: [{ id, field: 'ssn', was: '•••-••-9999' }] },
    });
    expect(stale.status).toBe(409);
    const unknown = await agent.call(saveLedgerCells, { body: { restore: [{ id, field: 'address' }] } });
    expect(unknown.status).toBe(400);
  });
});

describe('some fields of some rows', () => {
  it('are returned in catalog order, secrets as masks', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { ssn: '900-11-1111', client_last_name: 'Ruiz', cigna: 12.5 });
    const { body } = await agent.call(getLedgerRows, {
      query: { ids: String(id), fields: 'cigna,ssn,client_last_name' },
    });
    expect(body.columns).toEqual(['id', 'client_last_name', 'ssn', 'cigna']);
    expect(body.rows).toEqual([[id, 'Ruiz', '•••-••-1111', 12.5]]);
  });

  it('rejects an unknown field name', async () => {
    const agent = await signInAs(t.current);
    const { status } = await agent.call(getLedgerRows, { query: { ids: '1', fields: 'nonsense' } });
    expect(status).toBe(400);
  });
});
