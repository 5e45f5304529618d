import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PaymentError } from '#platform/ports/payments.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { withProvider } from '#testing/replaced-provider.ts';
import { type Caller, TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });
let agent: Caller;

beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});
beforeEach(() => t.current.clock.set(TEST_NOW));

interface Email {
  message_id: string;
  to_address: string;
  language: string;
  subject: string;
  status: string;
}

interface Contact {
  primary_email?: string;
  primary_phone?: string;
  pref_lang?: string;
}

async function addInvoice(contact: Contact = { primary_email: 'ana@example.test' }, values: object = {}) {
  const customer_id = await buildClient(t.current, { client_first_name: 'Ana', ...contact });
  const { body } = await agent.call(endpoints.createInvoice, {
    body: {
      title: 'Review',
      customer_id,
      square_account: 'BFS',
      line_items: [{ description: 'Plan review', quantity: 1, unit_price_cents: 10_000 }],
      ...values,
    },
  });
  return { ...body, customer_id };
}

const read = async (id: number) => (await agent.call(endpoints.getInvoice, { params: { id } })).body.data;
const send = (id: number, headers: Record<string, string> = {}) =>
  agent.call(endpoints.sendInvoice, { params: { id }, headers });
const emailsTo = (clientId: number) =>
  t.current.deps.database.query<Email>('select * from mail_messages where client_id = $1 order by id', [
    clientId,
  ]);
const publications = (id: number) =>
  t.current.deps.database.query<{ status: string; provider_invoice_id: string; square_account: string }>(
    'select * from invoice_publications where invoice_id = $1 order by id',
    [id],
  );

