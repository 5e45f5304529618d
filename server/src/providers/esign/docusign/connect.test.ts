import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventOf, isSigned } from './connect.ts';
import { newInput, templateOf, useDocusign } from './testing/docusign-fixture.ts';
import { endsClean } from './testing/ends-clean.ts';
import { connectSchema } from './wire.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const SAMPLE = path.join(
  process.env.PROVIDER_SPECS_DIR ??
    path.resolve(import.meta.dirname, '../../../../../../shared/provider-specs'),
  'docusign-connect.sample.json',
);
const body = Buffer.from('{"event":"envelope-completed"}');
const signature = (secret: string, bytes = body) =>
  createHmac('sha256', secret).update(bytes).digest('base64');

describe('Connect signature', () => {
  const secrets = ['old+secret/with=padding=', 'new'];
  it.each([
    ['the first secret', { 'x-docusign-signature-1': signature('old+secret/with=padding=') }, true],
    ['another secret in another header', { 'x-docusign-signature-2': signature('new') }, true],
    [
      'one valid signature among unknown ones',
      { 'x-docusign-signature-1': signature('gone'), 'X-DocuSign-Signature-2': [signature('new')] },
      true,
    ],
    ['a secret that is not ours', { 'x-docusign-signature-1': signature('else') }, false],
    ['other bytes', { 'x-docusign-signature-1': signature('new', Buffer.from('{}')) }, false],
    ['a truncated signature', { 'x-docusign-signature-1': signature('new').slice(0, -1) }, false],
    ['another header', { 'x-signature': signature('new') }, false],
    ['no header', {}, false],
  ])('by %s: %s', (_, headers, isRight) => {
    expect(isSigned(secrets, body, headers)).toBe(isRight);
  });

  it('is never valid when no secret is set', () => {
    expect(isSigned([], body, { 'x-docusign-signature-1': signature('') })).toBe(false);
  });
});

describe('event', () => {
  const message = (data: object, event = 'recipient-completed') =>
    Buffer.from(JSON.stringify({ event, generatedDateTime: '2026-11-20T14:00:00.0000000Z', data }));

  it('is identified by envelope, type, time and recipient', () => {
    expect(eventOf(message({ envelopeId: 'e1', recipientId: 2 }), NOW)).toMatchObject({
      eventId: 'e1:recipient-completed:2026-11-20T14:00:00.0000000Z:2',
      type: 'recipient-completed',
      at: new Date('2026-11-20T14:00:00Z'),
    });
    expect(eventOf(message({ envelopeId: 'e1' }, 'envelope-sent'), NOW).eventId).toBe(
      'e1:envelope-sent:2026-11-20T14:00:00.0000000Z',
    );
  });

  it.each(['no JSON', '[]', 'null', '{"event":"envelope-sent"}', '{"data":{"envelopeId":"e1"}}'])(
    'that cannot be parsed is identified by its bytes: %s',
    (text) => {
      const event = eventOf(Buffer.from(text), NOW);
      expect(event).toMatchObject({
        eventId: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        type: expect.any(String),
        at: NOW,
      });
    },
  );

  it('is stored without names, addresses, entries and the custom fields of others', () => {
    const signer = { roleName: 'Client', clientUserId: 'client-1', status: 'completed', routingOrder: '2' };
    const tabs = { checkboxTabs: [{ tabLabel: 'smoker', selected: 'true' }], textTabs: [{ value: 'Ana' }] };
    const mark = { name: 'crm_document_id', value: 'row-1' };
    const envelopeSummary = {
      status: 'sent',
      emailSubject: 'Please sign, Ana',
      sender: { userName: 'Agent', email: 'agent@example.test' },
      recipients: { signers: [{ ...signer, name: 'Ana', email: 'ana@example.test', tabs }] },
      customFields: { textCustomFields: [mark, { name: 'Client', value: 'Ana' }] },
    };
    const { body } = eventOf(message({ accountId: 'a1', envelopeId: 'e1', envelopeSummary }), NOW);
    for (const text of ['Ana', 'ana@', 'Agent', 'smoker']) expect(body.toString()).not.toContain(text);
    const kept = connectSchema.parse(JSON.parse(body.toString())).data;
    expect(kept).toMatchObject({ accountId: 'a1', envelopeId: 'e1', envelopeSummary: { status: 'sent' } });
    expect(kept.envelopeSummary?.recipients?.signers).toMatchObject([signer]);
    expect(kept.envelopeSummary?.customFields).toEqual([mark]);
  });

  it.each(['no JSON about Ana', '{"event":"envelope-sent","name":"Ana"}'])(
    'that cannot be parsed is stored without its text: %s',
    (text) => {
      expect(eventOf(Buffer.from(text), NOW).body.toString()).toBe('null');
    },
  );

  it.each([
    ['an ID longer than any key', { envelopeId: 'e'.repeat(3000) }, 'envelope-sent', 'envelope-sent'],
    ['a zero byte', { envelopeId: 'e\u00001' }, 'envelope-sent', 'envelope-sent'],
    ['an oversized event', { envelopeId: 'e1' }, 'x '.repeat(5000), 'unreadable'],
  ])('with %s is identified by its bytes as well', (_, data, event, type) => {
    expect(eventOf(message(data, event), NOW)).toMatchObject({
      eventId: expect.stringMatching(/^sha256:/),
      type,
    });
  });

  it.skipIf(!existsSync(SAMPLE))(
    "of the official sample is parsed, including its numbers (skipped without the providers' contracts)",
    () => {
      const message = connectSchema.parse(JSON.parse(readFileSync(SAMPLE, 'utf8')));
      expect(message.data.envelopeSummary?.status).toBe('sample string 2');
      const signers = message.data.envelopeSummary?.recipients?.signers ?? [];
      expect(signers[0]?.tabs.get('checkboxTabs')?.[0]).toMatchObject({ tabLabel: expect.any(String) });
    },
  );
});

