import { listClients, searchClients } from '@ledgerline/contract/clients/endpoints';
import type { QueryInput } from '@ledgerline/contract/endpoint';
import { saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { CLIENT_SORTS, type ClientSort } from '@ledgerline/contract/lists';
import { describe, expect, it } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { openTestApp, type TestApp, useTestApp } from '#testing/test-app.ts';
import { findPage, searchPatterns } from './queries.ts';

const t = useTestApp();

async function inEmptyBrokerage(work: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await openTestApp();
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

describe('a row of the list', () => {
  it('has the named short fields and nothing secret', async () => {
    const agent = await signInAs(t.current);
    await buildClient(t.current, {
      client_last_name: 'Rowling',
      ssn: '900-11-2222',
      primary_email: 'r@x.org',
    });
    const { body } = await agent.call(listClients, { query: { q: 'rowling' } });
    expect(Object.keys(body.data[0] ?? {}).sort()).toEqual(
      [
        ...['id', 'client_first_name', 'client_last_name', 'client_email', 'client_phone', 'dob'],
        ...['current_health_plan_name', 'next_f_u_date', 'notes', 'status', 'primary_email', 'primary_phone'],
        'updated_at',
      ].sort(),
    );
    expect(body.data[0]).toMatchObject({ client_email: 'r@x.org', primary_email: 'r@x.org' });
  });
});

describe('the order of the list', () => {
  it('puts empty values last in both directions, for every column', () =>
    inEmptyBrokerage(async (app) => {
      const agent = await signInAs(app);
      const filled = {
        primary_phone: '555 0100',
        primary_email: 'a@example.org',
        current_health_plan_name: 'Bronze',
        next_f_u_date: '2026-11-20',
      };
      const empty = await buildClient(app, { client_first_name: null, client_last_name: null });
      const low = await buildClient(app, { ...filled, client_last_name: 'Adams', client_first_name: 'Ann' });
      const high = await buildClient(app, {
        client_last_name: 'Young',
        primary_phone: '777 0100',
        primary_email: 'z@example.org',
        current_health_plan_name: 'Silver',
        next_f_u_date: '2027-01-05',
      });
      for (const sort of CLIENT_SORTS) {
        if (sort === 'status' || sort === 'updated_at') continue;
        for (const [direction, order] of [
          ['asc', [low, high, empty]],
          ['desc', [high, low, empty]],
        ] as const) {
          const { body } = await agent.call(listClients, { query: { page: 1, sort, direction } });
          expect([sort, direction, body.data.map(({ id }) => id)]).toEqual([sort, direction, order]);
          const found = [];
          for (const page of [1, 2, 3]) {
            const { body: one } = await agent.call(listClients, {
              query: { page, page_size: 1, sort, direction },
            });
            found.push(...one.data.map(({ id }) => id));
          }
          expect([sort, direction, found]).toEqual([sort, direction, order]);
        }
      }
    }));

  it('sorts names naturally: ignoring accents and case, and digits as numbers', () =>
    inEmptyBrokerage(async (app) => {
      const agent = await signInAs(app);
      const names = ['alvarado', 'Álvarez', 'Alvarez', 'Ålund', 'Baker 2', 'Baker 10', 'Zoë'];
      for (const client_last_name of [...names].reverse()) {
        await buildClient(app, { client_last_name, client_first_name: null });
      }
      const { body } = await agent.call(listClients, { query: { page: 1 } });
      const order = body.data.map((row) => row.client_last_name);
      expect(Math.abs(order.indexOf('Álvarez') - order.indexOf('Alvarez'))).toBe(1);
      expect(order.indexOf('Baker 2')).toBeLessThan(order.indexOf('Baker 10'));
      expect([order[0], order.at(-1)]).toEqual(['Ålund', 'Zoë']);
    }));

  it('returns pages of 15 that neither repeat nor miss a client', () =>
    inEmptyBrokerage(async (app) => {
      const agent = await signInAs(app);
      for (let n = 0; n < 32; n++)
        await buildClient(app, { client_last_name: 'Same', client_first_name: 'Name' });
      const seen = [];
      for (const page of [1, 2, 3]) {
        const { body } = await agent.call(listClients, { query: { page } });
        seen.push(body.data.map(({ id }) => id));
      }
      expect(seen.map(({ length }) => length)).toEqual([15, 15, 2]);
      expect(new Set(seen.flat()).size).toBe(32);
    }));
});

describe('searching the list', () => {
  it('finds words in any order in name, email, phone digits and plan, with the total', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, {
      client_first_name: 'Maribel',
      client_last_name: 'Quintana',
      primary_email: 'mq@example.org',
      primary_phone: '+1 (786) 555-0199',
      current_health_plan_name: 'Sapphire HMO',
    });
    const queries = [
      'quint',
      'maribel quintana',
      'Quintana, Maribel',
      'MQ@example',
      '7865550199',
      '(786) 555-01',
    ];
    for (const q of [...queries, 'sapphire hmo']) {
      const { body } = await agent.call(listClients, { query: { page: 1, q } });
      expect([q, body.total, body.data.map((row) => row.id)]).toEqual([q, 1, [id]]);
    }
    const { body } = await agent.call(listClients, { query: { page: 1, q: 'quintana', status: 'lead' } });
    expect([body.total, body.data]).toEqual([0, []]);
    const beyond = await agent.call(listClients, { query: { page: 9, q: 'quintana' } });
    expect([beyond.body.total, beyond.body.data]).toEqual([1, []]);
  });

  it('finds in list order, page by page, for every column', () =>
    inEmptyBrokerage(async (app) => {
      const agent = await signInAs(app);
      for (const [n, client_last_name] of ['Young', 'Adams', 'Miller', 'Adams'].entries()) {
        const filled = { primary_phone: `555 010${n}`, primary_email: `m${3 - n}@example.org` };
        await buildClient(app, {
          client_first_name: 'Findable',
          client_last_name,
          ...(n === 2 ? {} : filled),
        });
      }
      const idsOf = async (query: QueryInput<typeof listClients>) => {
        const { body } = await agent.call(listClients, { query });
        expect(body.total).toBe(4);
        return body.data.map(({ id }) => id);
      };
      for (const sort of CLIENT_SORTS) {
        for (const direction of ['asc', 'desc'] as const) {
          const all = await idsOf({ page: 1, sort, direction });
          const pages = [1, 2, 3, 4].map((page) =>
            idsOf({ page, page_size: 1, sort, direction, q: 'findable' }),
          );
          expect([sort, direction, (await Promise.all(pages)).flat()]).toEqual([sort, direction, all]);
        }
      }
      expect(await idsOf({ page: 9, q: 'findable' })).toEqual([]);
    }));

  it('treats wildcards, quotes and backslashes literally', async () => {
    const agent = await signInAs(t.current);
    await buildClient(t.current, { client_last_name: 'Wildcard', client_first_name: '100%_sure\\' });
    for (const [q, total] of [
      ['100%_', 1],
      ['1%0', 0],
      ['%%%', 0],
      ['___', 0],
      ['sure\\', 1],
      [`'; drop table clients; --`, 0],
    ] as const) {
      const { status, body } = await agent.call(listClients, { query: { page: 1, q } });
      expect([q, status, body.total]).toEqual([q, 200, total]);
    }
  });

  it('builds patterns from words, and from the digits of a phone number', () => {
    expect(searchPatterns('  Ann  Lee ')).toEqual(['%ann%', '%lee%']);
    expect(searchPatterns('(555) 010')).toEqual(['%555010%']);
    expect(searchPatterns('a_b%c\\')).toEqual(['%a\\_b\\%c\\\\%']);
    expect(searchPatterns('  ')).toEqual([]);
  });
});

