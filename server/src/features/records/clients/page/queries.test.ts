import { deleteClient, listClients, updateClient } from '@ledgerline/contract/clients/endpoints';
import { FIELD_NAMES } from '@ledgerline/contract/clients/fields/catalog';
import { getLedgerIndex, saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { CLIENT_SEARCHED, CLIENT_SORTS, type ClientSort } from '@ledgerline/contract/lists';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { findInOrder } from './queries.ts';

const t = useTestApp();

/** In list order; the last client has no name at all. */
const NAMES: [last: string | null, first: string | null][] = [
  ['Adams', null],
  ['Adams', 'Ann'],
  ['Adams', 'Zoë'],
  ['Adams Lee', 'Ann'],
  ['Adams-Allen', 'Ann'],
  ['Adamson', 'Ann'],
  ['Ålund', 'Ann'],
  ['de la Cruz', 'Zoë'],
  ['De la Cruz Ruiz', 'Ann'],
  ['Garcia', 'Zoë'],
  ['García', 'Zulema'],
  ['Garcia Lopez', 'Ana'],
  ['García-Lopez', 'Ana'],
  ['Núñez', 'Zoë'],
  ['Nunez Baker', 'Ana'],
  ["O'Brien", 'Zoë'],
  ["O'Brien Hall", 'Ann'],
  ['Obrien', 'Ann'],
  [null, 'Zulu'],
  [null, null],
];

const STATUSES = ['client', 'lead', 'new', ''] as const;

beforeAll(async () => {
  for (const [n, [client_last_name, client_first_name]] of [...NAMES.entries()].reverse()) {
    const contacts = { primary_email: `p${n % 5}@x.org`, primary_phone: `305 555 01${n}` };
    await buildClient(t.current, {
      client_last_name,
      client_first_name,
      current_health_plan_name: 'Findable',
      ...(n % 3 === 0 ? {} : { ...contacts, next_f_u_date: `2026-12-1${n % 4}` }),
    });
  }
  const { database } = t.current.deps;
  await database.query(`update clients set status = ($1::text[])[1 + id % 4]`, [STATUSES]);
});

it('shows every order completely, page by page, from either end', async () => {
  const agent = await signInAs(t.current);
  for (const sort of CLIENT_SORTS) {
    for (const direction of ['asc', 'desc'] as const) {
      for (const filter of [{}, { status: 'new' }, { q: 'findable' }] as const) {
        const query = { ...filter, sort, direction };
        const { body: all } = await agent.call(listClients, {
          query: { ...query, page: 1, page_size: 100 },
        });
        const ids = all.data.map(({ id }) => id);
        expect(ids.length).toBe(all.total);
        const pages = [];
        for (let page = 1; page <= Math.ceil(ids.length / 3) + 1; page++) {
          const { body } = await agent.call(listClients, { query: { ...query, page, page_size: 3 } });
          pages.push(...body.data.map(({ id }) => id));
        }
        expect([query, pages]).toEqual([query, ids]);
      }
    }
  }
});

const DESCENDING = {
  name: 'sort_name collate "ledger_order"',
  primary_phone: 'primary_phone collate "ledger_order"',
  primary_email: 'primary_email collate "ledger_order"',
  current_health_plan_name: 'current_health_plan_name collate "ledger_order"',
  next_f_u_date: 'next_f_u_date',
} as const;

it('returns descending pages as plain SQL does, and the first one without a count or reading anything twice', async () => {
  const { database } = t.current.deps;
  const allClients = { status: 'true', search: '', values: [] };
  const found = { status: 'true', search: 'search_text like $1', values: ['%findable%'] };
  for (const sort of CLIENT_SORTS) {
    if (sort === 'status' || sort === 'updated_at') continue;
    const ordered = await database.query<{ id: number }>(
      `select client_id as id from client_outlines order by ${DESCENDING[sort]} desc nulls last, client_id desc`,
    );
    const ids = ordered.map(({ id }) => id);
    const [{ filled } = { filled: 0 }] = await database.query<{ filled: number }>(
      `select count(*) as filled from client_outlines where ${DESCENDING[sort]} is not null`,
    );
    for (const limit of [1, 3, 15, 100]) {
      for (let offset = 0; offset <= ids.length; offset += limit) {
        const queried: string[] = [];
        const db: Database = {
          ...database,
          query: (text, ...rest) => {
            queried.push('rows');
            return database.query(text, ...rest);
          },
          arrays: (text, ...rest) => {
            queried.push('count');
            return database.arrays(text, ...rest);
          },
        };
        const total = offset === 0 ? Number.POSITIVE_INFINITY : ids.length;
        const rows = await findInOrder(db, allClients, { sort, direction: 'desc', limit, offset }, total);
        expect([sort, offset, rows.map(({ id }) => id)]).toEqual([
          sort,
          offset,
          ids.slice(offset, offset + limit),
        ]);
        const page = { sort, direction: 'desc', limit, offset } as const;
        expect(await findInOrder(database, found, page, total)).toEqual(rows);
        if (offset === 0) expect(queried).toEqual(filled < limit ? ['rows', 'rows'] : ['rows']);
      }
    }
  }
});

/** Orders by several keys, and the same as plain SQL over the clients. */
const SEVERAL: [query: { sort: ClientSort; direction: 'asc' | 'desc'; then_by: string }, order: string][] = [
  [
    { sort: 'next_f_u_date', direction: 'desc', then_by: 'primary_email' },
    'next_f_u_date desc nulls last, primary_email collate "ledger_order" asc nulls last, id asc',
  ],
  [
    { sort: 'primary_email', direction: 'asc', then_by: '-next_f_u_date,-name' },
    `primary_email collate "ledger_order" asc nulls last, next_f_u_date desc nulls last,
     (select sort_name from client_outlines where client_id = id) collate "ledger_order" desc nulls last, id desc`,
  ],
  [
    { sort: 'primary_phone', direction: 'desc', then_by: 'status,-updated_at' },
    'primary_phone collate "ledger_order" desc nulls last, status asc, updated_at desc, id desc',
  ],
  // Repeated and ignored: the first key decides.
  [{ sort: 'updated_at', direction: 'asc', then_by: '-updated_at' }, 'updated_at asc, id asc'],
];

it.each(SEVERAL)('sorts by several keys as plain SQL does: %j', async (order, sql) => {
  const agent = await signInAs(t.current);
  const filter = JSON.stringify({
    match: 'all',
    rules: [{ field: 'current_health_plan_name', op: 'is_filled', values: [] }],
  });
  const narrowed = [{}, { status: 'client' }, { q: 'findable' }, { filter }, { owner: 'nobody' }] as const;
  for (const query of narrowed) {
    const where = 'status' in query ? `status = 'client'` : 'true';
    const expected = await t.current.deps.database.query<{ id: number }>(
      `select id from clients where ${where} order by ${sql}`,
    );
    const ids: number[] = [];
    for (let page = 1; page <= Math.ceil(expected.length / 7); page++) {
      const { body } = await agent.call(listClients, { query: { ...query, ...order, page, page_size: 7 } });
      expect(body.total).toBe(expected.length);
      ids.push(...body.data.map(({ id }) => id));
    }
    expect([query, ids]).toEqual([query, expected.map(({ id }) => id)]);
    if (order.then_by.includes('updated_at')) continue;
    const { body: index } = await agent.call(getLedgerIndex, {
      query: { ...query, ...order, sort: order.sort as 'name' },
    });
    expect([query, index.ids]).toEqual([query, ids]);
  }
});

it.each(['unknown', 'name,status,updated_at', '-'])('rejects the sort keys %j', async (then_by) => {
  const agent = await signInAs(t.current);
  const { status, body } = await agent.call(listClients, { query: { then_by } });
  expect([status, JSON.stringify(body)]).toEqual([
    400,
    expect.stringContaining('at most 2 columns of the list'),
  ]);
});

it('sorts identical names before those with another surname, in list, search and ledger', async () => {
  const agent = await signInAs(t.current);
  const { body: list } = await agent.call(listClients, { query: { page: 1, page_size: 100 } });
  expect(list.data.map((row) => [row.client_last_name, row.client_first_name])).toEqual(NAMES);
  const ids = list.data.map(({ id }) => id);
  const { body: found } = await agent.call(listClients, {
    query: { page: 1, page_size: 100, q: 'findable' },
  });
  expect(found.data.map(({ id }) => id)).toEqual(ids);
  const { body: index } = await agent.call(getLedgerIndex, { query: {} });
  expect(index.ids).toEqual(ids);
});

it('returns an empty page after the last one', async () => {
  const agent = await signInAs(t.current);
  for (const direction of ['asc', 'desc'] as const) {
    for (const sort of CLIENT_SORTS) {
      const { body } = await agent.call(listClients, { query: { page: 5000, sort, direction } });
      expect([body.data, body.total]).toEqual([[], NAMES.length]);
    }
  }
});

it('searches exactly the columns that the contract names', async () => {
  const { database } = t.current.deps;
  const id = await buildClient(t.current);
  const columns = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_name = 'clients' and data_type = 'text' and column_name = any($1)`,
    [FIELD_NAMES],
  );
  const searchText = () =>
    database.query('select search_text from client_outlines where client_id = $1', [id]);
  const searched: string[] = [];
  await database.query('update clients set sealed = null where id = $1', [id]);
  for (const { name } of columns) {
    const before = await searchText();
    await database.query(`update clients set ${name} = $1 where id = $2`, [
      name === 'status' ? 'lead' : `7654321 ${name}`,
      id,
    ]);
    if (JSON.stringify(await searchText()) !== JSON.stringify(before)) searched.push(name);
  }
  expect(columns.length).toBeGreaterThan(50);
  expect(searched.sort()).toEqual([...CLIENT_SEARCHED].sort());
  const agent = await signInAs(t.current);
  await agent.call(deleteClient, { params: { id } });
});

it('follows every kind of write', async () => {
  const agent = await signInAs(t.current);
  const { database } = t.current.deps;
  const outline = (id: number) =>
    database.query('select * from client_outlines where client_id = $1', [id]).then(([row]) => row);
  const id = await buildClient(t.current, { client_last_name: 'Ochoa', primary_phone: '(305) 555-0190' });
  expect(await outline(id)).toEqual({
    client_id: id,
    status: 'new',
    sort_name: 'Ochoa\tCasey',
    primary_phone: '(305) 555-0190',
    primary_email: null,
    current_health_plan_name: null,
    next_f_u_date: null,
    owner_agent_id: null,
    owner_or_zero: 0,
    search_text: 'casey ochoa 3055550190',
  });
  await agent.call(updateClient, {
    params: { id },
    body: { client_first_name: 'ÁNA', primary_email: 'a@x.org', primary_phone: '', status: 'lead' },
  });
  const cell = (field: 'next_f_u_date' | 'current_health_plan_name', value: string) => ({ id, field, value });
  await agent.call(saveLedgerCells, {
    body: { cells: [cell('next_f_u_date', '2027-01-05'), cell('current_health_plan_name', 'Gold')] },
  });
  expect(await outline(id)).toEqual({
    client_id: id,
    status: 'lead',
    sort_name: 'Ochoa\tÁNA',
    primary_phone: null,
    primary_email: 'a@x.org',
    current_health_plan_name: 'Gold',
    next_f_u_date: '2027-01-05',
    owner_agent_id: null,
    owner_or_zero: 0,
    search_text: 'ana ochoa a@x.org gold ',
  });
  await agent.call(deleteClient, { params: { id } });
  expect(await outline(id)).toBeUndefined();
});
