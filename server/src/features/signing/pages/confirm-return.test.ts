import { startSigning } from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import {
  confirmSigning,
  listLibrary,
  openEnvelope,
  openSigning,
  refreshSubmissionStatus,
  voidEnvelope,
} from '@ledgerline/contract/signing/endpoints';
import { createSubmission, getSubmission } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExternalEsign, signWith } from '#testing/external-esign.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPdf } from '#testing/files.ts';
import { type Caller, TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { reconcileEnvelopes } from '../envelopes/reconcile-envelopes.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });
let provider: ExternalEsign;
let agent: Caller;

beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current, { is_owner: true, is_advisor: true });
});
beforeEach(async () => {
  t.current.clock.set(TEST_NOW);
  provider = new ExternalEsign(t.current.clock, await buildPdf(1));
  provider.templates.push({
    id: 'T1',
    name: 'Advisory Agreement',
    version: 'v1',
    tabs: { checkboxTabs: [{ tabLabel: 'Plan' }], listTabs: [] },
    recipients: ['advisor', 'client'],
    documents: [{ documentId: '1', name: 'agreement.pdf' }],
  });
  signWith(t.current.deps, provider);
});

/** A form of a client that an advisor signs first, with the envelope created by the advisor's click. */
async function opened(before: (id: number) => Promise<unknown> = async () => undefined) {
  await agent.call(syncTemplates);
  const { body } = await agent.call(listTemplates);
  const form_id = body.forms.find(({ docusign_template_id }) => docusign_template_id === 'T1')?.id ?? 0;
  const client_id = await buildClient(t.current, { primary_email: 'ana@example.test' });
  const created = await agent.call(createSubmission, { body: { client_id, form_id } });
  const { id } = created.body;
  await before(id);
  const answer = await agent.call(openEnvelope, { params: { id: String(id) } });
  const { envelopeId } = answer.body;
  return { id, client_id, form_id, envelopeId, url: answer.body.embedded_url };
}

const read = async (id: number) => (await agent.call(getSubmission, { params: { id } })).body.data;
const refresh = (id: number) => agent.call(refreshSubmissionStatus, { params: { id } });
const lastReturn = () => new URL(provider.returnUrls.at(-1) ?? '');
const confirm = (state: string, ask = false) => t.current.call(confirmSigning, { body: { state, ask } });

describe('signing at an address of another host', () => {
  it('returns that address to the advisor, and sends the provider a full return address with our token', async () => {
    const { id, url, envelopeId } = await opened();
    expect(url).toBe(`https://sign.outside.example/${envelopeId}`);
    const back = lastReturn();
    expect(back.origin + back.pathname).toBe('https://portal.example/agent-signing-complete');
    expect(back.searchParams.get('formId')).toBe(String(id));
    expect(back.href.length).toBeLessThanOrEqual(470);
  });

  it('confirms what the provider reports, never what the return address claims', async () => {
    const { id, envelopeId } = await opened();
    const state = lastReturn().searchParams.get('state') ?? '';
    const { body } = await confirm(state);
    expect(body).toEqual({ success: true, session_form_id: id, signer: 'advisor', outcome: 'waiting' });
    expect((await read(id)).has_advisor_signature).toBe(false);
    provider.sign(envelopeId, 'advisor');
    await confirm(state, true);
    await expect.poll(async () => (await confirm(state)).body.outcome).toBe('signed');
    expect((await read(id)).next_signer_role).toBe('client');
  });

  it('rejects tokens that are altered, expired or for another purpose', async () => {
    await opened();
    const state = lastReturn().searchParams.get('state') ?? '';
    const other = t.current.deps.tokens.signTicket(
      'signing',
      { form: 1, signer: 'client' },
      new Date('2030-01-01'),
    );
    for (const wrong of [`${state}x`, other, 'x']) expect((await confirm(wrong)).status).toBe(401);
    t.current.clock.set(new Date(TEST_NOW.getTime() + 25 * 60 * 60_000));
    expect((await confirm(state)).status).toBe(401);
  });

  it("takes the client there and back to the client's page", async () => {
    const { envelopeId, client_id, form_id, id } = await opened();
    provider.sign(envelopeId, 'advisor');
    await refresh(id);
    const link = await agent.call(createClientLink, {
      body: { formId: form_id, clientId: client_id, sessionFormId: id },
    });
    const started = await t.current.withToken(link.body.data.token).call(startSigning);
    expect(started.body).toMatchObject({
      state: 'ready',
      signing_url: `https://sign.outside.example/${envelopeId}`,
    });
    const back = lastReturn();
    expect(back.origin + back.pathname).toBe('https://portal.example/signed');
    expect((await confirm(back.searchParams.get('state') ?? '')).body.signer).toBe('client');
  });

  it('passes on options that were selected before', async () => {
    const { envelopeId } = await opened((id) =>
      t.current.deps.database.query(`update session_forms set selected_items_json = $2 where id = $1`, [
        id,
        JSON.stringify([{ kind: 'checkbox', label: 'Plan', item: null, price: 25 }]),
      ]),
    );
    expect(provider.envelopes.get(envelopeId)?.input.choices).toEqual({
      checkboxTabs: { Plan: true },
      listTabs: {},
    });
  });

  it('has no signing page and no library here', async () => {
    await opened();
    const ticket = t.current.deps.tokens.signTicket(
      'signing',
      { envelopeId: 'e', signer: 'client', returnUrl: '/signed' },
      new Date('2030-01-01'),
    );
    expect((await t.current.withToken(ticket).call(openSigning)).status).toBe(404);
    const library = await agent.call(listLibrary);
    expect([library.status, library.error.message]).toEqual([
      409,
      'Templates are stored with the e-signature provider. Add them there, then sync.',
    ]);
  });
});

