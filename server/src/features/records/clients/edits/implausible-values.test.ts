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

const CARD =
  'is not a valid card number. Enter all digits as printed on the card; spreadsheets round long numbers';

/** Sends the values on every path: for a new and an existing client, through the client API and the ledger. */
async function everyPath(
  id: number,
  { confirm_numbers, ...values }: { confirm_numbers?: true; [field: string]: string | true | undefined },
) {
  const confirmed = confirm_numbers === true ? { confirm_numbers: true } : {};
  const cells = Object.entries(values).map(([field, value]) => ({
    id,
    field: field as 'ssn',
    value: String(value),
  }));
  return [
    await agent.call(endpoints.createClient, { body: { ...values, ...confirmed } }),
    await agent.call(saveLedgerCells, { body: { create: [{ row: 'new', values }], ...confirmed } }),
    await agent.call(endpoints.updateClient, { params: { id }, body: { ...values, ...confirmed } }),
    await agent.call(saveLedgerCells, { body: { cells, ...confirmed } }),
  ] as const;
}

describe.each([
  {
    field: 'routing_number',
    good: '063100277',
    bad: '063100278',
    message: 'fails the check-digit test, so at least one digit is wrong',
    isConfirmable: true,
  },
  {
    field: 'ssn',
    good: '219-09-9999',
    bad: '219-09-999',
    message: 'has 8 digits instead of 9',
    isConfirmable: true,
  },
  {
    field: 'business_ein',
    good: '12-3456789',
    bad: '12-345',
    message: 'has 5 digits instead of 9',
    isConfirmable: true,
  },
  { field: 'ben4_ssn', good: '219-09-9999', bad: '2190999990', message: 'has 10 digits instead of 9' },
  { field: 'card_number', good: '4242 4242 4242 4242', bad: '4242 4242 4242 4224', message: CARD },
  { field: 'card_number', good: '378282246310005', bad: '0005', message: CARD },
] as const)('$field with $bad', ({ field, good, bad, message, ...rest }) => {
  const isConfirmable = 'isConfirmable' in rest;
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

  it('is rejected on every path, with its field and message and never its digits', async () => {
    const id = await buildClient(t.current, { [field]: good });
    for (const confirmed of isConfirmable ? [{}] : [{}, { confirm_numbers: true as const }]) {
      for (const { status, error } of await everyPath(id, { [field]: bad, ...confirmed })) {
        expect([status, error.code, error.details?.fields, error.details?.cells]).toEqual([
          ...(isConfirmable ? [409, 'unconfirmed_number'] : [400, 'validation_failed']),
          [{ path: field, message }],
          [expect.objectContaining({ field, message })],
        ]);
        expect(JSON.stringify(error)).not.toContain(bad);
      }
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
    const answers = await everyPath(id, { [field]: value });
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

describe('numbers to confirm', () => {
  it('are stored as entered on every path after a confirmation, and never in clear in the audit log', async () => {
    const entered = { routing_number: '063100278', ssn: '219-09-999', business_ein: '12-345' };
    for (const [field, value] of Object.entries(entered)) {
      const id = await buildClient(t.current);
      const [created, inLedger, ...changed] = await everyPath(id, { [field]: value, confirm_numbers: true });
      expect([created.status, inLedger.status, ...changed.map(({ status }) => status)]).toEqual([
        201, 200, 200, 200,
      ]);
      const ids = [created.body.id, inLedger.body.created[0]?.id ?? 0, id];
      for (const one of ids) {
        const body = { field: fieldNamed(field as 'ssn').name };
        const plain = await agent.call(endpoints.revealClientField, { params: { id: one }, body });
        expect(field === 'business_ein' ? (await read(one))[field] : plain.body.value).toBe(value);
      }
      const rows = await t.current.deps.database.query<{ text: string }>(
        `select string_agg(a::text, ' ') as text from audit_events a
          where entity = 'client' and entity_id = any($1::bigint[])`,
        [ids],
      );
      expect(rows[0]?.text).toContain(field);
      expect(rows[0]?.text).not.toContain(value);
    }
  });

  it('are completed where only the leading zero is missing, with a warning', async () => {
    const id = await buildClient(t.current);
    const message = 'had 8 digits, so a leading zero was added';
    const fields = { spouse_ssn: '12-34-5678', business_ein: '1-2345678', routing_number: '63100277' };
    const warnings = Object.keys(fields).map((field) => ({ field, message }));
    const [created, inLedger, updated, unchanged] = await everyPath(id, fields);
    expect([created.body.warnings, updated.body.warnings]).toEqual([warnings, warnings]);
    expect(inLedger.body.warnings).toEqual(warnings.map((one) => ({ id: null, row: 'new', ...one })));
    // Secrets are written again, because nothing compares them.
    expect(unchanged.body.warnings?.map(({ field }) => field)).toEqual(['spouse_ssn', 'routing_number']);
    for (const one of [created.body.id, inLedger.body.created[0]?.id ?? 0, id]) {
      expect(await read(one)).toMatchObject({
        spouse_ssn: '•••-••-5678',
        business_ein: '01-2345678',
        routing_number: '••••0277',
      });
      const { body } = await agent.call(endpoints.revealClientField, {
        params: { id: one },
        body: { field: 'spouse_ssn' },
      });
      expect(body.value).toBe('012-34-5678');
    }
  });

  it('come after other errors and conflicts, and one unconfirmed number prevents the whole batch', async () => {
    const id = await buildClient(t.current, { company: 'Inn' });
    const number = { id, field: 'ssn' as const, value: '1234' };
    const save = (cells: object[], more = {}) =>
      agent.call(saveLedgerCells, { body: { cells: cells as (typeof number)[], ...more } });
    const invalid = await save([number, { id, field: 'primary_email', value: 'x' }]);
    expect([invalid.status, invalid.error.details?.cells]).toEqual([
      400,
      [expect.objectContaining({ field: 'primary_email' })],
    ]);
    const changed = await save([number, { id, field: 'company', value: 'Pub', was: 'Bar' }]);
    expect([changed.error.code, changed.error.details?.cells]).toEqual([
      'conflict',
      [expect.objectContaining({ field: 'company', theirs: 'Inn' })],
    ]);
    const company = { id, field: 'company', value: 'Pub', was: 'Inn' };
    expect((await save([number, company])).error.code).toBe('unconfirmed_number');
    expect(await read(id)).toMatchObject({ company: 'Inn', ssn: null });
    expect((await save([number, company], { confirm_numbers: true })).status).toBe(200);
    expect(await read(id)).toMatchObject({ company: 'Pub', ssn: '••••' });
    const stale = { id, field: 'ssn', value: '12', was: '•••-••-9999' };
    expect((await save([stale], { confirm_numbers: true })).error.code).toBe('conflict');
  });

  it('are saved once under one Idempotency-Key, with or without the confirmation', async () => {
    const headers = { 'idempotency-key': 'number-once' };
    const body = { client_last_name: 'Once', ssn: '1234' };
    expect((await agent.call(endpoints.createClient, { body, headers })).error.code).toBe(
      'unconfirmed_number',
    );
    const confirmed = { ...body, confirm_numbers: true };
    const first = await agent.call(endpoints.createClient, { body: confirmed, headers });
    expect(first.status).toBe(201);
    for (const retry of [confirmed, body]) {
      const again = await agent.call(endpoints.createClient, { body: retry, headers });
      expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    }
    const other = { ...body, ssn: '123' };
    expect((await agent.call(endpoints.createClient, { body: other, headers })).error.code).toBe(
      'idempotency_mismatch',
    );
  });

  it('are restored by the undo of the ledger exactly as they were, without a confirmation', async () => {
    const id = await buildClient(t.current);
    const input = new Map([[fieldNamed('business_ein'), '1-2345678']]);
    const ctx = t.current.systemContext();
    await t.current.deps.database.transaction((db) =>
      editClients({ ...ctx, db }, [{ id, input }], { isRestore: true }),
    );
    await agent.call(endpoints.updateClient, { params: { id }, body: { business_ein: '12-3456789' } });
    const restore = [{ id, field: 'business_ein' as const, was: '12-3456789' }];
    const undone = await agent.call(saveLedgerCells, { body: { restore } });
    expect([undone.status, undone.body.warnings, (await read(id)).business_ein]).toEqual([
      200,
      undefined,
      '1-2345678',
    ]);
  });
});
