import { openEnvelope, refreshSubmissionStatus, voidEnvelope } from '@ledgerline/contract/signing/endpoints';
import { syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { afterEach, describe, expect, it } from 'vitest';
import {
  advisorSigns,
  clientAddress,
  clientSigns,
  deliver,
  expectCleanFake,
  expectFiled,
  newForm,
  readForm,
  useDocusignOffice,
  work,
} from '#testing/docusign-office.ts';
import { reconcileEnvelopes } from './reconcile-envelopes.ts';

const w = useDocusignOffice();
afterEach(() => expectCleanFake(w.current));

const HOUR = 3_600_000;
const DOWN = {
  kind: 'answer',
  status: 503,
  body: { errorCode: 'SERVICE_UNAVAILABLE', message: 'DocuSign is unavailable.' },
} as const;
const SENTENCE = 'The provider cannot be reached. Please try again.';
const CREATE = /\/envelopes$/;

/** An hour later the scheduled job requests the changes from DocuSign. */
async function reconcile(): Promise<void> {
  const { t } = w.current;
  t.clock.advance(HOUR);
  await reconcileEnvelopes(t.deps);
  await work(w.current);
}

async function deliverAll(): Promise<void> {
  const statuses = await deliver(w.current);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  await work(w.current);
}

describe('a form that both sign at DocuSign', () => {
  it('is completed by webhooks alone', async () => {
    const form = await newForm(w.current);
    await advisorSigns(w.current, form);
    expect(await clientAddress(w.current, form)).toBeNull();
    await deliverAll();
    expect(await readForm(w.current, form)).toMatchObject({
      display_status: 'Pending Client Signature',
      has_advisor_signature: true,
      next_signer_role: 'client',
    });
    await clientSigns(w.current, form);
    await deliverAll();
    await expectFiled(w.current, form);
    await reconcile();
    await expectFiled(w.current, form);
  });

  it('is completed without a single webhook, by the hourly reconciliation', async () => {
    const { fake } = w.current;
    const form = await newForm(w.current);
    await advisorSigns(w.current, form);
    await reconcile();
    expect(await readForm(w.current, form)).toMatchObject({ next_signer_role: 'client' });
    await clientSigns(w.current, form);
    await reconcile();
    await expectFiled(w.current, form);
    fake.connect.drain();
  });

  it('is refreshed manually, and reports when DocuSign may not be called again yet', async () => {
    const { agent, fake, t } = w.current;
    const form = await newForm(w.current);
    await advisorSigns(w.current, form);
    const params = { id: form.id };
    const refreshed = await agent.call(refreshSubmissionStatus, { params });
    expect(refreshed.body).toMatchObject({
      changed: true,
      has_advisor_signature: true,
      is_from_memory: false,
    });
    await clientSigns(w.current, form);
    t.clock.advance(60_000);
    const again = await agent.call(refreshSubmissionStatus, { params });
    expect(again.body).toMatchObject({ changed: false, has_client_signature: false, is_from_memory: true });
    t.clock.advance(HOUR);
    await agent.call(refreshSubmissionStatus, { params });
    await expectFiled(w.current, form);
    fake.connect.drain();
  });

  it('is signed by the client first where the template says so', async () => {
    const { agent, fake } = w.current;
    const form = await newForm(w.current, 'Broker of Record Letter');
    expect(await readForm(w.current, form)).toMatchObject({ next_signer_role: 'client' });
    const early = await agent.call(openEnvelope, { params: { id: String(form.id) } });
    expect([early.status, early.error.message]).toEqual([409, 'The client has to sign first.']);
    await clientSigns(w.current, form);
    await deliverAll();
    expect(await readForm(w.current, form)).toMatchObject({
      display_status: 'Pending Agent Signature',
      has_client_signature: true,
      next_signer_role: 'advisor',
    });
    await advisorSigns(w.current, form);
    await deliverAll();
    await expectFiled(w.current, form);
    expect(fake.connect.outbox).toEqual([]);
  });

  it('is sent once, however often and from how many screens its advisor clicks', async () => {
    const { agent, fake } = w.current;
    const form = await newForm(w.current);
    const before = fake.envelopes.length;
    fake.http.failNext('POST', CREATE, { kind: 'cut', when: 'after' });
    const params = { id: String(form.id) };
    const clicks = await Promise.all([1, 2, 3, 4].map(() => agent.call(openEnvelope, { params })));
    expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(fake.envelopes.length).toBe(before + 1);
    await advisorSigns(w.current, form);
    await deliverAll();
    await clientSigns(w.current, form);
    await deliverAll();
    await expectFiled(w.current, form);
  });
});

describe('voiding', () => {
  it('by the agent while the client reads leaves nothing to sign', async () => {
    const { agent, fake } = w.current;
    const form = await newForm(w.current);
    const envelopeId = await advisorSigns(w.current, form);
    await deliverAll();
    const address = await clientAddress(w.current, form);
    fake.open(address ?? '');
    fake.http.failNext('PUT', /\/envelopes\//, { kind: 'cut', when: 'after' });
    const params = { id: form.id };
    const voided = await agent.call(voidEnvelope, { params, body: { reason: 'Wrong form' } });
    expect([voided.status, voided.body.message]).toEqual([200, 'Envelope voided.']);
    expect(() => fake.sign(envelopeId, 'Client')).toThrow('cannot act');
    await deliverAll();
    await reconcile();
    expect(await readForm(w.current, form)).toMatchObject({ display_status: 'Voided', is_voided: true });
    expect(fake.envelope(envelopeId).voidedReason).toBe('Wrong form');
  });

  it('just after the last signature is rejected, and the document is stored', async () => {
    const { agent } = w.current;
    const form = await newForm(w.current);
    await advisorSigns(w.current, form);
    await deliverAll();
    await clientSigns(w.current, form);
    const params = { id: form.id };
    const { status, error } = await agent.call(voidEnvelope, { params, body: { reason: 'Too late' } });
    expect([status, error.message]).toEqual([
      409,
      'Only envelopes in the Sent or Delivered status can be voided.',
    ]);
    await deliverAll();
    await expectFiled(w.current, form);
  });
});

describe('while DocuSign is down', () => {
  it('agents read our own message, nothing is half-done, and work continues later', async () => {
    const { agent, fake } = w.current;
    const form = await newForm(w.current);
    const before = fake.envelopes.length;
    const params = { id: String(form.id) };
    fake.http.failNext('POST', CREATE, DOWN, 2);
    const rejected = await agent.call(openEnvelope, { params });
    expect([rejected.status, rejected.error.code, rejected.error.message]).toEqual([
      502,
      'provider_unavailable',
      SENTENCE,
    ]);
    expect(JSON.stringify(rejected.error)).not.toMatch(/robots|DocuSign|SERVICE_UNAVAILABLE/);
    expect(fake.envelopes.length).toBe(before);
    expect(await readForm(w.current, form)).toMatchObject({ display_status: 'Pending Agent Signature' });
    const envelopeId = await advisorSigns(w.current, form);
    expect(fake.envelopes.length).toBe(before + 1);
    fake.http.failNext('PUT', /\/envelopes\//, DOWN, 3);
    const failed = await agent.call(voidEnvelope, {
      params: { id: form.id },
      body: { reason: 'Wrong form' },
    });
    expect([failed.status, failed.error.message]).toEqual([502, SENTENCE]);
    expect(fake.envelope(envelopeId).status).toBe('sent');
    expect(await readForm(w.current, form)).toMatchObject({ is_voided: false });
    await deliverAll();
    await clientSigns(w.current, form);
    fake.http.failNext('GET', /\/documents\/combined$/, DOWN, 3);
    await deliverAll();
    await expectFiled(w.current, form);
  });

  it('templates are not synced and stay unchanged', async () => {
    const { agent, fake } = w.current;
    fake.http.failNext('GET', /\/templates$/, DOWN, 3);
    const { status, error } = await agent.call(syncTemplates);
    expect([status, error.message]).toEqual([502, SENTENCE]);
    expect((await agent.call(syncTemplates)).body).toMatchObject({ success: true, count: 3, problems: [] });
  });

  it('without consent no one can sign, and only the log contains the reason', async () => {
    const { agent, fake } = w.current;
    const form = await newForm(w.current);
    fake.oauth.revokeTokens();
    fake.oauth.rejectWith = 'consent_required';
    const { status, error } = await agent.call(openEnvelope, { params: { id: String(form.id) } });
    expect([status, error.message]).toEqual([502, SENTENCE]);
    expect(JSON.stringify(error)).not.toMatch(/consent|oauth|127\.0\.0\.1/);
    fake.oauth.rejectWith = null;
    await advisorSigns(w.current, form);
    await deliverAll();
    await clientSigns(w.current, form);
    await deliverAll();
    await expectFiled(w.current, form);
  });
});

it('forged and oversized messages are rejected, malformed ones are parked for a developer', async () => {
  const { t, fake } = w.current;
  const post = (payload: string, headers: Record<string, string>) =>
    t.app.inject({ method: 'POST', url: '/api/webhooks/esign', payload, headers });
  const forged = fake.connect.signed('{}', ['not our secret']);
  expect((await post(forged.body, forged.headers)).statusCode).toBe(401);
  const huge = fake.connect.signed(JSON.stringify({ event: 'x'.repeat(1024 * 1024) }));
  expect((await post(huge.body, huge.headers)).statusCode).toBe(413);
  for (const body of ['nonsense', '[]', '{"event":"envelope-completed","data":{"envelopeId":"unknown"}}']) {
    const { headers } = fake.connect.signed(body);
    expect((await post(body, headers)).statusCode).toBe(200);
  }
  await work(w.current);
  const events = await t.deps.database.query(
    "select distinct status, error from provider_events where type in ('unreadable', 'envelope-completed') and status <> 'processed'",
  );
  expect(events).toEqual([{ status: 'parked', error: 'The message is not one that Connect sends.' }]);
});
