import { getClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import { FIELD_NAMES } from '@ledgerline/contract/clients/fields/catalog';
import { saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '\ud800',
    'a\udc00b',
    '\u0000',
    '•',
    '<p>',
    '&#0;',
    '\\',
    '$1',
    '٣',
    '𝟙',
    '-0',
    '1e400',
    'NaN',
  ),
  fc.constantFrom(
    '2/29/1900',
    '0000-01-01',
    '99999-01-01',
    '31/12/1990',
    '1.005',
    '$-1',
    '100.001%',
    '😀@😀.😀',
  ),
);
const anyValue = fc.oneof(
  anyText,
  fc.double(),
  fc.integer(),
  fc.constant(null),
  fc.boolean(),
  fc.jsonValue(),
);
const anyName = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...FIELD_NAMES) }, anyText);

describe('arbitrary input', () => {
  it('to PUT /clients/:id is stored or rejected, and never causes a server error', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    await fc.assert(
      fc.asyncProperty(fc.dictionary(anyName, anyValue, { maxKeys: 4 }), async (body) => {
        const { status, error } = await agent.call(updateClient, { params: { id }, body: body as never });
        expect([JSON.stringify(body), [200, 400, 409].includes(status)]).toEqual([
          JSON.stringify(body),
          true,
        ]);
        if (status !== 200) expect(error).toMatchObject({ success: false, message: expect.any(String) });
      }),
      { numRuns: 400 },
    );
    expect((await agent.call(getClient, { params: { id } })).status).toBe(200);
  });

  it('to PATCH /ledger/cells is stored or rejected as a whole, even with an Idempotency-Key', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    const cell = fc.record(
      { id: fc.oneof(fc.constant(id), anyValue), field: anyName, value: anyValue, was: anyValue },
      { requiredKeys: ['id', 'field', 'value'] },
    );
    const create = fc.record({ row: anyText, values: fc.dictionary(anyName, anyValue, { maxKeys: 3 }) });
    let n = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(cell, { maxLength: 3 }),
        fc.array(create, { maxLength: 2 }),
        async (cells, rows) => {
          const { status } = await agent.call(saveLedgerCells, {
            body: { cells, create: rows } as never,
            headers: { 'idempotency-key': `fuzz-${++n}` },
          });
          expect([JSON.stringify(cells), [200, 400, 404, 409].includes(status)]).toEqual([
            JSON.stringify(cells),
            true,
          ]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('stores every valid text as typed, except for surrounding whitespace', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    const valid = fc.string({ unit: 'grapheme', maxLength: 80 }).filter((text) => !text.includes('\u0000'));
    await fc.assert(
      fc.asyncProperty(valid, async (text) => {
        const { status, body } = await agent.call(updateClient, { params: { id }, body: { company: text } });
        expect([status, body.data.company]).toEqual([200, text.trim() || null]);
      }),
      { numRuns: 100 },
    );
  });
});
