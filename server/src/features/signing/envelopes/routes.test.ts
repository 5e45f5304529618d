import { readFile } from 'node:fs/promises';
import { startSigning } from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { createSession, getSession } from '@ledgerline/contract/sessions/endpoints';
import type { Signing } from '@ledgerline/contract/signing/endpoints';
import {
  declineSigning,
  openEnvelope,
  openSigning,
  refreshSubmissionStatus,
  submitSigning,
  voidEnvelope,
} from '@ledgerline/contract/signing/endpoints';
import {
  createSubmission,
  downloadSubmission,
  getPublicFormDocument,
  getSubmission,
  getSubmissionDocument,
} from '@ledgerline/contract/submissions/endpoints';
import {
  listTemplates,
  syncTemplates,
  type Template,
  updateTemplate,
} from '@ledgerline/contract/templates/endpoints';
import { describe, expect, it } from 'vitest';
import { signaturePng } from '#providers/esign/builtin/testing/signature-png.ts';
import { isSealIntact, verifySeal } from '#providers/esign/builtin/testing/verify-seal.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const SIGNATURE = `data:image/png;base64,${signaturePng().toString('base64')}`;

const owner = () => signInAs(t.current, { is_owner: true, is_advisor: true });
type Agent = Awaited<ReturnType<typeof owner>>;

async function template(agent: Agent, name: string): Promise<Template> {
  await agent.call(syncTemplates);
  const { body } = await agent.call(listTemplates);
  const found = body.forms.find((form) => form.form_name_agent === name);
  if (!found) throw new Error(`no template ${name}`);
  return found;
}

/** A session of one client with one form of a template. */
async function session(agent: Agent, name: string) {
  const form = await template(agent, name);
  const clientId = await buildClient(t.current, { pref_lang: 'Spanish', primary_email: 'ana@example.test' });
  const reply = await agent.call(createSession, { body: { client_id: clientId, session_type: 'Session 1' } });
  const added = await agent.call(createSubmission, {
    body: { session_id: reply.body.id, form_id: form.id },
  });
  expect(added.status).toBe(201);
  return { form, clientId, sessionId: reply.body.id, formId: added.body.id };
}

const ticketOf = (address: string) => new URL(address, 'http://localhost').pathname.split('/').at(-1) ?? '';

function answersTo({ fields }: Signing, chosen: Record<string, string | boolean> = {}) {
  const mine = fields.filter(({ is_mine, kind }) => is_mine && kind !== 'signature');
  return Object.fromEntries(
    mine.map(({ name, label, kind, value }) => [
      name,
      chosen[label] ?? value ?? (kind === 'checkbox' ? false : kind === 'list' ? '' : 'Ana Prueba'),
    ]),
  );
}

async function sign(address: string, name: string, chosen: Record<string, string | boolean> = {}) {
  const signer = t.current.withToken(ticketOf(address));
  const opened = await signer.call(openSigning);
  expect([opened.status, opened.error.message]).toEqual([200, undefined]);
  return signer.call(submitSigning, {
    body: {
      consent: true,
      language: 'es',
      signature: { method: 'drawn', name, image: SIGNATURE },
      values: answersTo(opened.body.data, chosen),
    },
  });
}

async function clientSigns(agent: Agent, form: Template, clientId: number, formId: number, chosen = {}) {
  const link = await agent.call(createClientLink, {
    body: { formId: form.id, clientId, sessionFormId: formId },
  });
  const visitor = t.current.withToken(link.body.data.token);
  const started = await visitor.call(startSigning);
  return { started, visitor, signed: await sign(started.body.signing_url ?? '', 'Ana Prueba', chosen) };
}

