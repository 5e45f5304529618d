import { recordPayment, refundPayment } from '@ledgerline/contract/invoices/endpoints';
import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import {
  changeSessionPasscode,
  createSession,
  deleteSession,
  getSession,
  getSessionDetails,
  getSessionPaymentData,
  getSessionStatus,
  listClientSessions,
  updateSession,
} from '@ledgerline/contract/sessions/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildClient, buildSession, buildSubmission, buildTemplate, signInAs } from '#testing/factories.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { recordSessionPayment } from './service.ts';

const t = useTestApp();
const SIGNED = { has_client_signature: true, client_signed_at: TEST_NOW, final_form_total: 0 };
const AWAITS_CLIENT = { pending_client_signature: true };
const AWAITS_ADVISOR = { pending_advisor_signature: true };

beforeEach(() => t.current.clock.set(TEST_NOW));

describe('creating a session', () => {
  it('returns its id and its row with every field of the specification', async () => {
    const agent = await signInAs(t.current);
    const client_id = await buildClient(t.current, { client_first_name: 'Zoe', client_last_name: 'Lind' });
    const { status, body } = await agent.call(createSession, {
      body: { client_id, session_type: ' Session 1 ' },
    });
    expect(status).toBe(201);
    expect(body.session).toEqual({
      id: body.id,
      client_id,
      session_type: 'Session 1',
      client_title: '',
      created_at: TEST_NOW.toISOString(),
      forms_count: 0,
      client_last_viewed_at: null,
      payment_received_at: [],
      notes: '',
      is_deleted: false,
      has_passcode: false,
      created_by: `Alex ${agent.agent.last_name}`,
      client_first_name: 'Zoe',
      client_last_name: 'Lind',
      status: 'Unknown',
      priority: 999,
      subtotal_cents: 0,
      tax_cents: 0,
      total_cents: 0,
      include_sales_tax: false,
      all_forms_completed: false,
      payment_card: 'hidden',
    });
    expect(body.data).toEqual(body.session);
    const read = await agent.call(getSession, { params: { id: body.id } });
    expect(read.body).toEqual({ success: true, data: body.session, session: body.session });
  });

  it('stores a passcode hashed and never returns it', async () => {
    const agent = await signInAs(t.current);
    const client_id = await buildClient(t.current);
    const { body } = await agent.call(createSession, {
      body: { client_id, session_type: 'Locked', passcode: ' 24680 ' },
    });
    expect(body.session.has_passcode).toBe(true);
    expect(JSON.stringify(body)).not.toMatch(/24680|argon2|passcode_hash/);
    const [row] = await t.current.deps.database.query<{ passcode_hash: string }>(
      'select passcode_hash from sessions where id = $1',
      [body.id],
    );
    expect(row?.passcode_hash).toMatch(/^\$argon2id\$/);
    const blank = await agent.call(createSession, { body: { client_id, session_type: 'x', passcode: ' ' } });
    expect(blank.body.session.has_passcode).toBe(false);
    const short = await agent.call(createSession, {
      body: { client_id, session_type: 'x', passcode: ' 123 ' },
    });
    expect([short.status, short.error.message]).toEqual([400, 'The passcode must be at least 4 characters.']);
    const params = { id: body.id };
    const change = (passcode: string | null) =>
      agent.call(changeSessionPasscode, { params, body: { passcode } });
    expect((await change('12')).status).toBe(400);
    expect((await change(null)).body.session.has_passcode).toBe(false);
    expect((await change('2468')).body.session.has_passcode).toBe(true);
    expect((await change('  ')).body.session.has_passcode).toBe(false);
  });

  it('requires a name and an existing client', async () => {
    const agent = await signInAs(t.current);
    const client_id = await buildClient(t.current);
    const nameless = await agent.call(createSession, { body: { client_id, session_type: '  ' } });
    expect([nameless.status, nameless.error.message]).toEqual([400, 'session_type must not be blank']);
    const clientless = await agent.call(createSession, { body: { client_id: 999_999, session_type: 'x' } });
    expect([clientless.status, clientless.error.message]).toEqual([404, 'Client not found.']);
  });
});

