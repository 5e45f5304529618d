import { deleteAgent, updateAgent } from '@ledgerline/contract/agents/endpoints';
import { openSessionForm, startSigning } from '@ledgerline/contract/public-forms/endpoints';
import { deleteSession, generateSessionToken } from '@ledgerline/contract/sessions/endpoints';
import {
  declineSigning,
  listLibrary,
  openEnvelope,
  openSigning,
  submitSigning,
} from '@ledgerline/contract/signing/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { createTemplate, listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { signaturePng } from '#providers/esign/builtin/testing/signature-png.ts';
import { buildClient, buildSession, buildTemplate, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const IMAGE = `data:image/png;base64,${signaturePng().toString('base64')}`;
const lastPart = (address: string | null) => address?.split('?')[0]?.split('/').at(-1) ?? '';

beforeEach(() => t.current.clock.set(TEST_NOW));

/** A session with one form created from a sample. */
async function office(name: string) {
  const owner = await signInAs(t.current, { is_owner: true, is_advisor: true });
  await owner.call(syncTemplates);
  const { body } = await owner.call(listTemplates);
  const form_id = body.forms.find((form) => form.form_name_agent === name)?.id ?? 0;
  const session = await buildSession(t.current, { client_id: await buildClient(t.current) });
  const created = await owner.call(createSubmission, { body: { session_id: session.id, form_id } });
  return { owner, session, id: created.body.id };
}

/** A client who came from the page of their session and has the document open. */
async function clientAtDocument() {
  const { owner, session, id } = await office('HIPAA Authorization');
  const page = await owner.call(generateSessionToken, { params: { id: session.id }, body: {} });
  const opened = await t.current
    .withToken(page.body.token)
    .call(openSessionForm, { params: { id }, body: {} });
  const link = lastPart(opened.body.url);
  const started = await t.current.withToken(link).call(startSigning);
  return { owner, session, ticket: lastPart(started.body.signing_url) };
}

/** The error codes of every call with a ticket. */
async function answers(ticket: string) {
  const signer = t.current.withToken(ticket);
  const opened = await signer.call(openSigning);
  const signature = { method: 'drawn' as const, name: 'Casey Client', image: IMAGE };
  const body = { consent: true as const, language: 'en' as const, signature, values: {} };
  const signed = await signer.call(submitSigning, { body });
  const declined = await signer.call(declineSigning, { body: { reason: '' } });
  const document = await t.current.app.inject({ url: `/api/esign/signing/document/${ticket}` });
  return [opened.error.code, signed.error.code, declined.error.code, document.json().code];
}

const all = (code: string) => [code, code, code, code];

describe('the ticket of a client', () => {
  it('works as long as the link that it was opened through', async () => {
    const { ticket } = await clientAtDocument();
    expect((await t.current.withToken(ticket).call(openSigning)).body.data.state).toBe('ready');
  });

  it('opens nothing once its link is revoked', async () => {
    const { owner, session, ticket } = await clientAtDocument();
    const params = { id: session.id };
    await owner.call(generateSessionToken, { params, body: { forceRegenerate: true } });
    expect(await answers(ticket)).toEqual(all('invalid_link'));
  });

  it('opens nothing once its link has expired', async () => {
    const { ticket } = await clientAtDocument();
    await t.current.deps.database.query('update secure_links set access_token_expires_at = $1', [
      new Date(TEST_NOW.getTime() - 1000),
    ]);
    expect(await answers(ticket)).toEqual(all('link_expired'));
  });

  it('opens nothing once its session is deleted', async () => {
    const { owner, session, ticket } = await clientAtDocument();
    const deleted = await owner.call(deleteSession, { params: { id: session.id }, body: {} });
    expect(deleted.status).toBe(200);
    expect(await answers(ticket)).toEqual(all('invalid_link'));
  });
});

describe('what a client enters', () => {
  const signing = (values: Record<string, string | boolean>, name = 'Casey Client') => ({
    body: {
      consent: true as const,
      language: 'en' as const,
      signature: { method: 'drawn' as const, name, image: IMAGE },
      values,
    },
  });

  /** The required fields of the document, completed. */
  async function entries(signer: ReturnType<typeof t.current.withToken>) {
    const { data } = (await signer.call(openSigning)).body;
    const mine = data.fields.filter(
      ({ is_mine, kind }) => is_mine && kind !== 'signature' && kind !== 'date',
    );
    const inputFor = ({ kind, options }: (typeof mine)[number]) =>
      kind === 'checkbox' ? false : kind === 'list' ? (options.at(-1) ?? '') : 'Casey Client';
    return Object.fromEntries(mine.map((field) => [field.name, field.value || inputFor(field)]));
  }

  it('is rejected where a required field is missing, naming the field', async () => {
    const { ticket } = await clientAtDocument();
    const { status, error } = await t.current.withToken(ticket).call(submitSigning, signing({}));
    expect([status, error.code, error.message]).toEqual([
      400,
      'validation_failed',
      'Date of birth: this field is required.',
    ]);
    expect(error.details?.fields).toContainEqual({ path: 'values.dob', message: 'is required' });
  });

  it('is rejected for a field that the document does not have', async () => {
    const { ticket } = await clientAtDocument();
    const signer = t.current.withToken(ticket);
    const values = { ...(await entries(signer)), amount: '1000000' };
    const { status, error } = await signer.call(submitSigning, signing(values));
    expect([status, error.details?.fields]).toEqual([
      400,
      [{ path: 'values.amount', message: 'is not a field of the document' }],
    ]);
    expect((await signer.call(openSigning)).body.data.state).toBe('ready');
  });

  it('counts once: the same entries get the same response, anything else is rejected', async () => {
    const { ticket } = await clientAtDocument();
    const signer = t.current.withToken(ticket);
    const values = await entries(signer);
    const first = await signer.call(submitSigning, signing(values));
    expect(first.status).toBe(200);
    const again = await signer.call(submitSigning, signing(values));
    expect([again.status, again.body]).toEqual([200, first.body]);
    for (const other of [signing({ ...values, dob: '01/01/1970' }), signing(values, 'Another Person')]) {
      const { status, error } = await signer.call(submitSigning, other);
      expect([status, error.code, error.message]).toEqual([
        409,
        'wrong_state',
        'You have already signed this document with other entries. Your first signature counts.',
      ]);
    }
  });
});

describe('the ticket of an advisor', () => {
  async function advisorAtDocument() {
    const { owner, id } = await office('Advisory Agreement');
    const advisor = await signInAs(t.current, { is_advisor: true });
    const { body } = await advisor.call(openEnvelope, { params: { id: String(id) } });
    const ticket = lastPart(body.embedded_url);
    expect((await t.current.withToken(ticket).call(openSigning)).body.data.state).toBe('ready');
    return { owner, params: { id: advisor.agent.id }, ticket };
  }

  it('opens nothing once they may no longer sign', async () => {
    const { owner, params, ticket } = await advisorAtDocument();
    await t.current.deps.database.query('update agents set has_all_staff_access = true where id = $1', [
      owner.agent.id,
    ]);
    const changed = await owner.call(updateAgent, { params, body: { is_advisor: false } });
    expect(changed.status).toBe(200);
    expect(await answers(ticket)).toEqual(all('invalid_link'));
  });

  it('opens nothing once their account is deleted', async () => {
    const { owner, params, ticket } = await advisorAtDocument();
    expect((await owner.call(deleteAgent, { params })).status).toBe(200);
    expect(await answers(ticket)).toEqual(all('invalid_link'));
  });
});

describe('a template that was entered by hand', () => {
  const names = { form_name_agent: 'By hand', form_name_client: 'By hand' };
  const ONLY_ADVISOR = { pending_advisor_signature: true, pending_client_signature: false };

  /** The id of a library document without a template. */
  async function documentNamed(owner: Awaited<ReturnType<typeof signInAs>>, name: string): Promise<string> {
    const { body } = await owner.call(listLibrary);
    const id = body.files.find((file) => file.name === name)?.id ?? '';
    const { database } = t.current.deps;
    await database.query(
      'update global_forms set docusign_template_id = null where docusign_template_id = $1',
      [id],
    );
    return id;
  }

  it('is signed by the signers that its document names, whatever was entered', async () => {
    const owner = await signInAs(t.current, { is_owner: true, is_advisor: true });
    const docusign_template_id = await documentNamed(owner, 'HIPAA Authorization');
    const created = await owner.call(createTemplate, {
      body: { type: 'DocuSign', ...names, docusign_template_id, ...ONLY_ADVISOR },
    });
    expect(created.status).toBe(201);
    const signers = {
      pending_advisor_signature: false,
      pending_client_signature: true,
      next_signer_role: 'client',
    };
    for (const form of [created.body.form, created.body.data]) expect(form).toMatchObject(signers);
    const session = await buildSession(t.current, { client_id: await buildClient(t.current) });
    const assigned = await owner.call(createSubmission, {
      body: { session_id: session.id, form_id: created.body.id },
    });
    const page = await owner.call(generateSessionToken, { params: { id: session.id }, body: {} });
    const opened = await t.current
      .withToken(page.body.token)
      .call(openSessionForm, { params: { id: assigned.body.id }, body: {} });
    const started = await t.current.withToken(lastPart(opened.body.url)).call(startSigning);
    expect([started.status, started.body.state]).toEqual([200, 'ready']);
  });

  it('preserves what was entered where the provider does not know it', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const { body } = await owner.call(createTemplate, {
      body: { type: 'DocuSign', ...names, docusign_template_id: 'tpl_nothing', ...ONLY_ADVISOR },
    });
    expect(body.form).toMatchObject(ONLY_ADVISOR);
  });

  it('creates an envelope with everyone whom the document names when it was assigned before its document was read', async () => {
    const owner = await signInAs(t.current, { is_owner: true, is_advisor: true });
    const docusign_template_id = await documentNamed(owner, 'Advisory Agreement');
    const form = await buildTemplate(t.current, { type: 'DocuSign', docusign_template_id, ...ONLY_ADVISOR });
    const session = await buildSession(t.current, { client_id: await buildClient(t.current) });
    const { body } = await owner.call(createSubmission, {
      body: { session_id: session.id, form_id: form.id },
    });
    const opened = await owner.call(openEnvelope, { params: { id: String(body.id) } });
    expect([opened.status, opened.error.message]).toEqual([200, undefined]);
  });
});
