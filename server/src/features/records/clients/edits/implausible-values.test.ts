import * as endpoints from '@ledgerline/contract/clients/endpoints';
import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
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

const NINE = 'instead of 9. Enter all nine digits, including a leading zero';
const CARD = 'is not a valid card number. Enter all digits as printed on the card';

describe.each([
  {
    field: 'routing_number',
    good: '063100277',
    bad: '063100278',
    message: 'is not a valid routing number. Enter the nine digits as printed on a check',
  },
  { field: 'ssn', good: '219-09-9999', bad: '219-09-999', message: `has 8 digits ${NINE}` },
  { field: 'ben4_ssn', good: '219-09-9999', bad: '2190999990', message: `has 10 digits ${NINE}` },
  { field: 'business_ein', good: '12-3456789', bad: '12-345678', message: `has 8 digits ${NINE}` },
  { field: 'card_number', good: '4242 4242 4242 4242', bad: '4242 4242 4242 4224', message: CARD },
  { field: 'card_number', good: '378282246310005', bad: '0005', message: CARD },
] as const)('$field with $bad', ({ field, good, bad, message }) => {
  const update = (id: number, body: Record<string, string>) =>
    agent.call(endpoints.updateClient, { params: { id }, body });
  const shown = async (id: number) => String((await read(id))[field]);
  async function withStored() {
    const id = await buildClient(t.current);
    const input = new Map([[fieldNamed(field), bad]]);
    const ctx = t.current.systemContext();
    await t.current.deps.database.transaction((db) =>
      editClients({ ...ctx, db }, [{ id, input }], { isRestore: true }),
    );
    return id;
  }

  it('is rejected on every path, with its field and message', async () => {
    const id = await buildClient(t.current, { [field]: good });
    const answers = [
      await agent.call(endpoints.createClient, { body: { [field]: bad } }),
      await update(id, { [field]: bad }),
      await agent.call(saveLedgerCells, { body: { cells: [{ id, field, value: bad }] } }),
      await agent.call(saveLedgerCells, { body: { create: [{ row: 'new', values: { [field]: bad } }] } }),
    ];
    for (const { status, error } of answers) {
      expect([status, error.details?.fields]).toEqual([
        400,
        [expect.objectContaining({ path: field, message })],
      ]);
    }
    expect((await shown(id)).replaceAll(/\D/g, '').slice(-4)).toBe(good.replaceAll(/\D/g, '').slice(-4));
  });

  it('that is already stored does not block other fields, whether sent back as shown or omitted', async () => {
    const id = await withStored();
    const before = await shown(id);
    expect((await update(id, { company: 'Inn', [field]: before })).status).toBe(200);
    expect((await update(id, { company: 'Bar' })).status).toBe(200);
    const cells = [{ id, field: 'company' as const, value: 'Pub' }];
    expect((await agent.call(saveLedgerCells, { body: { cells } })).status).toBe(200);
    expect([(await read(id)).company, await shown(id)]).toEqual(['Pub', before]);
  });

  it('can be restored', async () => {
    const id = await withStored();
    const before = await shown(id);
    await update(id, { [field]: good });
    const { body } = await agent.call(endpoints.listClientHistory, { params: { id } });
    const changeId = body.data.find((one) => one.field === field)?.id ?? 0;
    const restored = await agent.call(endpoints.restoreClientValue, { params: { id, changeId } });
    expect([restored.status, await shown(id)]).toEqual([200, before]);
  });
});

it('a damaged secret can be restored by an undo in the ledger', async () => {
  const id = await buildClient(t.current);
  const ctx = t.current.systemContext();
  const input = new Map([[fieldNamed('ssn'), '219-09']]);
  await t.current.deps.database.transaction((db) =>
    editClients({ ...ctx, db }, [{ id, input }], { isRestore: true }),
  );
  const before = (await read(id)).ssn;
  await agent.call(endpoints.updateClient, { params: { id }, body: { ssn: '219-09-9999' } });
  const restore = [{ id, field: 'ssn' as const, was: '•••-••-9999' }];
  const undone = await agent.call(saveLedgerCells, { body: { restore } });
  expect([undone.status, (await read(id)).ssn]).toEqual([200, before]);
  const plain = await agent.call(endpoints.revealClientField, { params: { id }, body: { field: 'ssn' } });
  expect(plain.body.value).toBe('219-09');
});

describe.each([
  ['dob', '2031-01-01', 'must not be in the future. Check the year'],
  ['spouse_dob', '1/1/2031', 'must not be in the future. Check the year'],
  ['dep1_dob', '1/1/1880', 'must be within the last 130 years. Check the year'],
  ['next_f_u_date', '1931-05-31', 'must not be more than 20 years ago. Check the year'],
] as const)('%s with %j', (field, value, message) => {
  it('is rejected on every path', async () => {
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

  it('that is already stored remains, and other fields can be saved', async () => {
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
