import { getSession } from '@ledgerline/contract/sessions/endpoints';
import {
  createSubmission,
  getSubmission,
  listSessionSubmissions,
} from '@ledgerline/contract/submissions/endpoints';
import { describe, expect, it } from 'vitest';
import { buildClient, buildSession, buildTemplate, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const PRICES = { checkboxTabs: { Rush: 25 }, listTabs: {}, listTabDeps: {} };

async function setting(values: Parameters<typeof buildTemplate>[1] = {}) {
  const agent = await signInAs(t.current);
  const template = await buildTemplate(t.current, values);
  const session = await buildSession(t.current);
  return { agent, template, session };
}

describe('adding a form to a session', () => {
  it("copies the template and uses the session's client", async () => {
    const { agent, template, session } = await setting({
      type: 'DocuSign',
      base_cost: 10_000,
      include_sales_tax: true,
      pending_advisor_signature: true,
      pending_client_signature: true,
      next_signer_role: 'advisor',
      itemized_costs: PRICES,
    });
    const { status, body } = await agent.call(createSubmission, {
      body: { session_id: session.id, form_id: template.id },
    });
    expect([status, body.id]).toEqual([201, body.data.id]);
    expect(body.sessionForm).toEqual(body.data);
    expect(body.data).toMatchObject({
      session_id: session.id,
      client_id: session.client_id,
      form_id: template.id,
      title: template.form_name_client,
      type: 'DocuSign',
      form_link_id: template.form_link_id,
      status: 'pending',
      order_index: 0,
      source_template_id: String(template.id),
      next_signer_role: 'advisor',
      pending_advisor_signature: true,
      pending_client_signature: true,
      global_form_type: 'DocuSign',
      itemized_costs: PRICES,
      base_cost: 100,
      base_form_total: 100,
      final_form_total: 107,
      include_sales_tax: true,
      display_status: 'Pending Agent Signature',
      category: 'alert',
      session_type: 'Session 1',
    });
    const { body: read } = await agent.call(getSession, { params: { id: session.id } });
    expect(read.data).toMatchObject({
      forms_count: 1,
      total_cents: 10_700,
      status: 'Pending Agent Signature',
    });
  });

  it('stores values that were sent in addition to the template', async () => {
    const { agent, template, session } = await setting();
    const fields = {
      title: 'Consent of Zoe',
      status: 'sent' as const,
      order_index: 7,
      next_signer_role: 'client',
      pending_client_signature: true,
      folder: 'Consents',
    };
    const { body } = await agent.call(createSubmission, {
      body: {
        ...fields,
        session_id: session.id,
        source_template_id: String(template.id),
        notes: '<b>n</b><script>x</script>',
      },
    });
    const read = await agent.call(getSubmission, { params: { id: body.id } });
    expect(read.body.data).toMatchObject({ ...fields, form_id: template.id, notes: '<b>n</b>' });
  });

  it('finds the template by number or link id under either key', async () => {
    const { agent, template } = await setting();
    const client_id = await buildClient(t.current);
    for (const key of [
      { form_id: template.id },
      { source_template_id: String(template.id) },
      { source_template_id: template.form_link_id },
      { form_link_id: template.form_link_id },
    ]) {
      const { body } = await agent.call(createSubmission, { body: { client_id, ...key } });
      expect(body.data).toMatchObject({ form_id: template.id, client_id, session_id: null });
    }
  });

  it('appends each form to the session, numbered from 0', async () => {
    const { agent, session } = await setting();
    for (const order_index of [0, 1, 2]) {
      const { id } = await buildTemplate(t.current);
      const { body } = await agent.call(createSubmission, { body: { session_id: session.id, form_id: id } });
      expect(body.data.order_index).toBe(order_index);
    }
    const { body } = await agent.call(listSessionSubmissions, { params: { id: session.id } });
    expect(body.sessionForms.map(({ order_index }) => order_index)).toEqual([0, 1, 2]);
  });

  it('rejects the same template twice, also concurrently, until the first is voided', async () => {
    const { agent, template, session } = await setting();
    const add = () =>
      agent.call(createSubmission, { body: { session_id: session.id, form_id: template.id } });
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const rejected = answers.find(({ status }) => status === 409);
    expect([rejected?.error.code, rejected?.error.message]).toEqual([
      'duplicate',
      `${template.form_name_agent} is already in this session.`,
    ]);
    await t.current.deps.database.query('update session_forms set is_voided = true where session_id = $1', [
      session.id,
    ]);
    expect((await add()).status).toBe(201);
  });

  it('gives forms added concurrently separate positions', async () => {
    const { agent, session } = await setting();
    const templates = await Promise.all([1, 2, 3].map(() => buildTemplate(t.current)));
    const answers = await Promise.all(
      templates.map(({ id }) =>
        agent.call(createSubmission, { body: { session_id: session.id, form_id: id } }),
      ),
    );
    expect(answers.map(({ body }) => body.data.order_index).sort()).toEqual([0, 1, 2]);
  });

  it('accepts forms of all four types, and custom PDFs and links with a title', async () => {
    const { agent, session } = await setting();
    for (const type of ['Web Form', 'DocuSign', 'PDF', 'Link']) {
      const { id } = await buildTemplate(t.current, { type, external_url: 'https://carrier.example/a' });
      const { body } = await agent.call(createSubmission, { body: { session_id: session.id, form_id: id } });
      expect(body.data).toMatchObject({ type, embedded_url: 'https://carrier.example/a' });
    }
    const pdf = await agent.call(createSubmission, {
      body: { session_id: session.id, title: 'Own PDF', type: 'pdf' },
    });
    expect(pdf.body.data).toMatchObject({ title: 'Own PDF', type: 'PDF', form_id: null, order_index: 4 });
    const link = await agent.call(createSubmission, {
      body: {
        session_id: session.id,
        title: 'Portal',
        type: 'Link',
        external_url: 'https://x.example/p?a=1',
      },
    });
    expect(link.body.data).toMatchObject({ type: 'Link', embedded_url: 'https://x.example/p?a=1' });
  });

  it.each([
    [{ type: 'Web Form', form_link_id: 'unowned-form' }, 'Ready'],
    [{ type: 'WebForm', form_link_id: null }, 'Ready'],
    [{ type: 'DocuSign', form_link_id: null, pending_advisor_signature: true }, 'Pending Agent Signature'],
    [{ type: 'DocuSign', form_link_id: null, pending_client_signature: true }, 'Pending Client Signature'],
    [{ type: 'Link', form_link_id: null }, 'Ready'],
  ])('accepts %j with a title and without a template', async (form, display_status) => {
    const { agent, session } = await setting();
    const { status, body } = await agent.call(createSubmission, {
      body: { session_id: session.id, title: 'Own', ...form },
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      title: 'Own',
      form_id: null,
      form_link_id: form.form_link_id,
      status: 'pending',
      display_status,
    });
  });

  it('uses the template that a form link id names, with or without a type', async () => {
    const { agent, template, session } = await setting({ type: 'DocuSign' });
    for (const type of [undefined, template.type]) {
      const { body } = await agent.call(createSubmission, {
        body: { client_id: session.client_id, form_link_id: template.form_link_id, type },
      });
      expect(body.data).toMatchObject({ form_id: template.id, title: template.form_name_client });
    }
  });

  it.each([
    [{ type: 'PDF', title: '  ' }, 'title must not be blank'],
    [{ type: 'PDF' }, 'title is required'],
    [{ title: 'x' }, 'form_id is required'],
    [{ type: 'Web Form' }, 'title is required'],
    [{ title: 'x', type: 'Fax' }, 'type must be one of Web Form, DocuSign, PDF, Link'],
    [
      { title: 'x', type: 'Link', external_url: 'javascript:alert(1)' },
      'external_url must be a web address such as https://example.com',
    ],
    [{ title: 'x', type: 'PDF', is_voided: true }, 'is_voided is not a known field'],
  ])('rejects %j', async (form, message) => {
    const { agent, session } = await setting();
    const { status, error } = await agent.call(createSubmission, {
      body: { session_id: session.id, ...form } as never,
    });
    expect([status, error.message]).toEqual([400, message]);
  });

  it('returns 404 for unknown sessions, clients and templates', async () => {
    const { agent, template, session } = await setting();
    const cases: [object, string][] = [
      [{ session_id: 999_999, form_id: template.id }, 'Session not found or has been deleted.'],
      [{ client_id: 999_999, form_id: template.id }, 'Client not found.'],
      [{ session_id: session.id, form_id: 999_999 }, 'Form not found.'],
      [{ session_id: session.id, source_template_id: 'nothing' }, 'Form not found.'],
    ];
    for (const [body, message] of cases) {
      const { status, error } = await agent.call(createSubmission, { body });
      expect([status, error.message]).toEqual([404, message]);
    }
  });

  it("does not add another client's form to a session", async () => {
    const { agent, template, session } = await setting();
    const client_id = await buildClient(t.current);
    const { status, error } = await agent.call(createSubmission, {
      body: { session_id: session.id, client_id, form_id: template.id },
    });
    expect([status, error.message]).toEqual([409, 'This session belongs to another client.']);
  });
});

describe('a form outside any session', () => {
  it('is ready with a client and a draft without', async () => {
    const { agent, template } = await setting();
    const client_id = await buildClient(t.current);
    const of = async (body: object) =>
      (await agent.call(createSubmission, { body: { form_id: template.id, ...body } })).body.data;
    expect(await of({ client_id })).toMatchObject({ client_id, display_status: 'Ready', order_index: 0 });
    expect(await of({})).toMatchObject({ client_id: null, session_id: null, display_status: 'Draft' });
  });

  it('gets all the flags of its status', async () => {
    const { agent } = await setting();
    const of = async (status: 'voided' | 'completed') =>
      (await agent.call(createSubmission, { body: { title: 'x', type: 'PDF', status } })).body.data;
    expect(await of('voided')).toMatchObject({ is_voided: true, voided_at: expect.any(String) });
    expect(await of('completed')).toMatchObject({ is_completed: true, display_status: 'Completed' });
  });
});