describe('a form that both sign', () => {
  it('goes from the advisor to the client to a sealed document, including options and totals', async () => {
    const agent = await owner();
    const { form, clientId, sessionId, formId } = await session(agent, 'Advisory Agreement');
    const [box] = form.tab_metadata?.checkboxTabs ?? [];
    const label = box?.tabLabel ?? '';
    await agent.call(updateTemplate, {
      params: { id: form.id },
      body: {
        base_cost: 100,
        itemized_costs: { checkboxTabs: { [label]: 50.5 }, listTabs: {}, listTabDeps: {} },
      },
    });
    const second = await agent.call(createSubmission, { body: { client_id: clientId, form_id: form.id } });
    const id = second.body.id;

    const before = await agent.call(getSubmission, { params: { id } });
    expect(before.body.data).toMatchObject({
      display_status: 'Pending Agent Signature',
      next_signer_role: 'advisor',
    });
    const opened = await agent.call(openEnvelope, { params: { id: String(id) } });
    expect(Object.keys(opened.body)).toEqual(expect.arrayContaining(['embedded_url', 'envelopeId']));
    const again = await agent.call(openEnvelope, { params: { id: opened.body.envelopeId } });
    expect(again.body.envelopeId).toBe(opened.body.envelopeId);

    const early = await agent.call(downloadSubmission, { params: { id } });
    expect([early.status, early.error.code, early.error.message]).toEqual([
      409,
      'document_unfinished',
      'Document is not yet complete and cannot be downloaded',
    ]);
    const advisor = await sign(opened.body.embedded_url, 'Olivia Owner');
    expect(advisor.body).toMatchObject({ state: 'signed' });
    expect(advisor.body.return_url).toBe(`/agent-signing-complete?formId=${id}&event=signing_complete`);

    const client = await clientSigns(agent, form, clientId, id, { [label]: true });
    expect(client.started.body.state).toBe('ready');
    expect(client.signed.body).toMatchObject({ state: 'completed' });

    const after = await agent.call(getSubmission, { params: { id } });
    expect(after.body.data).toMatchObject({
      display_status: 'Completed',
      status: 'completed',
      has_advisor_signature: true,
      has_client_signature: true,
      next_signer_role: null,
      selected_items_total: 50.5,
      final_form_total: 150.5,
      is_completed: true,
    });
    expect(after.body.data.selected_items_json).toEqual([
      { kind: 'checkbox', label, item: null, price: 50.5 },
    ]);
    expect(after.body.data.signed_document_id).not.toBeNull();

    const file = await agent.call(getSubmissionDocument, { params: { id } });
    expect(file.body.document.is_complete).toBe(true);
    const bytes = (await t.current.app.inject({ url: file.body.document.signed_url })).rawPayload;
    expect(verifySeal(bytes)).toMatchObject({ coversFullFile: true });
    expect(isSealIntact(bytes)).toBe(true);
    const tampered = Buffer.from(bytes);
    tampered[1000] = (tampered[1000] ?? 0) ^ 1;
    expect(isSealIntact(tampered)).toBe(false);

    const token = after.body.data.document_access_token ?? '';
    const anyone = await t.current.call(getPublicFormDocument, { params: { documentAccessToken: token } });
    expect(anyone.body.document.signed_url).toContain('/api/files/');

    expect((await agent.call(getSession, { params: { id: sessionId } })).body.session.status).toBe(
      'Pending Agent Signature',
    );
    expect(formId).not.toBe(id);
  });

  it('makes the client wait until the advisor has signed', async () => {
    const agent = await owner();
    const { form, clientId, formId } = await session(agent, 'Advisory Agreement');
    const link = await agent.call(createClientLink, {
      body: { formId: form.id, clientId, sessionFormId: formId },
    });
    const started = await t.current.withToken(link.body.data.token).call(startSigning);
    expect(started.body).toEqual({ success: true, state: 'waiting', signing_url: null });
  });

  it('is signed by advisors only (decisions B8)', async () => {
    const { formId } = await session(await owner(), 'Advisory Agreement');
    const plain = await signInAs(t.current);
    const { status, error } = await plain.call(openEnvelope, { params: { id: String(formId) } });
    expect([status, error.code]).toEqual([403, 'not_allowed']);
  });

  it('accepts two concurrent signatures as one', async () => {
    const agent = await owner();
    const { formId } = await session(agent, 'Advisory Agreement');
    const { body } = await agent.call(openEnvelope, { params: { id: String(formId) } });
    const both = await Promise.all([sign(body.embedded_url, 'A'), sign(body.embedded_url, 'A')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const row = await agent.call(getSubmission, { params: { id: formId } });
    expect(row.body.data.display_status).toBe('Pending Client Signature');
  });
});

describe('a form that only the client signs', () => {
  it("is with the client immediately, and complete after the client's signature", async () => {
    const agent = await owner();
    const { form, clientId, formId, sessionId } = await session(agent, 'HIPAA Authorization');
    const { signed, visitor } = await clientSigns(agent, form, clientId, formId);
    expect(signed.body.state).toBe('completed');
    expect((await visitor.call(startSigning)).body.state).toBe('completed');
    const status = await agent.call(getSession, { params: { id: sessionId } });
    expect(status.body.session.status).toBe('Forms Signed - No Payment');
  });

  it('is not complete when the client declines', async () => {
    const agent = await owner();
    const { form, clientId, formId } = await session(agent, 'HIPAA Authorization');
    const link = await agent.call(createClientLink, {
      body: { formId: form.id, clientId, sessionFormId: formId },
    });
    const { body } = await t.current.withToken(link.body.data.token).call(startSigning);
    const signer = t.current.withToken(ticketOf(body.signing_url ?? ''));
    const declined = await signer.call(declineSigning, { body: { reason: 'Not now' } });
    expect(declined.body).toMatchObject({ state: 'declined' });
    expect(declined.body.return_url).toContain('event=decline');
    const row = await agent.call(getSubmission, { params: { id: formId } });
    expect(row.body.data).toMatchObject({ is_completed: false, envelope_status: 'declined' });
  });
});

describe('voiding', () => {
  it('requires an envelope that is out for signature, and a reason', async () => {
    const agent = await owner();
    const { formId } = await session(agent, 'Broker of Record Letter');
    const params = { id: formId };
    const early = await agent.call(voidEnvelope, { params, body: { reason: 'Voided by agent' } });
    expect([early.status, early.error.message]).toEqual([409, expect.stringMatching(/Sent or Delivered/)]);
    await agent.call(openEnvelope, { params: { id: String(formId) } });
    expect((await agent.call(voidEnvelope, { params, body: { reason: ' ' } })).status).toBe(400);
    const voided = await agent.call(voidEnvelope, { params, body: { reason: 'Wrong form' } });
    expect(voided.body.message).toBe('Envelope voided.');
    const row = await agent.call(getSubmission, { params });
    expect(row.body.data).toMatchObject({ is_voided: true, status: 'voided', display_status: 'Voided' });
    expect(row.body.data.voided_at).not.toBeNull();
    const twice = await agent.call(voidEnvelope, { params, body: { reason: 'Again' } });
    expect(twice.status).toBe(409);
  });

  it('closes every signing screen that is still open', async () => {
    const agent = await owner();
    const { formId } = await session(agent, 'Broker of Record Letter');
    const { body } = await agent.call(openEnvelope, { params: { id: String(formId) } });
    await agent.call(voidEnvelope, { params: { id: formId }, body: { reason: 'Wrong form' } });
    const opened = await t.current.withToken(ticketOf(body.embedded_url)).call(openSigning);
    expect(opened.body.data.state).toBe('voided');
    const { status } = await t.current.withToken(ticketOf(body.embedded_url)).call(submitSigning, {
      body: {
        consent: true,
        signature: { method: 'typed', name: 'A', image: SIGNATURE },
        values: {},
      },
    });
    expect(status).toBe(409);
  });
});

describe('refreshing from the provider', () => {
  it('reports changes once', async () => {
    const agent = await owner();
    const { formId } = await session(agent, 'Advisory Agreement');
    const params = { id: formId };
    const none = await agent.call(refreshSubmissionStatus, { params });
    expect(none.body).toMatchObject({ changed: false, status: 'pending', voided_at: null });
    await agent.call(openEnvelope, { params: { id: String(formId) } });
    await agent.call(refreshSubmissionStatus, { params });
    const same = await agent.call(refreshSubmissionStatus, { params });
    expect(same.body).toMatchObject({ changed: false, next_signer_role: 'advisor' });
  });
});

describe('a signing ticket', () => {
  it('is rejected when it is altered, of another kind or expired', async () => {
    const agent = await owner();
    const { formId } = await session(agent, 'Advisory Agreement');
    const { body } = await agent.call(openEnvelope, { params: { id: String(formId) } });
    const ticket = ticketOf(body.embedded_url);
    for (const bad of [`${ticket}x`, ticket.slice(0, -4), 'a.b.c', agent.token]) {
      expect((await t.current.withToken(bad).call(openSigning)).status).toBe(401);
    }
    expect((await t.current.withToken(ticket).call(getSubmission, { params: { id: formId } })).status).toBe(
      401,
    );
    t.current.clock.advance(3 * 3_600_000);
    expect((await t.current.withToken(ticket).call(openSigning)).status).toBe(401);
    t.current.clock.advance(-3 * 3_600_000);
  });
});

describe('the template library', () => {
  it('ships three samples that are fillable PDFs', async () => {
    const folder = new URL('../../../providers/esign/builtin/samples/', import.meta.url);
    for (const name of ['Advisory Agreement', 'Broker of Record Letter', 'HIPAA Authorization']) {
      const bytes = await readFile(new URL(`${encodeURIComponent(name)}.pdf`, folder));
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });
});