describe('envelope state from an event', () => {
  const w = useDocusign();
  endsClean(w);

  async function sent(template: string): Promise<string> {
    const { esign, fake } = w.current;
    const input = newInput(w.current, { templateId: templateOf(fake, template), prefill: {} });
    return (await esign.createEnvelope(input)).envelopeId;
  }

  const read = (text: string) => w.current.esign.readEvent(Buffer.from(text));

  it('comes from the message itself; the choices of a finished document are requested once', async () => {
    const { fake, esign } = w.current;
    const envelopeId = await sent('Advisory Agreement');
    fake.connect.drain();
    fake.sign(envelopeId, 'Advisor');
    fake.sign(envelopeId, 'Client', { checkboxes: { financial_plan: true } });
    fake.http.calls.length = 0;
    const messages = fake.connect.drain();
    for (const { body, headers } of messages) {
      expect(esign.verifyWebhook(Buffer.from(body), lower(headers))?.eventId).toContain(envelopeId);
    }
    // Out of order, and each message twice.
    for (const { body } of [...messages].reverse().concat(messages)) {
      expect((await read(body))?.status).toBe('completed');
    }
    expect(fake.http.callsTo('GET', /recipients$/)).toHaveLength(1);
    expect(fake.http.calls).toHaveLength(1);
    expect(await esign.status(envelopeId)).toMatchObject({
      status: 'completed',
      signers: [{ status: 'signed' }, { status: 'signed' }],
      choices: { checkboxTabs: { financial_plan: true } },
    });
  });

  it('is fetched when the message contains too little, and retried when that fails', async () => {
    const { fake } = w.current;
    const envelopeId = await sent('HIPAA Authorization');
    const [message] = fake.connect.drain('envelope-sent');
    const bare = JSON.parse(message?.body ?? '');
    delete bare.data.envelopeSummary;
    fake.decline(envelopeId, 'Client');
    fake.http.failNext('GET', /\/envelopes$/, { kind: 'cut', when: 'before' }, 3);
    await expect(read(JSON.stringify(bare))).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await read(JSON.stringify(bare))).toMatchObject({
      status: 'declined',
      signers: [{ role: 'client', status: 'declined' }],
    });
  });

  it('is fetched when the message content cannot be parsed', async () => {
    const { fake } = w.current;
    const envelopeId = await sent('HIPAA Authorization');
    const odd = JSON.parse(fake.connect.drain('envelope-sent')[0]?.body ?? '');
    for (const summary of ['none', 7, { status: {} }, { status: 'sent', recipients: { signers: [null] } }]) {
      odd.data.envelopeSummary = summary;
      fake.http.calls.length = 0;
      expect(await read(JSON.stringify(odd))).toMatchObject({ envelopeId, status: 'sent' });
      expect(fake.http.calls).toHaveLength(1);
    }
  });

  it('finds the row of an envelope whose creation was interrupted', async () => {
    const { fake, esign } = w.current;
    const input = newInput(w.current, { templateId: templateOf(fake, 'HIPAA Authorization') });
    fake.http.failNext('POST', /\/envelopes$/, { kind: 'cut', when: 'after' });
    fake.http.failNext('GET', /\/envelopes$/, { kind: 'cut', when: 'before' }, 3);
    await expect(esign.createEnvelope(input)).rejects.toMatchObject({ kind: 'unavailable' });
    const [message] = fake.connect.drain('envelope-sent');
    const state = await read(message?.body ?? '');
    expect(state?.status).toBe('sent');
    expect(await esign.createEnvelope(input)).toMatchObject({ envelopeId: state?.envelopeId });
    expect(fake.http.callsTo('POST', /\/envelopes$/)).toHaveLength(1);
  });

  it('is null for envelopes and accounts of others, and an error for unparseable messages', async () => {
    const { fake, database } = w.current;
    const envelopeId = await sent('HIPAA Authorization');
    const [message] = fake.connect.drain('envelope-sent');
    const text = message?.body ?? '';
    expect(await read(text.replaceAll(fake.accountId, 'another-account'))).toBeNull();
    await expect(read('no JSON')).rejects.toMatchObject({ kind: 'invalid' });
    await database.query('delete from docusign_envelopes where envelope_id = $1', [envelopeId]);
    expect(await read(text)).toBeNull();
    expect(await w.current.esign.changedSince(new Date(0))).not.toContainEqual(
      expect.objectContaining({ envelopeId }),
    );
  });
});

function lower(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
