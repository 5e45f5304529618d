import {
  getSessionPage,
  submitSecureForm,
  validateLink,
  validateSessionLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { getSession } from '@ledgerline/contract/sessions/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordSessionPayment } from '#features/forms/sessions/service.ts';
import { globalFormDocuments } from '#features/forms/templates/schema.ts';
import { buildDocument, buildSession, buildSubmission, buildTemplate } from '#testing/factories.ts';
import { buildInvoice, buildPublishedInvoice } from '#testing/invoices.ts';
import { openedPage } from '#testing/opened-page.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ BRAND: 'Palm Insurance' });
const HOUR_MS = 3_600_000;
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
let files = 0;

beforeEach(() => t.current.clock.set(TEST_NOW));

async function addPreview(form_id: number, file_name: string) {
  const storage_key = `previews/${++files}.pdf`;
  await t.current.deps.storage.put(storage_key, PDF);
  await t.current.deps.database.orm.insert(globalFormDocuments).values({
    form_id,
    file_name,
    storage_key,
    file_size: PDF.length,
    mime_type: 'application/pdf',
    created_at: TEST_NOW,
  });
}

describe("opening a session's link", () => {
  it('reports whose page it is and nothing about the client', async () => {
    const { agent, link } = await openedPage(t.current, { pref_lang: 'Spanish' });
    const { status, body } = await t.current.call(validateSessionLink, { body: { token: link.token } });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      state: 'ready',
      brokerage: 'Palm Insurance',
      agent_name: `Alex ${agent.agent.last_name}`,
      language: 'es',
      expires_at: link.expiresAt,
    });
  });

  it("records when the client opened it; an agent's view and an email scanner leave no trace", async () => {
    const { agent, session, link } = await openedPage(t.current);
    const viewed = async () =>
      (await agent.call(getSession, { params: { id: session.id } })).body.data.client_last_viewed_at;
    await t.current.call(validateSessionLink, { body: { token: link.token, is_preview: true } });
    for (const method of ['GET', 'HEAD'] as const) {
      for (const url of [`/secure/${link.token}`, '/api/secure-access/session/validate']) {
        await t.current.app.inject({ method, url, headers: { authorization: `Bearer ${link.token}` } });
      }
    }
    expect(await viewed()).toBeNull();
    t.current.clock.advance(1000);
    await t.current.call(validateSessionLink, { body: { token: link.token } });
    expect(await viewed()).toBe(new Date(TEST_NOW.getTime() + 1000).toISOString());
    t.current.clock.advance(169 * HOUR_MS);
    const late = await t.current.call(validateSessionLink, { body: { token: link.token } });
    expect(late.body.state).toBe('expired');
    const [row] = await t.current.deps.database.query(
      'select client_last_viewed_at from sessions where id = $1',
      [session.id],
    );
    expect(row).toEqual({ client_last_viewed_at: new Date(TEST_NOW.getTime() + 1000) });
  });
});

