import {
  getClient,
  listClientHistory,
  revealClientField,
  updateClient,
} from '@ledgerline/contract/clients/endpoints';
import { FIELD_NAMES } from '@ledgerline/contract/clients/fields/catalog';
import * as endpoints from '@ledgerline/contract/ledger/endpoints';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { buildClient, buildSession, signInAs } from '#testing/factories.ts';
import { openTestApp, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const position = (field: (typeof FIELD_NAMES)[number]) => FIELD_NAMES.indexOf(field) + 1;

describe('the index of the ledger', () => {
  it('orders, filters and searches every client, empty values last', async () => {
    const app = await openTestApp();
    try {
      const agent = await signInAs(app);
      const empty = await buildClient(app, { client_first_name: null, client_last_name: null });
      const ann = await buildClient(app, {
        client_last_name: 'Adams',
        agi: 10,
        dob: '1990-01-01',
        status: 'lead',
      });
      const zoe = await buildClient(app, {
        client_last_name: 'Zand',
        agi: 9,
        dob: '1980-01-01',
        ssn: '900-11-9999',
      });
      const ids = async (query: object) => (await agent.call(endpoints.getLedgerIndex, { query })).body.ids;
      expect(await ids({})).toEqual([ann, zoe, empty]);
      expect(await ids({ direction: 'desc' })).toEqual([zoe, ann, empty]);
      expect(await ids({ sort: 'agi' })).toEqual([zoe, ann, empty]);
      expect(await ids({ sort: 'agi', direction: 'desc' })).toEqual([ann, zoe, empty]);
      expect(await ids({ sort: 'dob', direction: 'desc' })).toEqual([ann, zoe, empty]);
      expect(await ids({ sort: 'created_at' })).toEqual([empty, ann, zoe]);
      expect(await ids({ status: 'lead' })).toEqual([ann]);
      expect(await ids({ q: 'zand' })).toEqual([zoe]);
      expect(await ids({ q: '9999' })).toEqual([]);
      for (const sort of FIELD_NAMES) {
        for (const direction of ['asc', 'desc']) {
          expect([sort, (await ids({ sort, direction })).length]).toEqual([sort, 3]);
        }
      }
    } finally {
      await app.close();
    }
  });

  it('rejects an unknown column', async () => {
    const agent = await signInAs(t.current);
    const { status } = await agent.call(endpoints.getLedgerIndex, { query: { sort: 'id; --' as never } });
    expect(status).toBe(400);
  });
});

describe('rows of the ledger', () => {
  it('are returned in the requested order, with masks, omitting unknown ids', async () => {
    const agent = await signInAs(t.current);
    const one = await buildClient(t.current, { ssn: '900-11-2222', agi: 12.5, dob: '1990-05-31' });
    const two = await buildClient(t.current);
    const { body } = await agent.call(endpoints.getLedgerRows, { query: { ids: `${two},987654,${one}` } });
    expect(body.rows.map(([id]) => id)).toEqual([two, one]);
    const row = body.rows[1];
    expect([row?.[position('ssn')], row?.[position('agi')], row?.[position('dob')]]).toEqual([
      '•••-••-2222',
      12.5,
      '1990-05-31',
    ]);
    const { body: client } = await agent.call(getClient, { params: { id: one } });
    FIELD_NAMES.forEach((name) => {
      expect([name, row?.[position(name)]]).toEqual([name, client.data[name]]);
    });
  });

  it('are at most 500', async () => {
    const agent = await signInAs(t.current);
    const ids = Array.from({ length: 501 }, (_, n) => n + 1).join(',');
    for (const bad of [ids, '1,,2', '1;2', 'a', '']) {
      expect((await agent.call(endpoints.getLedgerRows, { query: { ids: bad } })).status).toBe(400);
    }
  });
});

describe('saving cells', () => {
  it('writes edits of many clients, new rows and removals in one transaction', async () => {
    const agent = await signInAs(t.current);
    const one = await buildClient(t.current);
    const two = await buildClient(t.current);
    const gone = await buildClient(t.current);
    const { status, body } = await agent.call(endpoints.saveLedgerCells, {
      body: {
        cells: [
          { id: one, field: 'occupation', value: ' Baker ' },
          { id: one, field: 'agi', value: '$1,200' },
          { id: two, field: 'ssn', value: '900-11-2222', was: null },
        ],
        create: [{ row: 'tmp-1', values: { client_last_name: 'Pasted', dob: '5/31/1990' } }],
        remove: [gone],
      },
    });
    expect([status, body.saved, body.created.map(({ row }) => row)]).toEqual([200, 3, ['tmp-1']]);
    expect(body.cells).toEqual(
      expect.arrayContaining([
        { id: one, field: 'occupation', value: 'Baker' },
        { id: one, field: 'agi', value: 1200 },
        { id: two, field: 'ssn', value: '•••-••-2222' },
        { id: body.created[0]?.id, field: 'dob', value: '1990-05-31' },
      ]),
    );
    expect((await agent.call(getClient, { params: { id: gone } })).status).toBe(404);
    const { body: read } = await agent.call(getClient, { params: { id: one } });
    expect(read.data).toMatchObject({ occupation: 'Baker', agi: 1200 });
  });

  it('accepts phones with any of the usual separators, and stores the specified characters', async () => {
    const agent = await signInAs(t.current);
    const one = await buildClient(t.current);
    const { body } = await agent.call(endpoints.saveLedgerCells, {
      body: {
        cells: [{ id: one, field: 'primary_phone', value: '305.555.0123 x12' }],
        create: [{ row: 'tmp-1', values: { secondary_phone: '305/555-0199' } }],
      },
    });
    expect(body.cells).toEqual([
      { id: one, field: 'primary_phone', value: '305-555-0123 (12)' },
      { id: body.created[0]?.id, field: 'secondary_phone', value: '305-555-0199' },
      { id: body.created[0]?.id, field: 'owner_agent_id', value: agent.agent.id },
    ]);
  });

  it('writes nothing when one cell is invalid, and names it', async () => {
    const agent = await signInAs(t.current);
    const one = await buildClient(t.current, { occupation: 'Baker' });
    const two = await buildClient(t.current);
    const { status, error } = await agent.call(endpoints.saveLedgerCells, {
      body: {
        cells: [
          { id: one, field: 'occupation', value: 'Cook' },
          { id: two, field: 'dob', value: 'soon' },
        ],
        create: [{ row: 'tmp-1', values: { client_last_name: 'Never', agi: 'lots' } }],
        remove: [two],
      },
    });
    expect(status).toBe(400);
    expect(error.details?.cells).toEqual([
      { id: two, row: null, field: 'dob', message: 'must be a date such as 05/31/1990' },
      { id: null, row: 'tmp-1', field: 'agi', message: 'must be an amount such as 1234.50' },
    ]);
    const { body } = await agent.call(getClient, { params: { id: one } });
    expect(body.data.occupation).toBe('Baker');
    expect((await agent.call(getClient, { params: { id: two } })).status).toBe(200);
    expect((await agent.call(endpoints.getLedgerIndex, { query: { q: 'never' } })).body.total).toBe(0);
  });

  it('does not remove a client with related data, reports it, and writes nothing', async () => {
    const agent = await signInAs(t.current);
    const blocked = await buildClient(t.current);
    const other = await buildClient(t.current, { occupation: 'Baker' });
    await buildSession(t.current, { client_id: blocked });
    const { status, error } = await agent.call(endpoints.saveLedgerCells, {
      body: { cells: [{ id: other, field: 'occupation', value: 'Cook' }], create: [], remove: [blocked] },
    });
    expect([status, error.code]).toEqual([409, 'has_related_data']);
    expect((await agent.call(getClient, { params: { id: other } })).body.data.occupation).toBe('Baker');
  });

  it("returns the other agent's value when that agent was faster, and writes nothing", async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { occupation: 'Baker' });
    await agent.call(updateClient, { params: { id }, body: { occupation: 'Cook' } });
    const save = (was: string) =>
      agent.call(endpoints.saveLedgerCells, {
        body: {
          cells: [
            { id, field: 'occupation', value: 'Pilot', was },
            { id, field: 'company', value: 'Air', was: null },
          ],
        },
      });
    const rejected = await save('Baker');
    expect([rejected.status, rejected.error.code, rejected.error.details?.cells]).toEqual([
      409,
      'conflict',
      [{ id, row: null, field: 'occupation', message: 'was changed by someone else', theirs: 'Cook' }],
    ]);
    const { body } = await agent.call(getClient, { params: { id } });
    expect([body.data.occupation, body.data.company]).toEqual(['Cook', null]);
    expect((await save('Cook')).status).toBe(200);
  });

  it('on a deleted client returns an error', async () => {
    const agent = await signInAs(t.current);
    const { status, error } = await agent.call(endpoints.saveLedgerCells, {
      body: { cells: [{ id: 987654, field: 'company', value: 'x' }] },
    });
    expect([status, error.message]).toEqual([404, 'Client not found.']);
  });

  it('leaves a secret alone when its mask is pasted over it', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { ssn: '900-11-2222' });
    const { status } = await agent.call(endpoints.saveLedgerCells, {
      body: { cells: [{ id, field: 'ssn', value: '•••-••-2222', was: '•••-••-2222' }] },
    });
    expect(status).toBe(200);
    const { body } = await agent.call(revealClientField, { params: { id }, body: { field: 'ssn' } });
    expect(body.value).toBe('900-11-2222');
  });

  it('leaves one audit row for each changed cell', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { company: 'Same' });
    await agent.call(endpoints.saveLedgerCells, {
      body: {
        cells: [
          { id, field: 'company', value: 'Same' },
          { id, field: 'occupation', value: 'Cook' },
        ],
      },
    });
    const { body } = await agent.call(listClientHistory, { params: { id } });
    expect(body.data.map(({ action, field }) => [action, field])).toEqual([
      ['updated', 'occupation'],
      ['created', null],
    ]);
  });

  it('saves 10,000 cells of 1,000 clients in one call', async () => {
    const agent = await signInAs(t.current);
    const create = Array.from({ length: 1000 }, (_, n) => ({
      row: `r${n}`,
      values: { company: `Bulk ${n}` },
    }));
    const { body: created } = await agent.call(endpoints.saveLedgerCells, { body: { create } });
    const names = FIELD_NAMES.filter((name) => name.startsWith('name_of_') || name.startsWith('status_of_'));
    const cells = created.created.flatMap(({ id }, n) =>
      names.slice(0, 10).map((field) => ({ id, field, value: `v${n}`, was: null })),
    );
    const { status, body } = await agent.call(endpoints.saveLedgerCells, { body: { cells } });
    expect([status, body.saved]).toEqual([200, 10_000]);
  });
});

