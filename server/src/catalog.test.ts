import { getClient } from '@ledgerline/contract/clients/endpoints';
import { CLIENT_FIELDS, FIELD_ALIASES, FIELD_NAMES } from '@ledgerline/contract/clients/fields/catalog';
import type { ClientField } from '@ledgerline/contract/clients/fields/field';
import { clientWriteSchema } from '@ledgerline/contract/clients/schemas';
import { exportLedger, getLedgerRows } from '@ledgerline/contract/ledger/endpoints';
import { describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const fields: readonly ClientField[] = CLIENT_FIELDS;

describe('the client field catalog', () => {
  it('names 156 fields once, each with a label of its own', () => {
    expect(FIELD_NAMES.length).toBe(156);
    expect(new Set(FIELD_NAMES).size).toBe(156);
    expect(new Set(fields.map(({ label }) => label.toLowerCase())).size).toBe(156);
  });

  it('is the columns of the table', async () => {
    const columns = await t.current.deps.database.query<{ column_name: string; data_type: string }>(
      `select column_name, data_type from information_schema.columns where table_schema = 'public' and table_name = 'clients' order by ordinal_position`,
    );
    const expected = fields.flatMap(({ name, kind }) =>
      kind === 'secret' ? [name, `${name}_last4`] : [name],
    );
    const own = ['id', 'created_by', 'created_at', 'updated_at', 'ledger_text', 'sealed', 'filled_encrypted'];
    expect(columns.map(({ column_name }) => column_name).sort()).toEqual([...own, ...expected].sort());
    const typeOf = new Map(columns.map(({ column_name, data_type }) => [column_name, data_type]));
    const types = { money: 'bigint', percent: 'numeric', date: 'date', agent: 'bigint' } as const;
    for (const { name, kind } of fields) {
      const type = kind in types ? types[kind as keyof typeof types] : 'text';
      expect([name, typeOf.get(name)]).toEqual([name, type]);
    }
  });

  it('is the columns of a ledger row, of a client and of the export header', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    const { body } = await agent.call(getLedgerRows, { query: { ids: String(id) } });
    expect(body.columns).toEqual(['id', ...FIELD_NAMES]);
    expect(body.rows[0]?.length).toBe(157);
    const client = await agent.call(getClient, { params: { id } });
    expect(Object.keys(client.body.data).sort()).toEqual(
      ['id', 'created_at', 'updated_at', ...FIELD_NAMES, ...Object.keys(FIELD_ALIASES)].sort(),
    );
    const csv = await agent.call(exportLedger, { body: { columns: [...FIELD_NAMES] } });
    const [header] = String(csv.body).replace('\uFEFF', '').split('\r\n');
    expect(header).toBe(fields.map(({ label }) => label).join(','));
  });

  it('is what may be written', () => {
    expect(Object.keys(clientWriteSchema.shape).sort()).toEqual(
      ['id', 'created_at', 'updated_at', ...FIELD_NAMES, ...Object.keys(FIELD_ALIASES)].sort(),
    );
  });
});