describe('sending', () => {
  it('publishes, emails the PDF and marks as sent', async () => {
    const { id, customer_id } = await addInvoice();
    const { status, body } = await send(id);
    expect(status).toBe(200);
    expect(body.message).toBe('The invoice is marked as sent. Email isn’t connected. Copy the link instead.');
    expect(body.data).toMatchObject({ status: 'sent', sent_at: TEST_NOW.toISOString() });
    expect(await read(id)).toEqual(body.data);
    const [email] = await emailsTo(customer_id);
    expect(email).toMatchObject({ to_address: 'ana@example.test', language: 'en' });
    expect(email?.subject).toContain(body.data.external_ref);
  });

  it('attaches the invoice to the outgoing email', async () => {
    const { id, customer_id } = await addInvoice();
    const { body } = await send(id);
    const [email] = await emailsTo(customer_id);
    const status = async () => (await emailsTo(customer_id))[0]?.status;
    await expect.poll(status).toBe('failed');
    const folder = path.join(t.current.config.dataDir, 'outbox');
    const key = String(email?.message_id).replaceAll(/[^\w.-]/g, '');
    const file = (await readdir(folder)).find((name) => name.includes(key));
    const text = await readFile(path.join(folder, file ?? ''), 'utf8');
    expect(text).toContain(`filename=${body.data.external_ref}.pdf`);
    expect(text).toContain('Content-Type: application/pdf');
    expect(text.replaceAll('=\n', '')).toContain(body.data.square_public_url);
    const base64 = /filename=INV[^\n]*\n\n([A-Za-z0-9+/=\n]+)/.exec(text)?.[1] ?? '';
    expect(Buffer.from(base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('sends again what was changed a moment after it was sent', async () => {
    const { id, customer_id } = await addInvoice();
    await send(id);
    t.current.clock.set(new Date(TEST_NOW.getTime() + 2000));
    await agent.call(endpoints.updateInvoice, {
      params: { id },
      body: { line_items: [{ description: 'More', quantity: 1, unit_price_cents: 20_000 }] },
    });
    expect((await send(id)).status).toBe(200);
    expect(await emailsTo(customer_id)).toHaveLength(2);
  });

  it('sends one email and publishes once on a double click, with or without keys', async () => {
    const { id, customer_id } = await addInvoice();
    await Promise.all([send(id), send(id), send(id, { 'idempotency-key': 'a' }), send(id)]);
    expect((await send(id)).status).toBe(200);
    expect(await emailsTo(customer_id)).toHaveLength(1);
    expect(await publications(id)).toHaveLength(1);
  });

  it('sends one email as well when the clock never returns the same time twice', async () => {
    const { id, customer_id } = await addInvoice();
    let at = TEST_NOW.getTime();
    const clock = vi.spyOn(t.current.deps.clock, 'now').mockImplementation(() => new Date(at++));
    await send(id);
    await send(id);
    clock.mockRestore();
    expect(await emailsTo(customer_id)).toHaveLength(1);
  });

  it('returns the first result on retry, also after the invoice was voided', async () => {
    const { id, customer_id } = await addInvoice();
    const first = await send(id, { 'idempotency-key': 'send-once' });
    await agent.call(endpoints.voidInvoice, { params: { id } });
    const again = await send(id, { 'idempotency-key': 'send-once' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await emailsTo(customer_id)).toHaveLength(1);
  });

  it('can be repeated later, and a partially paid invoice keeps its status', async () => {
    const { id, customer_id } = await addInvoice();
    await send(id);
    await t.current.deps.database.query(
      `update invoices set status = 'partially_paid', paid_amount_cents = 2500 where id = $1`,
      [id],
    );
    t.current.clock.set(new Date(TEST_NOW.getTime() + 3_600_000));
    const { body } = await send(id);
    expect(body.data).toMatchObject({
      status: 'partially_paid',
      progress: 25,
      sent_at: '2026-11-20T16:00:00.000Z',
    });
    expect(await emailsTo(customer_id)).toHaveLength(2);
  });

  it.each([
    ['Spanish', 'es', 'factura'],
    ['Portuguese', 'pt', 'fatura'],
  ])('uses %s for a client who prefers it', async (pref_lang, language, word) => {
    const { id, customer_id } = await addInvoice({ primary_email: 'ana@example.test', pref_lang });
    await send(id);
    const [email] = await emailsTo(customer_id);
    expect(email?.language).toBe(language);
    expect(email?.subject).toContain(word);
  });

  it('reports that no email was sent when there is only a phone number', async () => {
    const { id, customer_id } = await addInvoice({ primary_phone: '5615550100' });
    const { status, body } = await send(id);
    expect([status, body.data.status]).toEqual([200, 'sent']);
    expect(body.message).toContain('no email was sent');
    expect(body.message).toContain('(561) 555-0100');
    expect(body.data.square_public_url).toContain('/pay/');
    expect(await emailsTo(customer_id)).toEqual([]);
  });

  it('is rejected without email and phone, and changes nothing', async () => {
    const { id } = await addInvoice({});
    const before = await read(id);
    const { status, error } = await send(id);
    expect(status).toBe(409);
    expect(error.message).toContain('Contact Information Required');
    expect(await read(id)).toEqual(before);
  });

  it('leaves a draft when the provider cannot be reached', async () => {
    const { id, customer_id } = await addInvoice();
    const fail = async (): Promise<never> => {
      throw new PaymentError('unavailable', 'down');
    };
    const { status } = await withProvider(t.current, { publishInvoice: fail }, () => send(id));
    expect(status).toBe(502);
    expect(await read(id)).toMatchObject({ status: 'draft', sent_at: null });
    expect(await emailsTo(customer_id)).toEqual([]);
  });
});

describe('sending right after saving', () => {
  it('sends', async () => {
    const { data, contact_required, customer_id } = await addInvoice(undefined, { send_immediately: true });
    expect([data.status, contact_required]).toEqual(['sent', false]);
    expect(await emailsTo(customer_id)).toHaveLength(1);
  });

  it('keeps a draft and asks for contact details when there are none', async () => {
    const { data, contact_required } = await addInvoice({}, { send_immediately: true });
    expect([data.status, contact_required]).toEqual(['draft', true]);
  });

  it('keeps the draft and reports why when sending fails; the retry sends it, once', async () => {
    const customer_id = await buildClient(t.current, { primary_email: 'ana@example.test' });
    const call = {
      body: {
        title: 'Review',
        customer_id,
        square_account: 'BFS' as const,
        total_cents: 500,
        send_immediately: true,
      },
      headers: { 'idempotency-key': 'send-at-once' },
    };
    const fail = async (): Promise<never> => {
      throw new PaymentError('unavailable', 'down');
    };
    const first = await withProvider(t.current, { publishInvoice: fail }, () =>
      agent.call(endpoints.createInvoice, call),
    );
    expect([first.status, first.body.data.status]).toEqual([201, 'draft']);
    expect(first.body.message).toContain('saved as a draft');
    const second = await agent.call(endpoints.createInvoice, call);
    expect([second.body.id, second.body.data.status]).toEqual([first.body.id, 'sent']);
    await agent.call(endpoints.createInvoice, call);
    expect(await emailsTo(customer_id)).toHaveLength(1);
  });
});