describe('the export', () => {
  it('contains what is shown: columns, order and filter, with masks and neutralized formulas', async () => {
    const agent = await signInAs(t.current, { first_name: 'Ella', last_name: 'Exporter' });
    await buildClient(t.current, {
      client_last_name: 'Exported B',
      ssn: '900-11-2222',
      agi: 5,
      company: '=1+1',
    });
    await buildClient(t.current, { client_last_name: 'Exported A', address: 'a,"b"\nc' });
    const { status, body, headers } = await agent.call(endpoints.exportLedger, {
      body: { q: 'exported', columns: ['client_last_name', 'ssn', 'agi', 'company', 'address'] },
    });
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(parse(String(body), { bom: true, record_delimiter: '\r\n' })).toEqual([
      ['Last name', 'SSN', 'AGI', 'Company', 'Address'],
      ['Exported A', '', '', '', 'a,"b"\nc'],
      ['Exported B', '•••-••-2222', '5', "'=1+1", ''],
    ]);
    const [logged] = await t.current.deps.database.query<{ actor_name: string; new_value: { rows: number } }>(
      `select actor_name, new_value from audit_events where action = 'exported' order by id desc limit 1`,
    );
    expect([logged?.actor_name, logged?.new_value.rows]).toEqual(['Ella Exporter', 2]);
  });

  it('rejects unknown columns and an empty list', async () => {
    const agent = await signInAs(t.current);
    for (const columns of [[], ['password_hash']]) {
      const { status } = await agent.call(endpoints.exportLedger, { body: { columns: columns as never } });
      expect(status).toBe(400);
    }
  });
});
