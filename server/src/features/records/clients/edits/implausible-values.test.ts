import * as endpoints from '@ledgerline/contract/clients/endpoints';
import { fieldNamed } from '@ledgerline/contract/clients/fields/catalogue';
import { saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { editClients } from './edit-clients.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  agent = await signInAs(t.current);
});

const read = async (id: number) =>
  (await agent.call(endpoints.getClient, { params: { id } })).body.data as Record<string, unknown>;

describe('a routing number with a wrong check digit', () => {
  const message = 'is not a valid routing number. Enter the nine digits as printed on a check';

  it('is rejected on every way in, and a stored one does not block other fields', async () => {
    const id = await buildClient(t.current, { routing_number: '063100277' });
    const values = { routing_number: '063100278' };
    const answers = [
      await agent.call(endpoints.createClient, { body: values }),
      await agent.call(endpoints.updateClient, { params: { id }, body: values }),
      await agent.call(saveLedgerCells, {
        body: { cells: [{ id, field: 'routing_number', value: '063100278' }] },
      }),
    ];
    for (const { status, error } of answers) {
      expect([status, error.details?.fields]).toEqual([
        400,
        [expect.objectContaining({ path: 'routing_number', message })],
      ]);
    }
    const mask = (await read(id)).routing_number;
    const body = { company: 'Inn', routing_number: mask as string };
    expect((await agent.call(endpoints.updateClient, { params: { id }, body })).status).toBe(200);
    expect(await read(id)).toMatchObject({ company: 'Inn', routing_number: '••••0277' });
  });

  it('comes back by a restore', async () => {
    const id = await buildClient(t.current);
    const stored = new Map([[fieldNamed('routing_number'), '063100278']]);
    const ctx = t.current.systemContext();
    await t.current.deps.database.transaction((db) =>
      editClients({ ...ctx, db }, [{ id, input: stored }], { isRestore: true }),
    );
    await agent.call(endpoints.updateClient, { params: { id }, body: { routing_number: '063100277' } });
    const { body } = await agent.call(endpoints.listClientHistory, { params: { id } });
    const changeId = body.data.find((one) => one.field === 'routing_number')?.id ?? 0;
    const restored = await agent.call(endpoints.restoreClientValue, { params: { id, changeId } });
    expect([restored.status, (await read(id)).routing_number]).toEqual([200, '••••0278']);
  });
});

describe.each([
  ['dob', '2031-01-01', 'must not be in the future. Check the year'],
  ['spouse_dob', '1/1/2031', 'must not be in the future. Check the year'],
  ['dep1_dob', '1/1/1880', 'must be within the last 130 years. Check the year'],
  ['next_f_u_date', '1931-05-31', 'must not be more than 20 years ago. Check the year'],
] as const)('%s with %j', (field, value, message) => {
  it('is rejected on every way in', async () => {
    const id = await buildClient(t.current);
    const body = { client_last_name: 'Later', [field]: value };
    const answers = [
      await agent.call(endpoints.createClient, { body }),
      await agent.call(endpoints.updateClient, { params: { id }, body }),
      await agent.call(saveLedgerCells, { body: { cells: [{ id, field, value }] } }),
      await agent.call(saveLedgerCells, { body: { create: [{ row: 'new', values: { [field]: value } }] } }),
    ];
    for (const { status, error } of answers) {
      expect([status, error.details?.fields]).toEqual([
        400,
        [expect.objectContaining({ path: field, message })],
      ]);
    }
    expect((await read(id))[field]).toBeNull();
  });

  it('that is stored stays, and other fields can be saved beside it', async () => {
    const id = await buildClient(t.current);
    await t.current.deps.database.query(
      `update clients set "${field}" = $2, ledger_text = null where id = $1`,
      [id, value],
    );
    const stored = (await read(id))[field];
    const body = { company: 'Inn', [field]: stored };
    expect((await agent.call(endpoints.updateClient, { params: { id }, body })).status).toBe(200);
    expect(await read(id)).toMatchObject({ company: 'Inn', [field]: stored });
    const emptied = await agent.call(endpoints.updateClient, { params: { id }, body: { [field]: null } });
    expect([emptied.status, (await read(id))[field]]).toEqual([200, null]);
    const { body: history } = await agent.call(endpoints.listClientHistory, { params: { id } });
    const change = history.data.find((one) => one.field === field);
    const changeId = change?.id ?? 0;
    const restored = await agent.call(endpoints.restoreClientValue, { params: { id, changeId } });
    expect([restored.status, (await read(id))[field]]).toEqual([200, stored]);
  });
});
