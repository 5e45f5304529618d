import { exportInvoices } from '@ledgerline/contract/invoices/endpoints';
import { expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

it('exports the list or selected invoices, in dollars, without formulas, and logs it', async () => {
  const agent = await signInAs(t.current);
  const customer_id = await buildClient(t.current);
  const { database } = t.current.deps;
  const paid = await buildInvoice(t.current, { customer_id, title: '=SUM(A1)', total_cents: 12_345 });
  const open = await buildInvoice(t.current, { customer_id, title: 'Open', square_account: 'BFA' });
  await database.query(
    `update invoices set status = 'paid', paid_amount_cents = 2345, refunded_cents = 10000 where id = $1`,
    [paid.id],
  );
  const lines = async (body: object) =>
    String((await agent.call(exportInvoices, { body })).body)
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n');
  const [headers, ...rows] = await lines({ ids: [open.id, paid.id, 999_999] });
  expect(headers).toMatch(/^Number,Title,Client,.*,Balance due,Due date,Created,Sent,Paid on,Voided$/);
  expect(rows).toEqual([
    expect.stringMatching(
      /^,'=SUM\(A1\),Casey Client,casey@example.test,,BFS,Partially refunded,123\.45,0\.00,123\.45,23\.45,100\.00,0\.00,2026-12-31,/,
    ),
    expect.stringMatching(/^,Open,.*,BFA,Draft,100\.00,0\.00,100\.00,0\.00,0\.00,100\.00,2026-12-31,/),
  ]);
  expect(await lines({ status: 'paid', q: 'sum' })).toHaveLength(2);
  expect(await lines({ account: 'BFA', q: 'sum' })).toHaveLength(1);
  const logged = await database.query<{ new_value: object }>(
    `select new_value from audit_events where action = 'exported' and entity = 'invoice' order by id`,
  );
  expect(logged.map(({ new_value }) => new_value)).toMatchObject([
    { rows: 2, selected: 3 },
    { rows: 1, status: 'paid', search_length: 3 },
    { rows: 0, account: 'BFA' },
  ]);
  t.current.clock.advance(3_600_000);
  const stale = await t.current.withToken(agent.token).call(exportInvoices, { body: {} });
  expect(stale.body).toMatchObject({ code: 'proof_needed' });
});
