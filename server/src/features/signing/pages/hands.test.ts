import { startPublicSigning, startSigning } from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink, createPublicLink } from '@ledgerline/contract/secure-links/endpoints';
import {
  declineSigning,
  openEnvelope,
  openSigning,
  refreshSubmissionStatus,
  voidEnvelope,
} from '@ledgerline/contract/signing/endpoints';
import {
  createSubmission,
  deleteSubmission,
  getSubmission,
  getSubmissionDocument,
  listTemplateSubmissions,
  unlinkSubmissionFromClient,
  updateSubmission,
} from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const VISITOR = { first_name: 'Ida', last_name: 'Visitor', email: 'visitor@example.test' };
const ticketOf = (address: string | null) =>
  new URL(address ?? '', 'http://localhost').pathname.split('/').at(-1) ?? '';

/** An advisor and a synced sample that only the client signs, unless another is named. */
async function office(name = 'HIPAA Authorization') {
  const agent = await signInAs(t.current, { is_owner: true, is_advisor: true });
  await agent.call(syncTemplates);
  const { body } = await agent.call(listTemplates);
  const template = body.forms.find((form) => form.form_name_agent === name);
  if (!template) throw new Error(`no template ${name}`);
  return { agent, template };
}

/** The form of a client named Ann Secret, with the client's signing ticket. */
async function annSigns() {
  const { agent, template } = await office();
  const clientId = await buildClient(t.current, {
    client_first_name: 'Ann',
    client_last_name: 'Secret',
  });
  const { body } = await agent.call(createClientLink, { body: { formId: template.id, clientId } });
  const started = await t.current.withToken(body.data.token).call(startSigning);
  const signer = t.current.withToken(ticketOf(started.body.signing_url));
  return { agent, template, clientId, id: body.data.sessionFormId, signer };
}

/** A visitor enters their name, in the browser window with that id. */
function startAs(progress_session_id: string, formLinkId: string, person: Partial<typeof VISITOR> = {}) {
  const body = { progress_session_id, ...VISITOR, ...person };
  return t.current.call(startPublicSigning, { params: { formLinkId }, body });
}

