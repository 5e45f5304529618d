import * as clients from '@ledgerline/contract/clients/endpoints';
import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import * as recurring from '@ledgerline/contract/recurring-payments/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { buildClient, buildSession, buildSubmission, buildTemplate, signInAs } from '#testing/factories.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Caller;

beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

it("drafts an invoice of a session's forms that createInvoice accepts unchanged", async () => {
  const client_id = await buildClient(t.current, {
    client_first_name: 'Ana',
    client_last_name: 'Silva',
    primary_email: 'ana@example.test',
  });
  const session = await buildSession(t.current, { client_id, session_type: 'Retirement' });
  const template = await buildTemplate(t.current, { square_account: 'BFA', payment_frequency: 'monthly' });
  await buildSubmission(t.current, {
    session,
    form_id: template.id,
    title: 'Advisory agreement',
    base_form_total: 10_000,
    selected_items_total: 2550,
    selected_items_json: [{ kind: 'checkbox', label: 'Rush', item: null, price: 25.5 }],
    final_form_total: 12_550,
  });
  await buildSubmission(t.current, { session, base_form_total: 500, final_form_total: 500, is_voided: true });
  const { body, status } = await agent.call(endpoints.draftSessionInvoice, { params: { id: session.id } });
  expect(status).toBe(200);
  expect(body.data).toEqual({
    title: 'Your forms from Ledgerline',
    customer_id: client_id,
    session_id: session.id,
    full_name: 'Ana Silva',
    email: 'ana@example.test',
    phone: null,
    square_account: 'BFA',
    is_tax_enabled: false,
    tax_rate: 0.07,
    is_recurring: true,
    recurring_frequency: 'MONTHLY',
    line_items: [
      { description: 'Advisory agreement', quantity: 1, unit_price_cents: 10_000 },
      { description: 'Advisory agreement: Rush', quantity: 1, unit_price_cents: 2550 },
    ],
  });
  const created = await agent.call(endpoints.createInvoice, {
    body: { ...body.data, square_account: 'BFA' },
  });
  expect(created.body.data).toMatchObject({
    session_id: session.id,
    total_cents: 12_550,
    is_recurring: true,
  });
  const ofSession = await agent.call(endpoints.listInvoices, { query: { session_id: session.id } });
  expect(ofSession.body.data.map(({ id }) => id)).toEqual([created.body.id]);
});

it('leaves the account to the agent when the templates differ, and returns an error for a template without one', async () => {
  const session = await buildSession(t.current);
  const [one, other] = [
    await buildTemplate(t.current, { square_account: 'BFA' }),
    await buildTemplate(t.current, { square_account: 'BFS' }),
  ];
  for (const { id } of [one, other]) {
    const price = { base_form_total: 10_000, final_form_total: 10_000 };
    await buildSubmission(t.current, { session, form_id: id, title: `Form ${id}`, ...price });
  }
  const draft = () => agent.call(endpoints.draftSessionInvoice, { params: { id: session.id } });
  const { data } = (await draft()).body;
  expect(data).toMatchObject({ square_account: null, line_items: [{}, {}] });
  const { status, error } = await agent.call(endpoints.createInvoice, { body: data as never });
  expect([status, error.message]).toEqual([400, 'Please select a Square payment account (BFS or BFA).']);
  await t.current.deps.database.query(`update global_forms set square_account = '' where id = $1`, [one.id]);
  const rejected = await draft();
  expect([rejected.status, rejected.error.message]).toEqual([
    409,
    `The template of Form ${one.id} has no payment account. Please choose BFS or BFA there.`,
  ]);
});

it('drafts only what no invoice of the session covers yet', async () => {
  const session = await buildSession(t.current, { session_type: 'S-2', client_title: 'Retirement plan' });
  const price = (cents: number) => ({ base_form_total: cents, final_form_total: cents });
  await buildSubmission(t.current, { session, title: 'Plan', ...price(10_000) });
  const draft = async () =>
    (await agent.call(endpoints.draftSessionInvoice, { params: { id: session.id } })).body.data;
  const create = async (body: object) =>
    (await agent.call(endpoints.createInvoice, { body: { ...(await draft()), ...body } as never })).body.id;
  const first = await create({});
  expect((await draft()).line_items).toEqual([]);
  await buildSubmission(t.current, { session, title: 'Review', ...price(5000) });
  expect((await draft()).line_items).toEqual([
    { description: 'Review', quantity: 1, unit_price_cents: 5000 },
  ]);
  await agent.call(endpoints.updateInvoice, {
    params: { id: first },
    body: { line_items: [{ description: 'Down payment', quantity: 1, unit_price_cents: 4000 }] },
  });
  expect((await draft()).line_items).toEqual([
    { description: 'Balance of Retirement plan', quantity: 1, unit_price_cents: 11_000 },
  ]);
  await agent.call(endpoints.voidInvoice, { params: { id: first } });
  expect((await draft()).line_items).toHaveLength(2);
});

