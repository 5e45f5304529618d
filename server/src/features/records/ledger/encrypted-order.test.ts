import { updateClient } from '@ledgerline/contract/clients/endpoints';
import { ENCRYPTED_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { getLedgerIndex } from '@ledgerline/contract/ledger/endpoints';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';
import { orderByRanks } from './rules.ts';

const t = useTestApp();

async function idsBy(agent: Caller, sort: string, direction: 'asc' | 'desc'): Promise<number[]> {
  const { body } = await agent.call(getLedgerIndex, { query: { sort: sort as 'agi', direction } });
  return body.ids;
}

/** The order from the database over the same values in plain text. */
async function orderInPlainText(
  values: Map<number, string | null>,
  direction: 'asc' | 'desc',
): Promise<number[]> {
  const rows = await t.current.deps.database.query<{ id: number }>(
    `select id from unnest($1::bigint[], $2::text[]) as v (id, value)
      order by nullif(value, '') collate "ledger_order" ${direction} ${direction === 'desc' ? 'nulls last' : ''}, id ${direction}`,
    [[...values.keys()], [...values.values()]],
  );
  return rows.map(({ id }) => id);
}

/**
 * For scripts added late, Node and PostgreSQL may have different orders, because their ICU versions differ.
 */
const word = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 8 }),
  fc.constantFrom(
    'Plan 2',
    'Plan 10',
    'plan 2',
    'Ångström',
    'angstrom',
    'Z',
    'é',
    'e',
    '-1',
    '١',
    "O'Neil",
    '5\'9"',
    '5\'10"',
  ),
  fc.nat().map(String),
  fc.constant(null),
);

describe('a sort by an encrypted column', () => {
  it('matches the order of the database, whatever the values, and follows each change', async () => {
    const agent = await signInAs(t.current);
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) ids.push(await buildClient(t.current));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 12, maxLength: 12 }), async (words) => {
        const values = new Map<number, string | null>();
        for (const [n, id] of ids.entries()) {
          const typed = words[n] ?? null;
          t.current.clock.advance(1);
          const { body } = await agent.call(updateClient, { params: { id }, body: { name_of_rx1: typed } });
          if (body.data) values.set(id, body.data.name_of_rx1 as string | null);
        }
        for (const direction of ['asc', 'desc'] as const)
          expect(await idsBy(agent, 'name_of_rx1', direction)).toEqual(
            await orderInPlainText(values, direction),
          );
      }),
      { numRuns: 12 },
    );
  });

  it('sorts money by its amount, and forgets deleted clients', async () => {
    const agent = await signInAs(t.current);
    const poor = await buildClient(t.current, { agi: 900 });
    const rich = await buildClient(t.current, { agi: 10_000.5 });
    const order = await idsBy(agent, 'agi', 'asc');
    expect(order.indexOf(poor)).toBeLessThan(order.indexOf(rich));
    expect((await idsBy(agent, 'agi', 'desc'))[0]).toBe(rich);
    await t.current.deps.database.query('delete from clients where id = $1', [rich]);
    expect((await idsBy(agent, 'agi', 'desc'))[0]).toBe(poor);
  });

  it('works for every encrypted column', async () => {
    const agent = await signInAs(t.current);
    const all = (await idsBy(agent, 'name', 'asc')).length;
    for (const { name } of ENCRYPTED_FIELDS) expect(await idsBy(agent, name, 'asc')).toHaveLength(all);
  });
});

it.each([
  { q: 'first', sort: 'agi', then_by: 'name_of_rx2', order: [1, 0, 2, 4, 3, 5] },
  { q: 'second', sort: 'agi', then_by: '-name_of_rx2', order: [2, 0, 1, 4, 3, 5] },
  { q: 'third', sort: 'status', then_by: 'agi,-client_last_name', order: [2, 4, 5, 1, 0, 3] },
  { q: 'fourth', sort: 'city_of_birth', then_by: '-agi,-created_at', order: [4, 3, 2, 1, 0, 5] },
])('sorts by encrypted and other keys: $sort, $then_by', async ({ q, sort, then_by, order }) => {
  const agent = await signInAs(t.current);
  const ids: number[] = [];
  for (const values of [
    { agi: 100, name_of_rx2: 'b', status: 'lead', client_last_name: 'A' },
    { agi: 100, name_of_rx2: 'a', status: 'lead', client_last_name: 'B' },
    { agi: 100, name_of_rx2: 'c', status: 'client', client_last_name: 'C' },
    { agi: 200, name_of_rx2: null, status: 'lead', client_last_name: 'D' },
    { agi: 200, name_of_rx2: 'a', status: 'client', client_last_name: 'E' },
    { agi: null, name_of_rx2: 'a', status: 'client', client_last_name: null },
  ])
    ids.push(await buildClient(t.current, { ...values, city_of_birth: 'Miami', client_first_name: q }));
  const { body } = await agent.call(getLedgerIndex, {
    query: { sort: sort as 'agi', then_by, q },
  });
  expect(body.ids.map((id) => ids.indexOf(id))).toEqual(order);
});

it.each([
  ['asc', [3, 1, 4, 2, 5]],
  ['desc', [4, 1, 3, 5, 2]],
] as const)('puts empty values last, %s', (direction, expected) => {
  const ranks = new Map<number, number | null>([
    [2, null],
    [4, 7],
    [1, 7],
    [3, 0],
    [5, null],
  ]);
  expect(orderByRanks([...ranks.keys()], [{ ranks, direction }])).toEqual(expected);
});
