import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import { INVOICE_SORTS, type InvoiceSort } from '@ledgerline/contract/lists';
import { invoiceProgress, invoiceSearchMatches } from '@ledgerline/contract/rules';
import type { SortKey } from '@ledgerline/contract/rules/sort-keys';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { buildClient, buildSession, signInAs } from '#testing/factories.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';
import { findPage } from './queries.ts';

const asc = (sort: InvoiceSort): SortKey<InvoiceSort> => ({ sort, direction: 'asc' });
const desc = (sort: InvoiceSort): SortKey<InvoiceSort> => ({ sort, direction: 'desc' });

const t = useTestApp();
let agent: Caller;
let ana: number;
let sessionId: number;

const STATUSES = ['draft', 'sent', 'partially_paid', 'paid', 'void', 'pending'] as const;
const NAMES = ['Ana Silva', 'Öke Berg', 'oke carlsson', 'Plan 2', 'Plan 10', null];

/** 60 invoices in every status, with names, amounts and sending times in no particular order. */
beforeAll(async () => {
  agent = await signInAs(t.current);
  ana = await buildClient(t.current);
  const bo = await buildClient(t.current);
  sessionId = (await buildSession(t.current, { client_id: ana })).id;
  for (let n = 0; n < 60; n++) {
    await t.current.deps.database.query(
      `insert into invoices (external_ref, title, customer_id, full_name, email, status, square_account, is_recurring,
                             subtotal_cents, tax_cents, total_cents, paid_amount_cents, sent_at, session_id,
                             created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $9, $10, $11, $12, $13, $13)`,
      [
        `INV-${2000 + n}`,
        n % 7 === 0 ? `100%_safe ${n}` : `Review ${n}`,
        n % 4 === 0 ? bo : ana,
        NAMES[n % NAMES.length],
        n % 12 === 5 ? null : `mail${n}@example.test`,
        STATUSES[n % STATUSES.length],
        n % 3 === 0 ? 'BFA' : 'BFS',
        n % 10 === 0,
        ((n * 7919) % 500) * 100 + 1,
        n % 6 === 2 ? (n % 12 === 2 ? null : ((n * 7919) % 500) * 33) : null,
        n % 6 === 0 ? null : new Date(Date.UTC(2026, 0, 1 + ((n * 37) % 200))),
        n % 20 === 1 ? sessionId : null,
        new Date(Date.UTC(2026, 5, 1, 0, (n * 11) % 60)),
      ],
    );
  }
});

const list = async (query: object = {}) =>
  (await agent.call(endpoints.listInvoices, { query: query as never })).body;