it('returns 404 for an unknown session', async () => {
  const { status } = await agent.call(endpoints.draftSessionInvoice, { params: { id: 999_999 } });
  expect(status).toBe(404);
});

it('creates one schedule with a recurring invoice, follows its changes and cancels it with the void', async () => {
  const customer_id = await buildClient(t.current, { primary_email: 'bo@example.test' });
  const created = await agent.call(endpoints.createInvoice, {
    body: {
      title: 'Monthly fee',
      customer_id,
      square_account: 'BFS',
      total_cents: 5000,
      is_recurring: true,
      recurring_frequency: 'MONTHLY',
      due_date: '2026-12-01',
    },
  });
  expect(created.body.data).toMatchObject({
    is_recurring: true,
    recurring_frequency: 'MONTHLY',
    recurring_frequency_interval: 1,
    recurring_payment_id: expect.any(Number),
  });
  const { id } = created.body;
  const schedules = async () =>
    (await agent.call(recurring.listRecurringPayments, { query: { customer_id } })).body.data;
  expect(await schedules()).toMatchObject([{ status: 'ACTIVE', amount_cents: 5000, source_invoice_id: id }]);
  const edited = await agent.call(endpoints.updateInvoice, {
    params: { id },
    body: { line_items: [{ description: 'Fee', quantity: 1, unit_price_cents: 7000 }] },
  });
  expect(edited.status).toBe(200);
  expect(await schedules()).toMatchObject([{ status: 'ACTIVE', amount_cents: 7000 }]);
  const wrong = await agent.call(endpoints.updateInvoice, {
    params: { id },
    body: { recurring_end_date: '2026-11-01' },
  });
  expect([wrong.status, wrong.error.message]).toEqual([
    400,
    'recurring_end_date must be after the first payment date',
  ]);
  await agent.call(endpoints.voidInvoice, { params: { id } });
  expect(await schedules()).toMatchObject([{ status: 'CANCELLED' }]);
});

it('prevents deleting a client with invoices or recurring payments', async () => {
  const owner = await signInAs(t.current, { is_owner: true });
  const customer_id = await buildClient(t.current);
  await agent.call(endpoints.createInvoice, {
    body: { title: 'Fee', customer_id, square_account: 'BFS', total_cents: 100, is_recurring: true },
  });
  const related = await owner.call(clients.getRelatedData, { params: { id: customer_id } });
  expect(related.body.data).toMatchObject({ invoices: 2, hasRelated: true });
  const { status, error } = await owner.call(clients.deleteClient, { params: { id: customer_id } });
  expect([status, error.code]).toEqual([409, 'has_related_data']);
});

it('names the session as its client reads it, never by the name that agents see', async () => {
  const price = { base_form_total: 10_000, final_form_total: 10_000 };
  const draftOf = async (pref_lang: string, client_title: string) => {
    const client_id = await buildClient(t.current, { pref_lang });
    const session = await buildSession(t.current, { client_id, client_title, session_type: 'Session 1' });
    await buildSubmission(t.current, { session, title: 'Plan', ...price });
    const params = { id: session.id };
    const { data } = (await agent.call(endpoints.draftSessionInvoice, { params })).body;
    const { id } = (await agent.call(endpoints.createInvoice, { body: { ...data, square_account: 'BFA' } }))
      .body;
    const line_items = [{ description: 'Deposit', quantity: 1, unit_price_cents: 4000 }];
    await agent.call(endpoints.updateInvoice, { params: { id }, body: { line_items } });
    const rest = (await agent.call(endpoints.draftSessionInvoice, { params })).body.data;
    return [data.title, rest.line_items[0]?.description];
  };
  expect(await draftOf('Spanish', '')).toEqual(['Sus formularios de Ledgerline', 'Balance']);
  expect(await draftOf('', 'Plan 2027')).toEqual(['Plan 2027', 'Balance of Plan 2027']);
});
