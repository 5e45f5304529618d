import { deleteAgent, updateAgent } from '@ledgerline/contract/agents/endpoints';
import {
  declineSigning,
  openEnvelope,
  openSigning,
  submitSigning,
} from '@ledgerline/contract/esign/endpoints';
import { openSessionForm, startSigning } from '@ledgerline/contract/public-forms/endpoints';
import { deleteSession, generateSessionToken } from '@ledgerline/contract/sessions/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { signaturePng } from '#providers/esign/builtin/testing/signature-png.ts';
import { buildClient, buildSession, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const IMAGE = `data:image/png;base64,${signaturePng().toString('base64')}`;
const lastPart = (address: string | null) => address?.split('?')[0]?.split('/').at(-1) ?? '';

beforeEach(() => t.current.clock.set(TEST_NOW));

/** A session with one form made from a sample. */
async function office(name: string) {
  const owner = await signInAs(t.current, { is_owner: true, is_advisor: true });
  await owner.call(syncTemplates);
  const { body } = await owner.call(listTemplates);
  const form_id = body.forms.find((form) => form.form_name_agent === name)?.id ?? 0;
  const session = await buildSession(t.current, { client_id: await buildClient(t.current) });
  const made = await owner.call(createSubmission, { body: { session_id: session.id, form_id } });
  return { owner, session, id: made.body.id };
}

/** A client who came from the page of her session and has the document open. */
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

/** The codes with which every call of a ticket answers. */
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

  it('opens nothing once its link is taken back', async () => {
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

describe('the ticket of an advisor', () => {
  async function advisorAtDocument() {
    const { owner, id } = await office('Advisory Agreement');
    const advisor = await signInAs(t.current, { is_advisor: true });
    const { body } = await advisor.call(openEnvelope, { params: { id: String(id) } });
    const ticket = lastPart(body.embedded_url);
    expect((await t.current.withToken(ticket).call(openSigning)).body.data.state).toBe('ready');
    return { owner, params: { id: advisor.agent.id }, ticket };
  }

  it('opens nothing once he may no longer sign', async () => {
    const { owner, params, ticket } = await advisorAtDocument();
    await t.current.deps.database.query('update agents set has_all_staff_access = true where id = $1', [
      owner.agent.id,
    ]);
    const changed = await owner.call(updateAgent, { params, body: { is_advisor: false } });
    expect(changed.status).toBe(200);
    expect(await answers(ticket)).toEqual(all('invalid_link'));
  });

  it('opens nothing once he is no agent any more', async () => {
    const { owner, params, ticket } = await advisorAtDocument();
    expect((await owner.call(deleteAgent, { params })).status).toBe(200);
    expect(await answers(ticket)).toEqual(all('invalid_link'));
  });
});