describe("a client's sessions", () => {
  it('are sorted by status priority, ties newest first, without deleted ones', async () => {
    const agent = await signInAs(t.current);
    const client_id = await buildClient(t.current);
    const at = (minute: number) => ({ created_at: new Date(TEST_NOW.getTime() + minute * 60_000) });
    const names: [string, Parameters<typeof buildSubmission>[1] | null, object][] = [
      ['unknown', null, at(1)],
      ['client', AWAITS_CLIENT, at(2)],
      ['old agent', AWAITS_ADVISOR, at(3)],
      ['new agent', AWAITS_ADVISOR, at(4)],
      ['complete', SIGNED, at(0)],
      ['deleted', SIGNED, { ...at(5), is_deleted: true }],
    ];
    for (const [session_type, form, values] of names) {
      const session = await buildSession(t.current, { client_id, session_type, ...values });
      if (form) await buildSubmission(t.current, { ...form, session });
    }
    const { body } = await agent.call(listClientSessions, { params: { id: client_id } });
    expect(body.data.map((session) => [session.session_type, session.priority])).toEqual([
      ['complete', 1],
      ['new agent', 2],
      ['old agent', 2],
      ['client', 3],
      ['unknown', 999],
    ]);
    expect(body.sessions).toEqual(body.data);
    expect((await agent.call(listClientSessions, { params: { id: 999_999 } })).status).toBe(404);
  });

  it('have a status that follows their forms and their payments', async () => {
    const agent = await signInAs(t.current);
    const session = await buildSession(t.current);
    const params = { id: session.id };
    const status = async () => (await agent.call(getSessionStatus, { params })).body;
    const form = await buildSubmission(t.current, { session, ...AWAITS_ADVISOR, ...AWAITS_CLIENT });
    await buildSubmission(t.current, { session, title: 'a PDF does not count' });
    expect(await status()).toEqual({ success: true, status: 'Pending Agent Signature', priority: 2 });
    const set = (text: string) =>
      t.current.deps.database.query(`update session_forms set ${text} where id = $1`, [form.id]);
    await set('has_advisor_signature = true');
    expect((await status()).status).toBe('Pending Client Signature');
    await set('client_signed_at = now()');
    expect((await status()).status).toBe('Forms Signed - No Payment');
    await set('final_form_total = 10700, base_form_total = 10000, include_sales_tax = true');
    expect((await status()).status).toBe('Forms Signed - Pending Payment');
    const pending = (await agent.call(getSession, { params })).body.data;
    expect(pending).toMatchObject({
      subtotal_cents: 10_000,
      tax_cents: 700,
      total_cents: 10_700,
      include_sales_tax: true,
      all_forms_completed: true,
      payment_card: 'Payment Pending',
      forms_count: 2,
    });
    const ctx = t.current.systemContext();
    const pay = () =>
      t.current.deps.database.transaction((db) => recordSessionPayment({ ...ctx, db }, session.id, TEST_NOW));
    await Promise.all([pay(), pay(), pay()]);
    expect((await agent.call(getSession, { params })).body.data).toMatchObject({
      status: 'Forms Signed - Payment Received',
      payment_received_at: [TEST_NOW.toISOString()],
      payment_card: 'Payment Received',
    });
    await set('is_voided = true');
    expect((await agent.call(getSession, { params })).body.data).toMatchObject({
      status: 'Unknown',
      total_cents: 0,
      include_sales_tax: false,
      payment_card: 'hidden',
    });
  });

  it('return their payment data under the keys of the specification', async () => {
    const agent = await signInAs(t.current);
    const { id } = await buildSession(t.current);
    const { body } = await agent.call(getSessionPaymentData, { params: { id } });
    const sums = { paid_cents: 0, settled_cents: 0 };
    const data = { transactions: [], recurringPayment: null, invoices: [], ...sums };
    expect(body).toEqual({ success: true, ...data, data });
  });

  it('are listed with what was paid on their invoices, where a payment was recorded', async () => {
    const agent = await signInAs(t.current);
    const client_id = await buildClient(t.current);
    const paid = await buildSession(t.current, { client_id });
    const unpaid = await buildSession(t.current, { client_id });
    await buildInvoice(t.current, { customer_id: client_id, session_id: unpaid.id });
    const { id } = await buildInvoice(t.current, { customer_id: client_id, session_id: paid.id });
    const pay = { payment_method: 'cash', paid_on: '2026-11-20', note: '' } as const;
    await agent.call(recordPayment, { params: { id }, body: { ...pay, amount_cents: 4000 } });
    const balances = async () => {
      const { body } = await agent.call(listClientSessions, { params: { id: client_id } });
      return Object.fromEntries(body.sessions.map((session) => [session.id, session.balance]));
    };
    expect(await balances()).toEqual({
      [paid.id]: { paid_cents: 4000, settled_cents: 4000 },
      [unpaid.id]: null,
    });
    const rest = await agent.call(recordPayment, { params: { id }, body: { ...pay, amount_cents: 6000 } });
    await agent.call(refundPayment, {
      params: { id: rest.body.data.id },
      body: { kind: 'refund', amount_cents: 1000, refunded_on: '2026-11-20', note: '' },
    });
    expect((await balances())[paid.id]).toEqual({ paid_cents: 9000, settled_cents: 10_000 });
  });

  it('return their details with the public fields of their forms', async () => {
    const agent = await signInAs(t.current);
    const client_id = await buildClient(t.current, { client_first_name: 'Zoe', client_last_name: 'Lind' });
    const session = await buildSession(t.current, { client_id });
    const form = await buildSubmission(t.current, { session, title: 'Consent', ...AWAITS_CLIENT });
    const { body } = await agent.call(getSessionDetails, { params: { id: session.id } });
    expect(body.data).toEqual({
      id: session.id,
      session_type: 'Session 1',
      client_name: 'Zoe Lind',
      status: 'Pending Client Signature',
      forms: [
        { id: form.id, title: 'Consent', type: 'PDF', status: 'Pending Client Signature', is_voided: false },
      ],
    });
  });
});