describe("a session's page", () => {
  it('shows every form in order with what can be done, and what is due', async () => {
    const { agent, session, visitor, link } = await openedPage(t.current, { pref_lang: 'Portuguese' });
    const add = (order_index: number, values: Parameters<typeof buildSubmission>[1]) =>
      buildSubmission(t.current, { session, order_index, ...values });
    const template = await buildTemplate(t.current, { type: 'DocuSign' });
    await addPreview(template.id, 'agreement.pdf');
    const client = { pending_client_signature: true };
    await add(5, { title: 'Link', type: 'Link', embedded_url: 'https://x.example' });
    await add(0, { title: 'Intake', type: 'Web Form', form_link_id: 'personal-info', progress_step: 2 });
    await add(1, {
      title: 'Agreement',
      type: 'DocuSign',
      form_id: template.id,
      ...client,
      base_form_total: 10_000,
      final_form_total: 10_700,
      include_sales_tax: true,
    });
    await add(2, {
      title: 'Letter',
      type: 'DocuSign',
      ...client,
      pending_advisor_signature: true,
      envelope_id: 'e1',
    });
    const done = await add(3, {
      title: 'Signed',
      type: 'DocuSign',
      has_client_signature: true,
      is_completed: true,
      base_form_total: 500,
      final_form_total: 500,
    });
    await add(4, { title: 'Brochure', type: 'PDF' });
    await add(6, { title: 'Gone', type: 'DocuSign', ...client, is_voided: true, final_form_total: 99_900 });
    await buildDocument(t.current, { session_form_id: done.id, client_id: session.client_id, signed: true });
    await buildSubmission(t.current, { client_id: session.client_id, title: 'outside the session' });
    const { status, body } = await visitor.call(getSessionPage, { body: {} });
    expect(status).toBe(200);
    const { forms, ...rest } = body.data;
    expect(rest).toEqual({
      titles: {
        en: 'Your forms from Palm Insurance',
        es: 'Sus formularios de Palm Insurance',
        pt: 'Seus formulários de Palm Insurance',
      },
      brokerage: 'Palm Insurance',
      agent_name: `Alex ${agent.agent.last_name}`,
      contact: null,
      client_first_name: 'Zoe',
      language: 'pt',
      expires_at: link.expiresAt,
      expires_soon: false,
      todo_count: 2,
      client_count: 3,
      subtotal_cents: 10_500,
      tax_cents: 700,
      total_cents: 11_200,
      amount_due_cents: 11_200,
      pay_url: null,
      is_payment_processing: false,
    });
    expect(forms.map((form) => [form.title, form.status, form.action, form.total_cents])).toEqual([
      ['Intake', 'Pending', 'fill', 0],
      ['Agreement', 'Ready to sign', 'sign', 10_700],
      ['Letter', 'Awaiting advisor signature', 'wait', 0],
      ['Signed', 'Completed', 'done', 500],
      ['Brochure', 'Pending', 'view', 0],
      ['Link', 'Pending', 'follow', 0],
      ['Gone', 'Cancelled', 'voided', 99_900],
    ]);
    expect([forms[0]?.progress_step, forms[0]?.total_steps]).toEqual([2, 11]);
    expect(forms[1]?.previews.map(({ name }) => name)).toEqual(['agreement.pdf']);
    for (const url of [forms[1]?.previews[0]?.url, forms[3]?.document_url]) {
      expect(url).toMatch(/^http:\/\/localhost\/api\/files\//);
    }
    expect(JSON.stringify(body)).not.toMatch(/Lindqvist|client_id|notes|Medicare/);
    await t.current.deps.database.transaction((db) =>
      recordSessionPayment({ ...t.current.systemContext(), db }, session.id, TEST_NOW),
    );
    expect((await visitor.call(getSessionPage, { body: {} })).body.data.amount_due_cents).toBe(0);
  });

  it('leads to the newest open invoice of the session, and shows its balance due', async () => {
    const { session, visitor } = await openedPage(t.current);
    const due = async () => {
      const { amount_due_cents, pay_url } = (await visitor.call(getSessionPage, { body: {} })).body.data;
      return { amount_due_cents, pay_url };
    };
    const values = { session_id: session.id, customer_id: session.client_id };
    await buildInvoice(t.current, values);
    expect(await due()).toEqual({ amount_due_cents: 0, pay_url: null });
    const older = await buildPublishedInvoice(t.current, values);
    const newer = await buildPublishedInvoice(t.current, { ...values, total_cents: 12_000 });
    await buildPublishedInvoice(t.current);
    expect(await due()).toEqual({ amount_due_cents: 12_000, pay_url: `http://localhost/pay/${newer.token}` });
    await t.current.deps.database.query(
      `update invoices set status = 'partially_paid', paid_amount_cents = 2000 where id = $1`,
      [newer.id],
    );
    expect(await due()).toEqual({ amount_due_cents: 10_000, pay_url: `http://localhost/pay/${newer.token}` });
    await t.current.deps.database.query(`update invoices set status = 'void' where id = $1`, [newer.id]);
    expect(await due()).toEqual({ amount_due_cents: 10_000, pay_url: `http://localhost/pay/${older.token}` });
  });

  it('does not ask for money while a bank transfer is in progress, and does again when it fails', async () => {
    const { session, visitor } = await openedPage(t.current);
    const values = { session_id: session.id, customer_id: session.client_id, total_cents: 12_000 };
    const { id, token } = await buildPublishedInvoice(t.current, values);
    const due = async (status: string) => {
      await t.current.deps.database.query('update invoices set provider_status = $2 where id = $1', [
        id,
        status,
      ]);
      const { amount_due_cents, pay_url, is_payment_processing } = (
        await visitor.call(getSessionPage, { body: {} })
      ).body.data;
      return { amount_due_cents, pay_url, is_payment_processing };
    };
    const open = {
      amount_due_cents: 12_000,
      pay_url: `http://localhost/pay/${token}`,
      is_payment_processing: false,
    };
    expect(await due('sent')).toEqual(open);
    expect(await due('processing')).toEqual({ ...open, pay_url: null, is_payment_processing: true });
    expect(await due('sent')).toEqual(open);
  });

  it('does not request a form again that its client declined', async () => {
    const { session, visitor } = await openedPage(t.current);
    await buildSubmission(t.current, {
      session,
      type: 'DocuSign',
      envelope_id: 'e2',
      status: 'declined',
      pending_client_signature: true,
    });
    const { body } = await visitor.call(getSessionPage, { body: {} });
    expect([body.data.forms[0]?.action, body.data.todo_count]).toEqual(['wait', 0]);
  });

  it('opens each form by its type: with a link of its own for web forms and e-signatures', async () => {
    const { agent, session, open, visitor } = await openedPage(t.current);
    const { body: web } = await agent.call(createSubmission, {
      body: { session_id: session.id, source_template_id: 'personal-info' },
    });
    const template = await buildTemplate(t.current, { type: 'DocuSign', form_link_id: 'w-9' });
    const sign = await buildSubmission(t.current, {
      session,
      type: 'DocuSign',
      form_id: template.id,
      form_link_id: 'w-9',
    });
    const answers = await Promise.all([open(web.id), open(web.id), open(web.id)]);
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
    const url = new URL(answers[0]?.body.url ?? '');
    expect(url.pathname).toMatch(/^\/forms\/personal-info\/[^/]+$/);
    expect(new URL((await open(sign.id)).body.url).pathname).toMatch(/^\/sign\/w-9\/[^/]+$/);
    const token = url.pathname.split('/').at(-1) ?? '';
    const form = t.current.withToken(token);
    expect((await t.current.call(validateLink, { body: { token } })).body.state).toBe('ready');
    const submit = await form.call(submitSecureForm, {
      body: { form_data: sampleAnswers(), language: 'en' },
    });
    expect(submit.status).toBe(200);
    const { body } = await visitor.call(getSessionPage, { body: {} });
    expect(body.data.forms[0]).toMatchObject({ status: 'Completed', action: 'done' });
    const again = await open(web.id);
    expect([again.status, again.error.code, again.error.message]).toEqual([
      409,
      'form_completed',
      'This form has already been submitted.',
    ]);
  });

  it('opens files and outside addresses', async () => {
    const { session, open } = await openedPage(t.current);
    const template = await buildTemplate(t.current);
    await addPreview(template.id, 'brochure.pdf');
    const pdf = await buildSubmission(t.current, { session, form_id: template.id });
    expect((await open(pdf.id)).body.url).toMatch(/^http:\/\/localhost\/api\/files\/.+\/brochure\.pdf$/);
    await buildDocument(t.current, { session_form_id: pdf.id, client_id: session.client_id, signed: false });
    expect((await open(pdf.id)).body.url).toMatch(/\/done\.pdf$/);
    const link = await buildSubmission(t.current, {
      session,
      type: 'Link',
      embedded_url: 'https://x.example/a',
    });
    expect((await open(link.id)).body.url).toBe('https://x.example/a');
  });

  it('rejects forms that cannot be opened, with a message', async () => {
    const { session, open, clientId } = await openedPage(t.current);
    const of = async (values: Parameters<typeof buildSubmission>[1]) =>
      open((await buildSubmission(t.current, { session, ...values })).id);
    const other = await buildSubmission(t.current, { session: await buildSession(t.current) });
    const outside = await buildSubmission(t.current, { client_id: clientId });
    const answers = [
      await of({ is_voided: true }),
      await of({ type: 'DocuSign', form_link_id: 'a', is_completed: true }),
      await of({ type: 'PDF' }),
      await of({ type: 'Link' }),
      await of({ type: 'Web Form', form_link_id: 'not-registered' }),
      await open(other.id),
      await open(outside.id),
      await open(999_999),
    ];
    expect(answers.map(({ status, error }) => [status, error.code, error.message])).toEqual([
      [409, 'form_voided', 'This form has been voided and can no longer be filled in.'],
      [409, 'form_completed', 'This form has already been submitted.'],
      [404, 'no_document', 'No document available for download'],
      [409, 'source_missing', 'Form Source Not Configured'],
      [409, 'source_missing', 'Form Source Not Configured'],
      [404, 'not_found', 'Form not found.'],
      [404, 'not_found', 'Form not found.'],
      [404, 'not_found', 'Form not found.'],
    ]);
  });
});
