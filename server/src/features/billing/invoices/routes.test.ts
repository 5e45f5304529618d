import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { type Caller, TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Caller;
let customer_id: number;

beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
  customer_id = await buildClient(t.current, {
    client_first_name: 'Ana',
    client_last_name: 'Silva',
    primary_email: 'ana@example.test',
    primary_phone: '5615550100',
  });
});
beforeEach(() => t.current.clock.set(TEST_NOW));

const LINES = [
  { description: 'Plan review', quantity: 1, unit_price_cents: 10_000 },
  { description: 'Hours', quantity: 0.333, unit_price_cents: 100 },
];
const full = (values: object = {}) => ({
  title: 'Review',
  customer_id,
  square_account: 'BFS' as const,
  line_items: LINES,
  ...values,
});

async function addInvoice(values: object = {}): Promise<number> {
  const { status, body } = await agent.call(endpoints.createInvoice, { body: full(values) });
  expect(status).toBe(201);
  return body.id;
}
const read = async (id: number) => (await agent.call(endpoints.getInvoice, { params: { id } })).body.data;
const update = (id: number, body: object) =>
  agent.call(endpoints.updateInvoice, { params: { id }, body: body as never });
const voided = (id: number) => agent.call(endpoints.voidInvoice, { params: { id } });

