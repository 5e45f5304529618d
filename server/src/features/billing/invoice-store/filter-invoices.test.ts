import { listInvoices } from '@ledgerline/contract/invoices/endpoints';
import { INVOICE_FILTER_FIELDS } from '@ledgerline/contract/invoices/filter-fields';
import type { Filter } from '@ledgerline/contract/rules/filters';
import { beforeAll, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { all, everyFilter, where } from '#testing/filters.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

/** November 20, 2026 at the brokerage. */
const t = useTestApp({ TIME_ZONE: 'America/New_York' });
let agent: Caller;

beforeAll(async () => {
  agent = await signInAs(t.current);
  const one = await buildInvoice(t.current, { title: 'One', square_account: 'BFS' });
  const two = await buildInvoice(t.current, { title: 'Two', square_account: 'BFA' });
  const change = (id: number, ...values: unknown[]) =>
    t.current.deps.database.query(
      `update invoices set status = $2, total_cents = $3, paid_amount_cents = $4, due_date = $5, created_at = $6 where id = $1`,
      [id, ...values],
    );
  // The last instant of November 18 and the first of November 19 in New York.
  await change(one.id, 'sent', 25_050, null, '2026-11-30', '2026-11-19T04:59:59.999Z');
  await change(two.id, 'paid', 25_051, 25_051, '2026-11-10', '2026-11-19T05:00:00Z');
});

const titles = async (filter: Filter, query: object = {}) => {
  const { status, body } = await agent.call(listInvoices, {
    query: { page: 1, filter: JSON.stringify(filter), sort: 'amount', direction: 'asc', ...query },
  });
  expect([status, body.total]).toEqual([200, body.data.length]);
  return body.data.map(({ title }) => title);
};

it.each([
  [where('total_cents', 'at_most', '250.50'), ['One']],
  [where('total_cents', 'at_least', '250.51'), ['Two']],
  [where('paid_amount_cents', 'is_empty'), ['One']],
  [where('status', 'is_any', 'sent', 'void'), ['One']],
  [where('square_account', 'is_none', 'BFS'), ['Two']],
  [where('due_date', 'last_days', '10'), ['Two']],
  [where('due_date', 'last_days', '9'), []],
  [where('due_date', 'next_days', '10'), ['One']],
  // Days end at the brokerage's midnight.
  [where('created_at', 'is', '2026-11-18'), ['One']],
  [where('created_at', 'is', '2026-11-19'), ['Two']],
  [where('created_at', 'before', '2026-11-19'), ['One']],
  [where('created_at', 'after', '2026-11-18'), ['Two']],
  [where('created_at', 'last_days', '1'), ['Two']],
  [where('created_at', 'last_days', '2'), ['One', 'Two']],
  [where('title', 'contains', 'tw'), ['Two']],
])('%j matches %j', async (condition, expected) => expect(await titles(all(condition))).toEqual(expected));

it('a filter is combined with the other filters', async () => {
  const dated = all(where('due_date', 'is_filled'));
  expect(await titles(dated, { status: 'paid' })).toEqual(['Two']);
  expect(await titles(dated, { account: 'BFS', q: 'one' })).toEqual(['One']);
});

it('the counts follow a filter, not the search or the status', async () => {
  const filter = JSON.stringify(all(where('square_account', 'is_any', 'BFA')));
  const query = { page: 1, status: 'sent' as const, q: 'one' };
  const { body } = await agent.call(listInvoices, { query: { ...query, filter } });
  expect([body.total, body.counts]).toEqual([
    0,
    expect.objectContaining({
      all: 1,
      paid: 1,
      sent: 0,
      accounts: expect.objectContaining({ BFA: 1, BFS: 0 }),
    }),
  ]);
  expect((await agent.call(listInvoices, { query })).body.counts).toMatchObject({ all: 2, sent: 1 });
});

it('every field can be filtered with every operator of its kind', async () => {
  for (const filter of everyFilter(INVOICE_FILTER_FIELDS)) await titles(filter);
});

it('a filter that cannot be applied is rejected with a message', async () => {
  const filter = JSON.stringify(all(where('profit', 'is', '1')));
  const { status, error } = await agent.call(listInvoices, { query: { filter } });
  expect([status, error?.message]).toEqual([
    400,
    'The filter uses the field “profit”, which does not exist here. Remove it from the filter.',
  ]);
});
