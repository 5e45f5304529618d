import { updateClient } from '@ledgerline/contract/clients/endpoints';
import { ENCRYPTED_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { getLedgerIndex } from '@ledgerline/contract/ledger/endpoints';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';
import { orderByRank } from './rules.ts';

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

describe('orderByRank', () => {
  it.each([
    ['asc', [3, 1, 4, 2, 5]],
    ['desc', [4, 1, 3, 5, 2]],
  ] as const)('puts empty values last, %s', (direction, expected) => {
    const rows = [
      { id: 2, rank: null },
      { id: 4, rank: 7 },
      { id: 1, rank: 7 },
      { id: 3, rank: 0 },
      { id: 5, rank: null },
    ];
    expect(orderByRank(rows, direction)).toEqual(expected);
  });
});