describe('refreshing', () => {
  it('reports when the provider returned a cached response', async () => {
    const { id } = await opened();
    expect((await refresh(id)).body).toMatchObject({
      changed: false,
      is_from_memory: false,
      checked_at: TEST_NOW.toISOString(),
    });
    t.current.clock.set(new Date(TEST_NOW.getTime() + 10 * 60_000));
    provider.memoryMs = 5 * 60_000;
    expect((await refresh(id)).body).toMatchObject({
      changed: false,
      is_from_memory: true,
      checked_at: new Date(TEST_NOW.getTime() + 5 * 60_000).toISOString(),
    });
  });

  it('stores and shows an unknown status', async () => {
    const { id, envelopeId } = await opened();
    provider.of(envelopeId).status = 'on_the_moon';
    expect((await refresh(id)).body).toMatchObject({ status: 'on_the_moon', changed: true });
    expect((await read(id)).envelope_status).toBe('on_the_moon');
    provider.sign(envelopeId, 'advisor');
    provider.sign(envelopeId, 'client');
    await reconcileEnvelopes(t.current.deps);
    expect(await read(id)).toMatchObject({ is_completed: true, status: 'completed' });
  });

  it('compares every hour in one call', async () => {
    const many = [await opened(), await opened(), await opened()];
    for (const { envelopeId } of many) provider.sign(envelopeId, 'advisor');
    provider.calls.length = 0;
    await reconcileEnvelopes(t.current.deps);
    expect(provider.calls).toEqual(['changedSince']);
    for (const { id } of many) expect((await read(id)).has_advisor_signature).toBe(true);
  });

  it('requests individually what had no updates for a day', async () => {
    const { id, envelopeId } = await opened();
    await t.current.deps.database.query(`update session_forms set is_voided = true where id <> $1`, [id]);
    provider.sign(envelopeId, 'advisor');
    provider.changedSince = async () => [];
    provider.calls.length = 0;
    t.current.clock.set(new Date(TEST_NOW.getTime() + 23 * 60 * 60_000));
    await reconcileEnvelopes(t.current.deps);
    expect(provider.calls).toEqual([]);
    t.current.clock.set(new Date(TEST_NOW.getTime() + 25 * 60 * 60_000));
    await reconcileEnvelopes(t.current.deps);
    expect(provider.calls).toEqual(['status']);
    t.current.clock.set(TEST_NOW);
    expect((await read(id)).has_advisor_signature).toBe(true);
  });

  it('stores the finished document later when it was not available immediately', async () => {
    const { id, envelopeId } = await opened();
    provider.sign(envelopeId, 'advisor');
    provider.sign(envelopeId, 'client');
    provider.hasNoDocuments = true;
    await reconcileEnvelopes(t.current.deps);
    expect(await read(id)).toMatchObject({ is_completed: true, signed_document_id: null });
    provider.hasNoDocuments = false;
    await reconcileEnvelopes(t.current.deps);
    expect((await read(id)).signed_document_id).toEqual(expect.any(String));
  });

  it('ends early when the provider is down, and later continues where it was', async () => {
    const { id, envelopeId } = await opened();
    provider.sign(envelopeId, 'advisor');
    provider.isDown = true;
    provider.calls.length = 0;
    await reconcileEnvelopes(t.current.deps);
    expect(provider.calls).toEqual(['changedSince']);
    provider.isDown = false;
    await reconcileEnvelopes(t.current.deps);
    expect((await read(id)).has_advisor_signature).toBe(true);
  });
});

it("forms of a former provider can't be signed, refreshed or voided here, and the error says so", async () => {
  const { id } = await opened();
  await t.current.deps.database.query(
    `update session_forms set envelope_provider = 'builtin' where id = $1`,
    [id],
  );
  provider.calls.length = 0;
  const answers = [
    await agent.call(openEnvelope, { params: { id: String(id) } }),
    await refresh(id),
    await agent.call(voidEnvelope, { params: { id }, body: { reason: 'x' } }),
  ];
  for (const { status, error } of answers) {
    expect([status, error.code]).toEqual([409, 'former_provider']);
    expect(error.message).toContain('the previous e-signature provider');
  }
  expect(provider.calls).toEqual([]);
});

it('without an HTTPS address no one can sign at an outside provider, and the advisor reads why', async () => {
  const { config } = t.current.deps;
  const { PUBLIC_URL } = config;
  Object.assign(config, { PUBLIC_URL: 'http://portal.example' });
  await agent.call(syncTemplates);
  const { body } = await agent.call(listTemplates);
  const form_id = body.forms.find(({ docusign_template_id }) => docusign_template_id === 'T1')?.id ?? 0;
  const client_id = await buildClient(t.current);
  const created = await agent.call(createSubmission, { body: { client_id, form_id } });
  const { status, error } = await agent.call(openEnvelope, { params: { id: String(created.body.id) } });
  Object.assign(config, { PUBLIC_URL });
  expect([status, error.message]).toEqual([
    409,
    'Signing needs an https address of this portal. Please ask an owner to set PUBLIC_URL.',
  ]);
  expect(provider.calls).not.toContain('createEnvelope');
});
