import { createAgent, getAgent } from '@ledgerline/contract/agents/endpoints';
import { createClient, getClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import { createInvoice } from '@ledgerline/contract/invoices/endpoints';
import { saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { emailLink } from '@ledgerline/contract/link-emails/endpoints';
import { startPublicSigning, submitPublicForm } from '@ledgerline/contract/public-forms/endpoints';
import { listTemplateSubmissions } from '@ledgerline/contract/submissions/endpoints';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClient, buildSession, buildTemplate, PASSWORD, signInAs } from '#testing/factories.ts';
import { importFile } from '#testing/imports.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current, { is_owner: true });
});

let serial = 0;
const nextId = () => `TEMP_${String(++serial).padStart(16, '0')}`;
const emailOf = async (id: number) =>
  (await agent.call(getClient, { params: { id } })).body.data.primary_email;

/** Every endpoint that stores an email address: the text goes in, the stored or used address comes back; null for a 400. */
const STORES: Record<string, (email: string) => Promise<unknown>> = {
  async 'a new client'(email) {
    const { status, body } = await agent.call(createClient, {
      body: { client_first_name: 'Ana', client_last_name: 'Lee', primary_email: email },
    });
    return status === 400 ? null : emailOf(body.id);
  },
  async 'an edited client'(email) {
    const id = await buildClient(t.current);
    const { status } = await agent.call(updateClient, { params: { id }, body: { primary_email: email } });
    return status === 400 ? null : emailOf(id);
  },
  async 'a ledger cell'(email) {
    const id = await buildClient(t.current);
    const cells = [{ id, field: 'primary_email' as const, value: email }];
    const { status } = await agent.call(saveLedgerCells, { body: { cells } });
    return status === 400 ? null : emailOf(id);
  },
  async 'an imported row'(email) {
    const quoted = `"${email.replaceAll('"', '""')}"`;
    const imported = await importFile(agent, `First name,Last name,Email\nIda,Import${++serial},${quoted}`, {
      duplicates: 'create',
    });
    const [row] = await t.current.deps.database.arrays(
      'select c.primary_email from import_rows r join clients c on c.id = r.client_id where r.import_id = $1',
      [imported.id],
    );
    return row?.[0] ?? null;
  },
  async 'an agent'(email) {
    const n = ++serial;
    await t.current.deps.database.query(`update agents set email = id || '@changed.test' where id <> $1`, [
      agent.agent.id,
    ]);
    const { status, body } = await agent.call(createAgent, {
      body: { first_name: 'A', last_name: 'B', username: `stored${n}`, password: PASSWORD, email },
    });
    if (status === 400) return null;
    return (await agent.call(getAgent, { params: { id: body.id } })).body.data.email;
  },
  async 'the email with a secure link'(email) {
    const client_id = await buildClient(t.current, { primary_email: 'own@example.test' });
    const session = await buildSession(t.current, { client_id });
    const { status, body } = await agent.call(emailLink, {
      body: { session_id: session.id, to_address: email },
    });
    return status === 400 ? null : body.data.to_address;
  },
  async 'a public form'(email) {
    const progress_session_id = nextId();
    const answers = sampleAnswers();
    const form_data = { ...answers, contactInfo: { ...Object(answers.contactInfo), email } };
    const { status } = await t.current.call(submitPublicForm, {
      params: { formLinkId: 'personal-info' },
      body: { form_data, language: 'en', progress_session_id },
    });
    if (status === 400) return null;
    const { body } = await agent.call(listTemplateSubmissions, { params: { id: 'personal-info' } });
    return body.data.find((row) => row.progress_session_id === progress_session_id)?.email;
  },
  async 'public signing'(email) {
    const template = await buildTemplate(t.current, { type: 'DocuSign', pending_client_signature: true });
    const { status } = await t.current.call(startPublicSigning, {
      params: { formLinkId: template.form_link_id },
      body: { progress_session_id: nextId(), first_name: 'Ana', last_name: 'Lee', email, language: 'en' },
    });
    if (status === 400) return null;
    const { body } = await agent.call(listTemplateSubmissions, { params: { id: String(template.id) } });
    return body.data[0]?.email;
  },
  async 'an invoice'(email) {
    const { status, body } = await agent.call(createInvoice, {
      body: {
        title: 'Review',
        customer_id: await buildClient(t.current),
        square_account: 'BFS',
        line_items: [{ description: 'Plan review', quantity: 1, unit_price_cents: 10_000 }],
        email,
      },
    });
    return status === 400 ? null : body.data.email;
  },
};

describe('an email address', () => {
  it.each(Object.entries(STORES))('is stored clean or rejected: %s', async (_, store) => {
    const texts = {
      'Ana Lee <ana@example.test>': 'ana@example.test',
      '"ana@example.test"': 'ana@example.test',
      'mailto:ana@example.test': 'ana@example.test',
      'ana@example.test.,': 'ana@example.test',
      '\uFEFF\u00A0ana@exa\u200Bmple.test\u00A0': 'ana@example.test',
      'josé@müller.example': 'josé@müller.example',
      'ana@example.test, bo@example.test': null,
      'ana..lee@example.test': null,
      'ana@example': null,
    };
    for (const [text, address] of Object.entries(texts))
      expect([text, await store(text)]).toEqual([text, address]);
  });
});