describe('creating an invoice', () => {
  it('creates one line of the simple payload, with a reference, the contact of the client and the default tax rate', async () => {
    const { status, body } = await agent.call(endpoints.createInvoice, {
      body: {
        title: 'Advice',
        description: 'One hour',
        customer_id,
        subtotal_cents: 12_345,
        tax_cents: 0,
        total_cents: 12_345,
        square_account: 'BFA',
      },
    });
    expect(status).toBe(201);
    expect(body.contact_required).toBe(false);
    expect(body.data).toEqual(await read(body.id));
    expect(body.data).toMatchObject({
      external_ref: null,
      title: 'Advice',
      line_items: [
        { description: 'Advice', quantity: 1, unit_price_cents: 12_345, line_total_cents: 12_345 },
      ],
      tax_rate: 0.07,
      is_tax_enabled: false,
      full_name: 'Ana Silva',
      email: 'ana@example.test',
      phone: '5615550100',
      status: 'draft',
      square_account: 'BFA',
      subtotal_cents: 12_345,
      tax_cents: 0,
      total_cents: 12_345,
      paid_amount_cents: null,
      progress: 0,
      due_date: null,
      session_id: null,
      sent_at: null,
      square_public_url: null,
      square_invoice_id: null,
      is_recurring: false,
      send_immediately: false,
    });
  });

  it('computes every sum on the server, whatever the browser sends', async () => {
    const id = await addInvoice({
      is_tax_enabled: true,
      line_items: LINES.map((line) => ({ ...line, line_total_cents: 1 })),
      subtotal_cents: 1,
      tax_cents: 1,
      total_cents: 3,
    });
    expect(await read(id)).toMatchObject({
      line_items: [{ line_total_cents: 10_000 }, { quantity: 0.333, line_total_cents: 33 }],
      subtotal_cents: 10_033,
      tax_cents: 702,
      total_cents: 10_735,
    });
  });

  it('stores a contact of its own', async () => {
    const id = await addInvoice({ full_name: 'Another Person', email: null, phone: '555 0101' });
    expect(await read(id)).toMatchObject({ full_name: 'Another Person', email: null, phone: '555 0101' });
  });

  it('creates one invoice however often the same call is repeated', async () => {
    const call = { body: full(), headers: { 'idempotency-key': 'twice' } };
    const both = await Promise.all([
      agent.call(endpoints.createInvoice, call),
      agent.call(endpoints.createInvoice, call),
    ]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0].body.id).toBe(both[1].body.id);
  });

  it('writes the audit log and publishes a live event', async () => {
    const received: unknown[] = [];
    const stop = t.current.deps.live.subscribe((event) => received.push(event));
    const id = await addInvoice();
    await expect
      .poll(() => received)
      .toContainEqual(expect.objectContaining({ kind: 'invoices', action: 'created', ids: [id] }));
    stop();
    const rows = await t.current.deps.database.query(
      `select action from audit_events where entity = 'invoice' and entity_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ action: 'created' }]);
  });
});

describe('changing an invoice', () => {
  it('updates the fields that are sent and recomputes the sums', async () => {
    const id = await addInvoice();
    const { status, body } = await update(id, {
      title: 'Other',
      is_tax_enabled: true,
      tax_rate: 0.1,
      due_date: '2027-01-31',
      line_items: [{ description: 'Only', quantity: 2, unit_price_cents: 500 }],
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ title: 'Other', total_cents: 1100, due_date: '2027-01-31' });
    expect(body.data.line_items).toHaveLength(1);
    expect(await read(id)).toEqual(body.invoice);
  });

  it('audits only the fields that changed', async () => {
    const id = await addInvoice();
    const auditLog = () =>
      t.current.deps.database.query<{ field: string }>(
        `select field from audit_events where entity = 'invoice' and entity_id = $1 and action = 'updated'`,
        [id],
      );
    await update(id, { title: 'Review', line_items: LINES });
    expect(await auditLog()).toEqual([]);
    await update(id, { title: 'Other' });
    expect(await auditLog()).toEqual([{ field: 'title' }]);
  });

  it('uses the contact of the new client when the client changes', async () => {
    const id = await addInvoice();
    const other = await buildClient(t.current, { client_first_name: 'Bo', client_last_name: 'Ek' });
    const { body } = await update(id, { customer_id: other });
    expect(body.data).toMatchObject({ customer_id: other, full_name: 'Bo Ek', email: null, phone: null });
  });

  it('rejects invalid input and changes nothing', async () => {
    const id = await addInvoice();
    const before = await read(id);
    for (const wrong of [{ title: '' }, { tax_rate: 2 }, { line_items: [] }, { square_account: 'ABC' }]) {
      expect((await update(id, wrong)).status).toBe(400);
    }
    expect(await read(id)).toEqual(before);
  });

  it('returns 404 for an unknown invoice', async () => {
    const { status, error } = await update(999_999, { title: 'x' });
    expect([status, error.message]).toEqual([404, 'Invoice not found.']);
  });
});

describe('voiding and deleting', () => {
  it('voids permanently: every later change is rejected', async () => {
    const id = await addInvoice();
    const { status, body } = await voided(id);
    expect([status, body.data.status]).toEqual([200, 'void']);
    expect(body.data.voided_at).toBe(TEST_NOW.toISOString());
    const before = await read(id);
    const again = await voided(id);
    expect([again.status, again.error.message]).toEqual([409, 'A void invoice cannot be voided.']);
    const edited = await update(id, { title: 'x' });
    expect([edited.status, edited.error.message]).toEqual([409, 'A void invoice cannot be edited.']);
    const sent = await agent.call(endpoints.sendInvoice, { params: { id } });
    expect([sent.status, sent.error.message]).toEqual([409, 'A void invoice cannot be sent.']);
    expect((await agent.call(endpoints.generateInvoiceLink, { params: { id } })).status).toBe(409);
    expect((await agent.call(endpoints.deleteInvoice, { params: { id } })).status).toBe(409);
    expect(await read(id)).toEqual(before);
  });

  it('rejects changes to a paid invoice in the same way', async () => {
    const id = await addInvoice();
    await t.current.deps.database.query(`update invoices set status = 'paid' where id = $1`, [id]);
    for (const call of [
      () => voided(id),
      () => update(id, { title: 'x' }),
      () => agent.call(endpoints.sendInvoice, { params: { id } }),
      () => agent.call(endpoints.deleteInvoice, { params: { id } }),
    ]) {
      expect((await call()).status).toBe(409);
    }
    expect(await read(id)).toMatchObject({ status: 'paid', title: 'Review', progress: 100 });
  });

  it('deletes a draft but nothing that was sent', async () => {
    const id = await addInvoice();
    expect((await agent.call(endpoints.deleteInvoice, { params: { id } })).status).toBe(200);
    expect((await agent.call(endpoints.getInvoice, { params: { id } })).status).toBe(404);
    const sent = await addInvoice();
    await agent.call(endpoints.sendInvoice, { params: { id: sent } });
    const { status, error } = await agent.call(endpoints.deleteInvoice, { params: { id: sent } });
    expect([status, error.code]).toEqual([409, 'wrong_state']);
    expect((await read(sent)).status).toBe('sent');
  });
});
