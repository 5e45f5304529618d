import {
  createClient,
  deleteClient,
  listClients,
  updateClient,
} from '@ledgerline/contract/clients/endpoints';
import { saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { openTestApp, type TestApp } from '#testing/test-app.ts';

async function inEmptyBrokerage(work: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await openTestApp();
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

describe('counts by status', () => {
  it('are correct after every kind of write, folded or not', () =>
    inEmptyBrokerage(async (app) => {
      const agent = await signInAs(app);
      const counts = async () => {
        const { body } = await agent.call(listClients, { query: { page: 1 } });
        expect(body.total).toBe(body.counts.all);
        return body.counts;
      };
      expect(await counts()).toEqual({ all: 0, new: 0, client: 0, lead: 0, inactive: 0 });
      const { body } = await agent.call(createClient, { body: { client_first_name: 'A' } });
      expect(await counts()).toEqual({ all: 1, new: 1, client: 0, lead: 0, inactive: 0 });
      await agent.call(updateClient, { params: { id: body.id }, body: { status: 'lead' } });
      expect(await counts()).toEqual({ all: 1, new: 0, client: 0, lead: 1, inactive: 0 });
      await agent.call(saveLedgerCells, {
        body: {
          create: Array.from({ length: 700 }, (_, n) => ({ row: `${n}`, values: { status: 'client' } })),
        },
      });
      expect(await counts()).toEqual({ all: 701, new: 0, client: 700, lead: 1, inactive: 0 });
      const { body: all } = await agent.call(listClients, { query: { status: 'client' } });
      await agent.call(saveLedgerCells, {
        body: { cells: all.data.map(({ id }) => ({ id, field: 'status' as const, value: 'inactive' })) },
      });
      await agent.call(deleteClient, { params: { id: body.id } });
      const expected = { all: 700, new: 0, client: 0, lead: 0, inactive: 700 };
      for (let n = 0; n < 5; n++) expect(await counts()).toEqual(expected);
      await expect
        .poll(
          async () => (await app.deps.database.arrays('select count(*) from client_count_deltas'))[0]?.[0],
        )
        .toBeLessThan(300);
      expect(await counts()).toEqual(expected);
    }));

  it('follow the search, whatever the selected status', () =>
    inEmptyBrokerage(async (app) => {
      const agent = await signInAs(app);
      for (const status of ['new', 'lead', 'lead', 'inactive', 'client']) {
        await buildClient(app, { client_last_name: status === 'client' ? 'Other' : 'Quintana', status });
      }
      await app.deps.database.query(
        `insert into clients (created_at, updated_at, status, client_last_name) values (now(), now(), '', 'Quintana')`,
      );
      const expected = { all: 5, new: 2, client: 0, lead: 2, inactive: 1 };
      for (const status of ['all', 'new', 'client', 'lead', 'inactive'] as const) {
        const { body } = await agent.call(listClients, { query: { page: 1, q: 'quintana', status } });
        expect([body.counts, body.total, body.data.length]).toEqual([
          expected,
          expected[status],
          expected[status],
        ]);
      }
      const { body } = await agent.call(listClients, { query: { page: 1, q: 'no such client' } });
      expect([body.counts.all, body.total, body.data]).toEqual([0, 0, []]);
      const blank = await agent.call(listClients, { query: { page: 1, q: ' , ' } });
      expect(blank.body.counts.all).toBe(6);
    }));

  it('count and list an empty status as new', () =>
    inEmptyBrokerage(async (app) => {
      const agent = await signInAs(app);
      await app.deps.database.query(
        `insert into clients (created_at, updated_at, status, client_last_name) values (now(), now(), '', 'Old')`,
      );
      const { body } = await agent.call(listClients, { query: { page: 1, status: 'new' } });
      expect([body.counts.new, body.total, body.data.map(({ status }) => status)]).toEqual([1, 1, ['new']]);
    }));
});