describe('the list of invoices', () => {
  it('returns all, newest first, without a page, and pages of 15 with one', async () => {
    const all = await list();
    expect([all.data.length, all.total]).toEqual([60, 60]);
    const created = all.data.map((row) => row.created_at);
    expect(created).toEqual([...created].sort().reverse());
    const second = await list({ page: 2 });
    expect(second.data.map(({ id }) => id)).toEqual(all.data.slice(15, 30).map(({ id }) => id));
    expect([(await list({ page: 5 })).data.length, (await list({ page: 5 })).total]).toEqual([0, 60]);
  });

  it('counts over all invoices, whatever other filters are set', async () => {
    const { data, counts } = await list();
    const count = (isOne: (row: (typeof data)[number]) => boolean) => data.filter(isOne).length;
    expect(counts).toEqual({
      all: 60,
      ...Object.fromEntries(STATUSES.map((status) => [status, count((row) => row.status === status)])),
      pending_payment: count((row) => row.status === 'sent' || row.status === 'partially_paid'),
      recurring: count((row) => row.is_recurring),
      accounts: {
        all: 60,
        BFS: count((row) => row.square_account === 'BFS'),
        BFA: count((row) => row.square_account === 'BFA'),
      },
    });
    expect((await list({ status: 'paid', q: 'no match', page: 1 })).counts).toEqual(counts);
  });

  it.each([
    [{ status: 'partially_paid' }],
    [{ account: 'BFA' }],
    [{ recurring: 'true' }],
    [{ pending_payment: 'true' }],
    [{ pending_payment: 'true', account: 'BFS', recurring: 'true' }],
    [{ status: 'sent', pending_payment: 'true' }],
    [{ status: 'paid', pending_payment: 'true' }],
    [{ customer_id: 'ana' }],
    [{ session_id: 'session' }],
    [{ status: 'sent', q: 'review' }],
  ])('filters by %j and returns the total', async (query) => {
    const filter: Record<string, unknown> = { ...query };
    if ('customer_id' in filter) filter.customer_id = ana;
    if ('session_id' in filter) filter.session_id = sessionId;
    const { data } = await list();
    const expected = data.filter(
      (row) =>
        (filter.status === undefined || row.status === filter.status) &&
        (filter.account === undefined || row.square_account === filter.account) &&
        (filter.recurring === undefined || row.is_recurring) &&
        (filter.pending_payment === undefined || ['sent', 'partially_paid'].includes(row.status)) &&
        (filter.customer_id === undefined || row.customer_id === ana) &&
        (filter.session_id === undefined || row.session_id === sessionId) &&
        (filter.q === undefined || row.title.startsWith('Review')),
    );
    const found = await list(filter);
    expect(found.data).toEqual(expected);
    expect(found.total).toBe(expected.length);
    expect((await list({ ...filter, page: 1, page_size: 3 })).total).toBe(expected.length);
  });

  it.each([
    'inv-2007',
    'REVIEW 1',
    'öke',
    'SILVA',
    'mail3',
    '100%_',
    '%',
    '_',
    '\\',
    'silvamail',
    'review ana',
    '',
  ])('searches %j as the rule does', async (q) => {
    const { data } = await list();
    const expected = data.filter((invoice) => invoiceSearchMatches({ query: q, invoice }));
    expect((await list({ q })).data.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });

  const TEXT = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });
  /** Digits compare as numbers, and empty cells come last in both directions (decisions K15, K16). */
  const inOrder = (a: unknown, b: unknown, direction: 'asc' | 'desc') => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const ascending = TEXT.compare(String(a), String(b));
    return direction === 'asc' ? ascending : -ascending;
  };

  const KEYS: Record<InvoiceSort, (row: Row) => unknown> = {
    client: (row) => row.full_name ?? row.email,
    amount: (row) => row.total_cents,
    progress: (row) => row.progress,
    account: (row) => row.square_account,
    status: (row) => row.status,
    sent: (row) => row.sent_at,
    created: (row) => row.created_at,
  };
  type Row = Awaited<ReturnType<typeof list>>['data'][number];

  it.each(INVOICE_SORTS.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'sorts by %s %s as decided, with empty values last',
    async (sort, direction) => {
      for (const filter of [{}, { q: 'e' }, { account: 'BFS' }]) {
        const { data } = await list({ sort, direction, ...filter });
        const keys = data.map(KEYS[sort]);
        for (const [n, key] of keys.entries()) {
          if (n > 0) expect(inOrder(keys[n - 1], key, direction)).toBeLessThanOrEqual(0);
        }
        const pages = await Promise.all(
          [1, 2, 3, 4].map((page) => list({ sort, direction, page, ...filter })),
        );
        expect(pages.flatMap((page) => page.data)).toEqual(data);
      }
    },
  );

  it.each<[InvoiceSort, 'asc' | 'desc', string, SortKey<InvoiceSort>[]]>([
    ['account', 'asc', '-status,client', [asc('account'), desc('status'), asc('client')]],
    ['sent', 'desc', 'amount', [desc('sent'), asc('amount')]],
    ['client', 'desc', 'account,-created', [desc('client'), asc('account'), desc('created')]],
  ])('sorts by %s %s, then by %s', async (sort, direction, then_by, keys) => {
    for (const filter of [{}, { q: 'e' }]) {
      const { data } = await list({ sort, direction, then_by, ...filter });
      for (const [n, row] of data.entries()) {
        const before = data[n - 1];
        if (!before) continue;
        const compared = keys.map((key) =>
          inOrder(KEYS[key.sort](before), KEYS[key.sort](row), key.direction),
        );
        expect(compared.find((each) => each !== 0) ?? 0).toBeLessThanOrEqual(0);
      }
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => list({ sort, direction, then_by, page, ...filter })),
      );
      expect(pages.flatMap((page) => page.data)).toEqual(data);
    }
  });

  it('stores the progress that it sorts by as the rule computes it', async () => {
    const rows = await t.current.deps.database.query<{
      status: string;
      total_cents: number;
      paid_amount_cents: number | null;
      progress: number;
    }>('select status, total_cents, paid_amount_cents, progress from invoices');
    expect(rows.map(({ progress }) => progress)).toEqual(rows.map(invoiceProgress));
    expect(new Set(rows.map(({ progress }) => progress)).size).toBeGreaterThan(3);
  });

  it('keeps its counts correct through changes, deletions and folding', async () => {
    const { database } = t.current.deps;
    for (let n = 0; n < 400; n++) {
      const status = n % 2 === 0 ? 'sent' : 'draft';
      await database.query(`update invoices set status = $1 where external_ref = 'INV-2000'`, [status]);
    }
    await database.query(`delete from invoices where external_ref = 'INV-2001'`);
    const { counts } = await list();
    const rows = () => database.arrays<[number]>('select count(*) from invoice_count_deltas');
    await expect.poll(async () => (await rows())[0]?.[0]).toBeLessThan(50);
    const again = await list();
    expect(again.counts).toEqual(counts);
    expect(again.counts).toMatchObject({ all: 59, sent: 9 });
  });

  it('is available to every signed-in agent and no one else', async () => {
    expect((await t.current.call(endpoints.listInvoices)).status).toBe(401);
  });

  it.each([{ status: 'gone' }, { account: 'ABC' }, { page: 0 }, { sort: 'color' }, { page_size: 1000 }])(
    'rejects %j',
    async (query) => {
      const { status } = await agent.call(endpoints.listInvoices, { query: query as never });
      expect(status).toBe(400);
    },
  );
});

describe('a word that many invoices share', () => {
  it.each(INVOICE_SORTS)('is answered from the counted matches, sorted by %s', async (sort) => {
    const { database } = t.current.deps;
    await database.query(
      `insert into invoices (external_ref, title, customer_id, full_name, status, square_account, subtotal_cents, tax_cents,
                             total_cents, created_at, updated_at)
       select $1 || '-' || n, 'Common', $2, 'Person ' || n % 70, 'sent', 'BFS', n % 90, 0, n % 90, now() - n * interval '1 minute', now()
         from generate_series(1, 1600) n`,
      [sort, ana],
    );
    const texts: string[] = [];
    const db: Database = {
      ...database,
      query: (text, ...rest) => {
        texts.push(text);
        return database.query(text, ...rest);
      },
    };
    const filter = { q: 'common', sort, direction: 'asc', recurring: false, pending_payment: false } as const;
    const page = await findPage(db, { ...filter, limit: 40, offset: 1500 });
    const whole = await findPage(database, { ...filter, limit: 1600, offset: 0 });
    expect([page.total, new Set(whole.rows.map(({ id }) => id)).size]).toEqual([1600, 1600]);
    expect(page.rows).toEqual(whole.rows.slice(1500, 1540));
    expect(texts).toEqual([expect.stringContaining('array_position')]);
    await database.query(`delete from invoices where title = 'Common'`);
  });
});
