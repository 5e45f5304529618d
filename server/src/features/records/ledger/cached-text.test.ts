import { updateClient } from '@ledgerline/contract/clients/endpoints';
import {
  type CatalogField,
  CLIENT_FIELDS,
  type FieldName,
} from '@ledgerline/contract/clients/fields/catalog';
import { exportLedger, getLedgerRows, saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ledgerText, PlainCells } from '#features/records/clients/cached-text.ts';
import { refreshLedgerTexts } from '#features/records/clients/service.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);

async function rowOf(agent: Caller, id: number) {
  const { body } = await agent.call(getLedgerRows, { query: { ids: String(id) } });
  return body.rows[0];
}

/** The row from the cached text, and from the columns. */
async function bothWays(agent: Caller, id: number) {
  const [stored] = await sql<{ ledger_text: string | null }>(
    'select ledger_text from clients where id = $1',
    [id],
  );
  const fromText = await rowOf(agent, id);
  await sql('update clients set ledger_text = null where id = $1', [id]);
  const fromColumns = await rowOf(agent, id);
  return { isCached: stored?.ledger_text !== null, fromText, fromColumns };
}

describe('the cached text of a ledger row', () => {
  it('matches the columns after every write through the product', async () => {
    const agent = await signInAs(t.current);
    const text = fc.string({ unit: 'binary', maxLength: 40 }).filter((value) => !value.includes('\u0000'));
    await fc.assert(
      fc.asyncProperty(text, text, fc.integer({ min: 0, max: 10_000_000 }), async (name, note, cents) => {
        const id = await buildClient(t.current, {
          client_first_name: name,
          cigna: cents / 100,
          ssn: '900-12-3456',
        });
        await agent.call(updateClient, {
          params: { id },
          body: { notes: note, company: name, ben1_pct: 33.33 },
        });
        const cells = [
          { id, field: 'account_number' as const, value: '000123456789' },
          { id, field: 'dob' as const, value: '5/31/1990' },
          { id, field: 'height' as const, value: name },
          { id, field: 'agi' as const, value: cents / 100 },
          { id, field: 'name_of_rx1' as const, value: note },
          { id, field: 'name_of_rx3' as const, value: `${name}\\","\\` },
        ];
        await agent.call(saveLedgerCells, { body: { cells } });
        const { isCached, fromText, fromColumns } = await bothWays(agent, id);
        expect(isCached).toBe(true);
        expect(fromText).toEqual(fromColumns);
        expect(fromText).toHaveLength(CLIENT_FIELDS.length + 1);
      }),
      { numRuns: 25 },
    );
  });

  it('is the same, whether it is built from all cells or from the cells of a save', () => {
    const plain = CLIENT_FIELDS.filter((field: CatalogField) => !field.isEncrypted);
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(null),
    );
    const saved = fc.uniqueArray(fc.tuple(fc.constantFrom(...plain), value), {
      selector: ([field]) => field.name,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        fc.array(value, { minLength: CLIENT_FIELDS.length, maxLength: CLIENT_FIELDS.length }),
        saved,
        (cells, changes) => {
          const written = new Map(changes.map(([field, to]) => [field.name, to]));
          const before = new PlainCells(ledgerText(cells));
          const after = CLIENT_FIELDS.map(
            ({ name }, position) =>
              written.get(name) ?? (written.has(name) ? null : (cells[position] ?? null)),
          );
          expect(before.textAfter(written)).toBe(ledgerText(after));
          for (const [position, { name }] of CLIENT_FIELDS.entries())
            if (plain.some((field) => field.name === name))
              expect(before.value(name)).toEqual(JSON.parse(JSON.stringify(cells[position])));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is cleared by a direct write to the database, and rebuilt by the job', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { occupation: 'Pilot' });
    await sql(`update clients set occupation = 'Sailor', status = '' where id = $1`, [id]);
    expect(await rowOf(agent, id)).toEqual(expect.arrayContaining(['Sailor', 'new']));
    expect(await refreshLedgerTexts(t.current.deps)).toBeGreaterThan(0);
    expect(await refreshLedgerTexts(t.current.deps)).toBe(0);
    const { isCached, fromText, fromColumns } = await bothWays(agent, id);
    expect(isCached).toBe(true);
    expect(fromText).toEqual(fromColumns);
  });

  it('is rebuilt when the catalog has changed', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current, { occupation: 'Pilot' });
    await sql(`update clients set ledger_text = 'oldmark!"nonsense"' where id = $1`, [id]);
    expect(await rowOf(agent, id)).toEqual(expect.arrayContaining(['Pilot']));
    expect(await refreshLedgerTexts(t.current.deps)).toBeGreaterThan(0);
  });

  it('is omitted for a client who is deleted while the rows without one are read', async () => {
    const agent = await signInAs(t.current);
    const [id, gone] = [await buildClient(t.current), await buildClient(t.current)];
    await sql('update clients set ledger_text = null where id = any($1)', [[id, gone]]);
    const { database } = t.current.deps;
    const read = database.arrays.bind(database);
    const spy = vi.spyOn(database, 'arrays').mockImplementation(async (text, values, name) => {
      const rows = await read<never>(text, values, name);
      if (name === 'ledger_texts') await sql('delete from clients where id = $1', [gone]);
      return rows;
    });
    const { status, body } = await agent.call(getLedgerRows, { query: { ids: `${gone},${id}` } });
    spy.mockRestore();
    expect([status, body.rows.map(([first]) => first)]).toEqual([200, [id]]);
  });

  it('takes encrypted cells in any order, and without those of another catalog', async () => {
    const agent = await signInAs(t.current);
    const { cipher } = t.current.deps;
    const id = await buildClient(t.current, { height: '6 ft' });
    const [key] = await sql<{ wrapped_key: string }>('select wrapped_key from client_keys where id = $1', [
      id,
    ]);
    const json = '{"name_of_rx1":"Ana \\"é","gone":"x","agi":12.5,"height":"5\'4\\""}';
    const sealed = cipher.own
      .open(id, key?.wrapped_key ?? '')
      .encrypt(json, { table: 'clients', row: id, field: 'sealed' });
    await sql('update clients set sealed = $2 where id = $1', [id, sealed]);
    await refreshLedgerTexts(t.current.deps);
    const { isCached, fromText, fromColumns } = await bothWays(agent, id);
    expect(isCached).toBe(true);
    expect(fromText).toEqual(fromColumns);
    expect(fromText).toEqual(expect.arrayContaining(['Ana "é', 12.5, '5\'4"']));
    expect(fromText).not.toContain('x');
  });

  it('contains masks and never a secret', async () => {
    const id = await buildClient(t.current, {
      ssn: '900-12-3456',
      card_number: '4111111111111111',
      cvc: '123',
    });
    const [row] = await sql<{ ledger_text: string }>('select ledger_text from clients where id = $1', [id]);
    expect(row?.ledger_text).toContain('3456');
    expect(row?.ledger_text).not.toMatch(/900-12|411111|"123"/);
  });
});

it('decrypts a client only for windows and exports with an encrypted column', async () => {
  const agent = await signInAs(t.current);
  const id = await buildClient(t.current, { client_last_name: 'Damaged', height: '6 ft' });
  await sql(`update clients set sealed = sealed || 'AAAA' where id = $1`, [id]);
  const read = (fields?: string) => agent.call(getLedgerRows, { query: { ids: String(id), fields } });
  const exported = (columns: FieldName[]) => agent.call(exportLedger, { body: { q: 'Damaged', columns } });
  expect((await read('client_last_name,dob')).body.rows).toEqual([[id, 'Damaged', null]]);
  expect(String((await exported(['client_last_name'])).body)).toContain('Damaged');
  expect((await read('client_last_name,height')).status).toBe(500);
  expect((await read()).status).toBe(500);
});