describe('a public link', () => {
  it('lets a person with a one-word name sign', async () => {
    const { agent, template } = await office();
    const { body } = await startAs('TEMP_onename123456789', template.form_link_id, {
      first_name: 'Suharto',
      last_name: '',
    });
    const { body: started } = await t.current.withToken(ticketOf(body.form_url)).call(startSigning);
    const opened = await t.current.withToken(ticketOf(started.signing_url)).call(openSigning);
    expect(opened.body.data.signer_name).toBe('Suharto');
    const { body: listed } = await agent.call(listTemplateSubmissions, {
      params: { id: String(template.id) },
    });
    expect(listed.data[0]).toMatchObject({ first_name: 'Suharto', last_name: '' });
  });

  it('requires a name from each visitor, and gives each a separate document and link', async () => {
    const { agent, template } = await office();
    const { body } = await agent.call(createPublicLink, { body: { formId: template.id } });
    const prompted = await t.current.withToken(body.data.token).call(startSigning);
    expect(prompted.body).toEqual({ success: true, state: 'who', signing_url: null });
    const urls = [];
    for (const [first_name, end] of [
      ['Ida', '1'],
      ['Jon', '2'],
    ] as const) {
      const response = await startAs(`TEMP_abcdefgh1234567${end}`, template.form_link_id, { first_name });
      const visitor = t.current.withToken(ticketOf(response.body.form_url));
      const { body: started } = await visitor.call(startSigning);
      const opened = await t.current.withToken(ticketOf(started.signing_url)).call(openSigning);
      expect(opened.body.data.signer_name).toBe(`${first_name} Visitor`);
      urls.push(response.body.form_url);
    }
    expect(new Set([...urls, body.data.formUrl]).size).toBe(3);
    const again = await agent.call(createPublicLink, { body: { formId: template.id } });
    expect(again.body.data.token).toBe(body.data.token);
  });

  it('ends when its form is linked to a client, whose values the document would show', async () => {
    const { agent, template } = await office();
    const { body } = await agent.call(createPublicLink, { body: { formId: template.id } });
    const params = { id: body.data.sessionFormId };
    await agent.call(updateSubmission, { params, body: { client_id: await buildClient(t.current) } });
    expect((await t.current.withToken(body.data.token).call(startSigning)).status).toBe(401);
    const next = await agent.call(createPublicLink, { body: { formId: template.id } });
    expect(next.body.data.sessionFormId).not.toBe(params.id);
  });

  it('never leads to a form that was linked to a client before', async () => {
    const { agent, template } = await office();
    const clientId = await buildClient(t.current);
    const response = await agent.call(createClientLink, { body: { formId: template.id, clientId } });
    const id = response.body.data.sessionFormId;
    expect((await agent.call(unlinkSubmissionFromClient, { params: { id } })).status).toBe(200);
    const { body } = await agent.call(createPublicLink, { body: { formId: template.id } });
    expect(body.data.sessionFormId).not.toBe(id);
  });

  it('issues a visitor a link that lasts while they work, and again when they restart in the same window', async () => {
    const { template } = await office();
    const { clock } = t.current;
    const startForm = () => startAs('TEMP_abcdefgh12345611', template.form_link_id);
    const token = ticketOf((await startForm()).body.form_url);
    const start = async () => (await t.current.withToken(token).call(startSigning)).status;
    clock.set(TEST_NOW);
    const answers: number[] = [];
    for (let day = 0; day < 3; day += 1) {
      answers.push(await start());
      clock.advance(20 * 3_600_000);
    }
    expect(answers).toEqual([200, 200, 200]);
    clock.advance(20 * 3_600_000);
    expect(await start()).toBe(403);
    expect(ticketOf((await startForm()).body.form_url)).toBe(token);
    expect(await start()).toBe(200);
    clock.set(TEST_NOW);
  });

  it('starts once when a visitor clicks three times', async () => {
    const { template } = await office();
    const once = () => startAs('TEMP_abcdefgh12345690', template.form_link_id);
    const answers = await Promise.all([once(), once(), once()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.form_url)).size).toBe(1);
  });
});

describe('a form that a visitor started under the name of a client', () => {
  it("shows the visitor nothing of the client's record, and is only the client's once the client has a link", async () => {
    const { agent, template } = await office();
    const startForm = () =>
      startAs('TEMP_abcdefgh12345699', template.form_link_id, {
        first_name: 'Ann',
        last_name: 'Pretended',
        email: 'stranger@example.test',
      });
    const stranger = t.current.withToken(ticketOf((await startForm()).body.form_url));
    const clientId = await buildClient(t.current, {
      client_first_name: 'Ann',
      client_last_name: 'Secret',
      dob: '1961-05-31',
    });
    const rows = await agent.call(listTemplateSubmissions, { params: { id: String(template.id) } });
    const id = rows.body.data[0]?.id ?? 0;
    await agent.call(updateSubmission, { params: { id }, body: { client_id: clientId } });
    const started = await stranger.call(startSigning);
    const opened = await t.current.withToken(ticketOf(started.body.signing_url)).call(openSigning);
    expect(opened.body.data.signer_name).toBe('Ann Pretended');
    expect(JSON.stringify(opened.body)).not.toMatch(/Secret|05\/31\/1961/);
    const { body } = await agent.call(createClientLink, { body: { formId: template.id, clientId } });
    expect(body.data.sessionFormId).toBe(id);
    expect((await stranger.call(startSigning)).status).toBe(401);
    expect((await startForm()).status).toBe(409);
    expect((await t.current.withToken(body.data.token).call(startSigning)).status).toBe(200);
  });
});