describe('a word that many clients share', () => {
  it('returns every page once, in order, empty values last, with the exact total', () =>
    inEmptyBrokerage(async (app) => {
      const agent = await signInAs(app);
      const create = Array.from({ length: 1600 }, (_, n) => ({
        row: String(n),
        values: { client_last_name: `Common${n}`, ...(n % 2 ? { primary_email: `p${n}@x.org` } : {}) },
      }));
      await agent.call(saveLedgerCells, { body: { create } });
      for (const direction of ['asc', 'desc'] as const) {
        const query = { q: 'common', sort: 'primary_email', direction, page_size: 100 } as const;
        const pages = await Promise.all(
          Array.from({ length: 16 }, (_, n) => agent.call(listClients, { query: { ...query, page: n + 1 } })),
        );
        const rows = pages.flatMap(({ body }) => body.data);
        expect(new Set(pages.map(({ body }) => body.total))).toEqual(new Set([1600]));
        expect(new Set(rows.map(({ id }) => id)).size).toBe(1600);
        expect(rows.slice(0, 800).every(({ primary_email }) => primary_email !== null)).toBe(true);
        expect(rows.slice(800).every(({ primary_email }) => primary_email === null)).toBe(true);
        expect(rows[0]?.primary_email).toBe(direction === 'asc' ? 'p1@x.org' : 'p1599@x.org');
      }
      for (const sort of CLIENT_SORTS)
        expect([sort, await sortsMatches(app, sort)]).toEqual([sort, sort !== 'updated_at']);
    }));

  /** Whether the page comes from the counted matches, whatever the planner expects, instead of from a scan of the order. */
  async function sortsMatches({ deps: { database } }: TestApp, sort: ClientSort): Promise<boolean> {
    const page = { sort, direction: 'asc', limit: 50, offset: 0 } as const;
    const names: (string | undefined)[] = [];
    const db: Database = {
      ...database,
      query: (text, values, name) => {
        names.push(name);
        return database.query(text, values, name);
      },
    };
    const { rows } = await findPage(db, { ...page, status: 'all', q: 'common' }, console.error);
    expect([rows.length, names.length]).toEqual([50, 1]);
    return names[0] === 'find_client_rows';
  }
});

describe('searching by conditions', () => {
  it('applies all conditions, ignoring case, and finds nothing without any', async () => {
    const agent = await signInAs(t.current);
    const ann = await buildClient(t.current, {
      client_first_name: 'Annika',
      client_last_name: 'Searchable',
      primary_email: 'annika@example.org',
      primary_phone: '(305) 555-0142',
    });
    const bob = await buildClient(t.current, { client_first_name: 'Bobby', client_last_name: 'Searchable' });
    const ids = async (query: QueryInput<typeof searchClients>) =>
      (await agent.call(searchClients, { query })).body.data.map(({ id }) => id);
    expect(await ids({ last_name: 'SEARCHABLE' })).toEqual([ann, bob]);
    expect(await ids({ first_name: 'annik', last_name: 'searchable' })).toEqual([ann]);
    expect(await ids({ email: 'ANNIKA@' })).toEqual([ann]);
    expect(await ids({ phone: '305-555' })).toEqual([ann]);
    expect(await ids({ q: 'bobby' })).toEqual([bob]);
    expect(await ids({ q: 'bobby', email: 'annika' })).toEqual([]);
    for (const query of [{}, { q: '' }, { last_name: '' }, { q: '  ' }, { phone: 'abc' }])
      expect(await ids(query)).toEqual([]);
  });
});
