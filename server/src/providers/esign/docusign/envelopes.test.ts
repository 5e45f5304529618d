import { describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { type CreateEnvelope, ONLY_SENT_OR_DELIVERED } from '#platform/ports/esign.ts';
import { failureOf, newInput, PUBLIC_URL, templateOf, useDocusign } from './testing/docusign-fixture.ts';
import { endsClean } from './testing/ends-clean.ts';

const w = useDocusign();
endsClean(w);

const CUT = { kind: 'cut', when: 'before' } as const;

function wanted(template: string, more: Partial<CreateEnvelope> = {}): CreateEnvelope {
  const templateId = templateOf(w.current.fake, template);
  return newInput(w.current, { templateId, subject: template, prefill: {}, ...more });
}

async function sent(template = 'Advisory Agreement', more: Partial<CreateEnvelope> = {}): Promise<string> {
  return (await w.current.esign.createEnvelope(wanted(template, more))).envelopeId;
}

async function errorOf(call: Promise<unknown>) {
  const { kind, message } = await failureOf(call);
  return { kind, message };
}

describe('signing URL', () => {
  const view = (envelopeId: string, signer: 'advisor' | 'client', esign = w.current.esign) =>
    esign.signingUrl({ envelopeId, signer, returnUrl: '/back?formId=7' });

  it('is created in one call, leads back to the portal and is neither logged nor stored', async () => {
    const { fake, database, another } = w.current;
    const lines: string[] = [];
    const esign = another({ log: createLog('debug', { write: (line) => void lines.push(line) }) });
    const envelopeId = await sent();
    fake.http.calls.length = 0;
    const url = await view(envelopeId, 'advisor', esign);
    expect(fake.http.calls.filter(({ path }) => path.startsWith('/restapi'))).toHaveLength(1);
    expect(fake.open(url)).toMatchObject({ role: 'Advisor', returnUrl: `${PUBLIC_URL}/back?formId=7` });
    const rows = await database.query('select * from docusign_envelopes');
    expect(lines.join('') + JSON.stringify(rows)).not.toContain(new URL(url).pathname.split('/').at(-1));
  });

  it('is not available to the client before the advisor has signed', async () => {
    const envelopeId = await sent();
    const rejection = { kind: 'wrong_state', message: 'The advisor has to sign first.' };
    expect(await errorOf(view(envelopeId, 'client'))).toEqual(rejection);
    w.current.fake.sign(envelopeId, 'Advisor');
    expect(w.current.fake.open(await view(envelopeId, 'client')).role).toBe('Client');
  });

  it('is requested with the name that the signer changed during signing', async () => {
    const { fake } = w.current;
    const envelopeId = await sent('HIPAA Authorization');
    fake.recipient(envelopeId, 'Client').name = 'José N. Pérez';
    expect(fake.open(await view(envelopeId, 'client')).role).toBe('Client');
    fake.http.calls.length = 0;
    await view(envelopeId, 'client');
    expect(fake.http.calls).toHaveLength(1);
  });

  it('is rejected for a finished document, with the messages of the built-in provider', async () => {
    const { fake } = w.current;
    const [done, declined, expired] = [await sent('HIPAA Authorization'), await sent(), await sent()];
    fake.sign(done, 'Client', { checkboxes: { medical_records: true } });
    fake.decline(declined, 'Advisor');
    fake.expire(expired);
    expect((await errorOf(view(done, 'client'))).message).toBe('This document is already complete.');
    expect((await errorOf(view(declined, 'advisor'))).message).toBe(
      'This document was declined and can no longer be signed.',
    );
    expect(await errorOf(view(expired, 'advisor'))).toEqual({
      kind: 'wrong_state',
      message: 'This document was voided and can no longer be signed.',
    });
  });
});

describe('envelope status', () => {
  it('is requested at most once per twenty minutes across all servers', async () => {
    const { fake, esign, another, clock } = w.current;
    const envelopeId = await sent();
    const first = await Promise.all([esign.status(envelopeId), another().status(envelopeId)]);
    expect(first.map(({ status }) => status)).toEqual(['sent', 'sent']);
    fake.sign(envelopeId, 'Advisor');
    clock.advance(19 * 60_000);
    const known = await esign.status(envelopeId);
    expect(known.signers[0]?.status).toBe('waiting');
    expect(known.asOf).toEqual(new Date(clock.now().getTime() - 19 * 60_000));
    clock.advance(60_000);
    expect((await another().status(envelopeId)).signers).toMatchObject([
      { role: 'advisor', status: 'signed', signedAt: expect.any(Date) },
      { role: 'client', status: 'waiting', signedAt: null },
    ]);
    expect(fake.http.callsTo('GET', new RegExp(`/envelopes/${envelopeId}$`))).toHaveLength(2);
  });

  it('has the signatures and choices of the finished document, which is then not requested again', async () => {
    const { fake, esign, clock } = w.current;
    const envelopeId = await sent();
    fake.sign(envelopeId, 'Advisor', { checkboxes: { insurance_review: true } });
    fake.sign(envelopeId, 'Client', { lists: { planning_package: 'Complete' } });
    const state = await esign.status(envelopeId);
    expect(state).toMatchObject({ status: 'completed', completedAt: expect.any(Date), voidedAt: null });
    expect(state.choices.checkboxTabs).toMatchObject({ insurance_review: true, financial_plan: false });
    expect(state.choices.listTabs).toEqual({ planning_package: 'Complete' });
    clock.advance(3_600_000);
    await esign.status(envelopeId);
    expect(fake.http.callsTo('GET', new RegExp(`/envelopes/${envelopeId}`))).toHaveLength(1);
  });

  it('is returned for the other changed envelopes when one of them cannot be read', async () => {
    const { fake, esign, clock } = w.current;
    clock.advance(3_600_000);
    const since = clock.now();
    const [odd, good] = [await sent('HIPAA Authorization'), await sent('HIPAA Authorization')];
    for (const id of [odd, good]) fake.sign(id, 'Client', { checkboxes: { medical_records: true } });
    const body = { signers: 'none' };
    fake.http.failNext('GET', new RegExp(`${odd}/recipients$`), { kind: 'answer', status: 200, body });
    const ids = (await esign.changedSince(since)).map(({ envelopeId }) => envelopeId);
    expect([ids.includes(good), ids.includes(odd)]).toEqual([true, false]);
    expect((await esign.changedSince(since)).map(({ envelopeId }) => envelopeId)).toContain(odd);
  });

  it('retains names and addresses of signers only until signing ends', async () => {
    const { fake, esign, database } = w.current;
    const stored = async (envelopeId: string) =>
      JSON.stringify(
        await database.query('select * from docusign_envelopes where envelope_id = $1', [envelopeId]),
      );
    const [done, voided] = [await sent('HIPAA Authorization'), await sent()];
    expect(await stored(done)).toMatch(/José.*jose@example\.test/);
    fake.sign(done, 'Client', { checkboxes: { medical_records: true } });
    await esign.status(done);
    await esign.void(voided, 'Wrong form');
    for (const envelopeId of [done, voided])
      expect(await stored(envelopeId)).not.toMatch(/José|example\.test/);
  });

  it('comes from the stored state when DocuSign limits polling, and is an error when DocuSign is unreachable', async () => {
    const { fake, esign, clock } = w.current;
    const envelopeId = await sent();
    const one = new RegExp(`/envelopes/${envelopeId}$`);
    const body = { errorCode: 'Hourly_Envelope_Polling_Limit_Exceeded', message: '' };
    fake.http.failNext('GET', one, { kind: 'answer', status: 400, body });
    expect((await esign.status(envelopeId)).status).toBe('sent');
    clock.advance(20 * 60_000);
    fake.http.failNext('GET', one, CUT, 3);
    expect((await errorOf(esign.status(envelopeId))).kind).toBe('unavailable');
    expect((await esign.status(envelopeId)).status).toBe('sent');
    expect(await errorOf(esign.status('unknown-envelope'))).toEqual({
      kind: 'not_found',
      message: 'There is no such envelope.',
    });
  });

  it('is returned for all our changed envelopes from the list, also when only one of two signers has signed', async () => {
    const { fake, esign, clock } = w.current;
    clock.advance(3_600_000);
    const [done, half, still] = [await sent('HIPAA Authorization'), await sent(), await sent()];
    clock.advance(3_600_000);
    const since = clock.now();
    fake.sign(done, 'Client', { lists: { valid_for: '24 months' } });
    fake.sign(half, 'Advisor');
    const changed = await esign.changedSince(since);
    const ids = changed.map(({ envelopeId }) => envelopeId);
    expect(ids).toEqual(expect.arrayContaining([done, half]));
    expect(ids).not.toContain(still);
    expect(changed.find(({ envelopeId }) => envelopeId === done)).toMatchObject({
      status: 'completed',
      choices: { listTabs: { valid_for: '24 months' } },
    });
    expect(fake.http.callsTo('GET', new RegExp(`/envelopes/${half}`))).toEqual([]);
    expect((await esign.status(still)).status).toBe('sent');
  });
});

describe('documents and end states', () => {
  it('returns the documents, and all of them with the certificate as one PDF', async () => {
    const { fake, esign } = w.current;
    const envelopeId = await sent('HIPAA Authorization');
    expect(await esign.documents(envelopeId)).toEqual([{ documentId: '1', name: 'HIPAA Authorization.pdf' }]);
    for (const id of ['combined', '1']) {
      expect((await esign.document(envelopeId, id)).subarray(0, 5).toString()).toBe('%PDF-');
    }
    expect(fake.http.callsTo('GET', /combined$/)[0]?.query).toEqual({ certificate: 'true' });
    expect((await errorOf(esign.document(envelopeId, '99'))).kind).toBe('not_found');
  });

  it('rejects a document that is not a PDF', async () => {
    const { fake, esign } = w.current;
    const envelopeId = await sent('HIPAA Authorization');
    fake.http.failNext('GET', /combined$/, { kind: 'answer', status: 200, body: { not: 'a PDF' } });
    expect((await errorOf(esign.document(envelopeId, 'combined'))).kind).toBe('unavailable');
  });

  it('voids an open envelope once, even when the response was lost', async () => {
    const { fake, esign } = w.current;
    const envelopeId = await sent();
    fake.http.failNext('PUT', /\/envelopes\//, { kind: 'cut', when: 'after' });
    await esign.void(envelopeId, `${'A long reason. '.repeat(20)}`);
    expect(fake.envelope(envelopeId)).toMatchObject({ status: 'voided' });
    expect(await esign.status(envelopeId)).toMatchObject({ status: 'voided', voidedAt: expect.any(Date) });
    await esign.void(envelopeId, 'Again');
    expect(fake.http.callsTo('PUT', /\/envelopes\//)).toHaveLength(2);
  });

  it('rejects voiding a finished envelope', async () => {
    const { fake, esign } = w.current;
    const envelopeId = await sent('HIPAA Authorization');
    fake.sign(envelopeId, 'Client', { checkboxes: { medical_records: true } });
    const rejection = { kind: 'wrong_state', message: ONLY_SENT_OR_DELIVERED };
    expect(await errorOf(esign.void(envelopeId, 'Wrong form'))).toEqual(rejection);
    expect(await errorOf(esign.void(envelopeId, 'Wrong form'))).toEqual(rejection);
    expect((await esign.status(envelopeId)).status).toBe('completed');
  });

  it('does not report a document as finished when DocuSign rejected voiding it for another reason', async () => {
    const { fake, esign } = w.current;
    const envelopeId = await sent();
    const body = { errorCode: 'EDIT_LOCK_NOT_LOCK_OWNER', message: 'Someone is changing it.' };
    fake.http.failNext('PUT', /\/envelopes\//, { kind: 'answer', status: 400, body });
    expect(await errorOf(esign.void(envelopeId, 'Wrong form'))).toEqual({
      kind: 'invalid',
      message: 'DocuSign did not accept this document.',
    });
    await esign.void(envelopeId, 'Wrong form');
  });
});