describe('a form that is out for signature', () => {
  it('stays with its client, because the next one would see the client’s name', async () => {
    const { agent, id } = await annSigns();
    const { status, error } = await agent.call(unlinkSubmissionFromClient, { params: { id } });
    expect([status, error.message]).toEqual([
      409,
      'This form is out for signature. Void it before unlinking it from its client.',
    ]);
  });

  it('creates a separate envelope for the next client when the first was created but not stored', async () => {
    const { agent, template, id } = await annSigns();
    await t.current.deps.database.query('update session_forms set envelope_id = null where id = $1', [id]);
    await agent.call(unlinkSubmissionFromClient, { params: { id } });
    const clientId = await buildClient(t.current, { client_first_name: 'Bob', client_last_name: 'Next' });
    await agent.call(updateSubmission, { params: { id }, body: { client_id: clientId } });
    const { body } = await agent.call(createClientLink, {
      body: { formId: template.id, clientId, sessionFormId: id },
    });
    const started = await t.current.withToken(body.data.token).call(startSigning);
    const opened = await t.current.withToken(ticketOf(started.body.signing_url)).call(openSigning);
    expect(opened.body.data.signer_name).toBe('Bob Next');
  });

  it('leaves no copy of the partly signed document when it is voided and deleted', async () => {
    const { agent, id, signer } = await annSigns();
    const opened = await signer.call(openSigning);
    const params = { id };
    await agent.call(getSubmissionDocument, { params });
    const copy = `envelopes/${id}/so-far.pdf`;
    expect(await t.current.deps.storage.size(copy)).toBeGreaterThan(0);
    await agent.call(voidEnvelope, { params, body: { reason: 'Wrong form' } });
    expect((await agent.call(deleteSubmission, { params })).status).toBe(200);
    expect(await t.current.deps.storage.size(copy)).toBeNull();
    expect((await t.current.app.inject({ url: opened.body.data.document_url })).statusCode).toBe(401);
  });

  it('is voided by a retry when the first attempt was interrupted after the provider had voided', async () => {
    const { agent, template } = await office('Broker of Record Letter');
    const response = await agent.call(createSubmission, {
      body: { client_id: await buildClient(t.current), form_id: template.id },
    });
    const { id } = response.body;
    const { body } = await agent.call(openEnvelope, { params: { id: String(id) } });
    await t.current.deps.esign.void(body.envelopeId, 'Wrong form');
    const second = await agent.call(voidEnvelope, { params: { id }, body: { reason: 'Wrong form' } });
    expect([second.status, second.body.message]).toEqual([200, 'Envelope voided.']);
    const row = await agent.call(getSubmission, { params: { id } });
    expect(row.body.data).toMatchObject({ is_voided: true, display_status: 'Voided' });
  });
});

describe('a form that its client declined', () => {
  it('shows the raw status, waits for no one, can be deleted, and the next link starts again', async () => {
    const { agent, template, clientId, id, signer } = await annSigns();
    await signer.call(declineSigning, { body: { reason: 'Not now' } });
    const row = await agent.call(getSubmission, { params: { id } });
    expect(row.body.data).toMatchObject({
      display_status: 'declined',
      category: 'new',
      is_completed: false,
    });
    const same = await agent.call(refreshSubmissionStatus, { params: { id } });
    expect(same.body).toMatchObject({ status: 'declined', changed: false });
    const next = await agent.call(createClientLink, { body: { formId: template.id, clientId } });
    expect(next.body.data.sessionFormId).not.toBe(id);
    const unlinked = await agent.call(unlinkSubmissionFromClient, { params: { id } });
    expect([unlinked.status, unlinked.error.message]).toEqual([
      409,
      'This form was declined. Delete it instead of unlinking it.',
    ]);
    expect((await agent.call(deleteSubmission, { params: { id } })).status).toBe(200);
  });
});

it('a form without a template has nothing to sign', async () => {
  const { agent } = await office();
  const { body } = await agent.call(createSubmission, {
    body: { title: 'Own form', type: 'DocuSign', pending_advisor_signature: true },
  });
  const { status, error } = await agent.call(openEnvelope, { params: { id: String(body.id) } });
  expect([status, error.message]).toEqual([409, 'Form source not configured']);
});
