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

  it.each([
    ['ssn', ['900-11-1111', '900-22-2222', '900-33-3333'], (text: string) => `•••-••-${text.slice(-4)}`],
    ['business_ein', ['12-345', '12-3456789', '98-7654321'], (text: string) => text],
  ] as const)('goes back and forth through several changes of %s', async (field, values, shown) => {
    const agent = await signInAs(t.current);
    const [first, ...later] = values;
    const { body } = await agent.call(saveLedgerCells, {
      body: {
        create: [{ row: 'a', values: { client_first_name: 'Ana', [field]: first } }],
        confirm_numbers: true,
      },
    });
    const id = body.created[0]?.id ?? 0;
    const stored = async () =>
      field === 'ssn'
        ? (await agent.call(revealClientField, { params: { id }, body: { field } })).body.value
        : (await agent.call(getLedgerRows, { query: { ids: String(id), fields: field } })).body.rows[0]?.[1];
    for (const value of later) await agent.call(updateClient, { params: { id }, body: { [field]: value } });
    const restore = async (from: number, to: number) => {
      const cell = { id, field, was: shown(values[from] ?? ''), to: shown(values[to] ?? '') };
      const answer = await agent.call(saveLedgerCells, { body: { restore: [cell] } });
      expect([answer.status, answer.error?.message]).toEqual([200, undefined]);
      expect(await stored()).toBe(values[to]);
    };
    for (const at of [1, 0]) await restore(at + 1, at);
    for (const at of [1, 2]) await restore(at - 1, at);
    for (const at of [1, 0]) await restore(at + 1, at);
    const unknown = { id, field, was: shown(values[0]), to: shown('900-44-4444') };
    expect((await agent.call(saveLedgerCells, { body: { restore: [unknown] } })).status).toBe(400);
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