describe('the title for the client', () => {
  it('is set at the start or later, apart from the notes, and audited', async () => {
    const agent = await signInAs(t.current);
    const client_id = await buildClient(t.current);
    const created = await agent.call(createSession, {
      body: { client_id, session_type: 'AR-7 lapse risk', client_title: ' Annual review ' },
    });
    const { id } = created.body;
    const save = async (body: object) =>
      (await agent.call(updateSession, { params: { id }, body })).body.session;
    expect(created.body.session.client_title).toBe('Annual review');
    expect(await save({ notes: 'x' })).toMatchObject({ client_title: 'Annual review', notes: 'x' });
    const [changed] = await Promise.all([save({ client_title: 'Review 2027' }), save({ notes: 'y' })]);
    expect(changed?.client_title).toBe('Review 2027');
    expect(await save({ client_title: ' ' })).toMatchObject({ client_title: '', notes: 'y' });
    const rows = await t.current.deps.database.query(
      `select entity_id from audit_events
        where entity = 'session' and entity_id = $1 and field = 'client_title' order by id`,
      [id],
    );
    expect(rows).toHaveLength(2);
    const tooLong = await agent.call(updateSession, {
      params: { id },
      body: { client_title: 'x'.repeat(201) },
    });
    expect(tooLong.status).toBe(400);
  });
});

describe('the notes of a session', () => {
  it('are sanitized, empty when they contain no text, and the name stays', async () => {
    const agent = await signInAs(t.current);
    const { id } = await buildSession(t.current);
    const save = (body: object) => agent.call(updateSession, { params: { id }, body });
    const saved = await save({ notes: '<p>Call <b>back</b></p><script>x</script>', session_type: 'Other' });
    expect(saved.body.data).toMatchObject({
      notes: '<p>Call <b>back</b></p>',
      session_type: 'Session 1',
    });
    expect((await save({})).body.session.notes).toBe('<p>Call <b>back</b></p>');
    expect((await save({ notes: '<p> </p>' })).body.data.notes).toBe('');
    await save({ notes: 'x' });
    expect((await save({ notes: null })).body.data.notes).toBe('');
    const rows = await t.current.deps.database.query(
      `select new_value from audit_events where entity = 'session' and entity_id = $1 and field = 'notes' order by id`,
      [id],
    );
    expect(rows).toHaveLength(4);
  });
});

it('publishes to open screens', async () => {
  const agent = await signInAs(t.current);
  const client_id = await buildClient(t.current);
  await buildTemplate(t.current);
  const received: LiveEvent[] = [];
  const stop = t.current.deps.live.subscribe((event) => received.push(event));
  const { body } = await agent.call(createSession, { body: { client_id, session_type: 'Published' } });
  const params = { id: body.id };
  await agent.call(updateSession, { params, body: { notes: 'x' } });
  await agent.call(deleteSession, { params, body: {} });
  const about = () => received.filter(({ kind, ids }) => kind === 'sessions' && ids?.includes(body.id));
  await expect.poll(() => about().map(({ action }) => action)).toEqual(['created', 'updated', 'deleted']);
  stop();
});
