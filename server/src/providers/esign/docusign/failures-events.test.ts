import { describe, expect, it } from 'vitest';
import { SIGNERS } from '#platform/ports/esign.ts';
import { seededRandom } from '#testing/random.ts';
import { errorResponse, newInput, RETURN_URL, templateOf, useDocusign } from './testing/docusign-fixture.ts';
import { endsClean } from './testing/ends-clean.ts';
import { expectStatesAgree, stateAtDocusign } from './testing/states-agree.ts';

const w = useDocusign();
endsClean(w);

const ROLES = { advisor: 'Advisor', client: 'Client' } as const;
const COMPLETED = 'envelope-completed';

/** An envelope that was finished at DocuSign, with all messages of Connect about it. */
async function ended(end: 'completed' | 'declined' | 'voided' = 'completed') {
  const { fake, esign } = w.current;
  fake.connect.outbox.length = 0;
  const { envelopeId } = await esign.createEnvelope(newInput(w.current));
  for (const signer of SIGNERS) {
    fake.open(await esign.signingUrl({ envelopeId, signer, returnUrl: RETURN_URL }));
    if (signer === 'client' && end === 'declined') fake.decline(envelopeId, 'Client');
    else if (signer === 'client' && end === 'voided') fake.expire(envelopeId);
    else fake.sign(envelopeId, ROLES[signer]);
  }
  return { envelopeId, messages: fake.connect.drain() };
}

function verified(body: string) {
  const { esign, fake } = w.current;
  return esign.verifyWebhook(Buffer.from(body), fake.connect.signed(body).headers);
}

async function deliver(body: string) {
  return { event: verified(body), state: await w.current.esign.readEvent(Buffer.from(body)) };
}

describe('rotated Connect secret', () => {
  it('is accepted beside the new one until it is removed', async () => {
    const { fake, another, config } = w.current;
    const [old = ''] = fake.connectSecrets;
    const fresh = fake.addConnectSecret();
    const { messages } = await ended();
    const message = messages.at(-1);
    if (!message) throw new Error('Connect sent nothing');
    const rawBody = Buffer.from(message.body);
    const accepts = (ours: string[], theirs: string[]) =>
      another({ config: { ...config, DOCUSIGN_CONNECT_SECRETS: ours } }).verifyWebhook(
        rawBody,
        fake.connect.signed(message.body, theirs).headers,
      ) !== null;
    expect([accepts([old], [old]), accepts([old, fresh], [old]), accepts([old, fresh], [fresh])]).toEqual([
      true,
      true,
      true,
    ]);
    expect(accepts([fresh], [old, fresh])).toBe(true);
    expect([accepts([fresh], [old]), accepts([old], [fresh]), accepts([], [old, fresh])]).toEqual([
      false,
      false,
      false,
    ]);
    fake.connectSecrets.splice(0, fake.connectSecrets.length, old);
    await deliver(message.body);
    await expectStatesAgree(w.current);
  });
});

describe('malformed event', () => {
  it.each([
    '',
    'nonsense',
    '{}',
    '[]',
    'null',
    '"envelope-completed"',
    '{"event":null,"data":{"envelopeId":7}}',
    '\u0000\u0001\ufffd',
  ])('%j is verified like any other event, and rejected when it is read', async (body) => {
    const { esign } = w.current;
    const [first, second] = [verified(body), verified(body)];
    expect(first?.eventId).toBeTruthy();
    expect(second?.eventId).toBe(first?.eventId);
    await expect(esign.readEvent(Buffer.from(body))).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('of another account or about an unknown envelope changes nothing', async () => {
    const { fake, database } = w.current;
    const odd = '{"event":7,"generatedDateTime":"never","data":{"envelopeId":"x","accountId":"y"}}';
    expect((await deliver(odd)).state).toBeNull();
    const { envelopeId, messages } = await ended();
    const original = messages.at(-1)?.body ?? '';
    const foreign = original.replaceAll(fake.accountId, '11111111-2222-4333-8444-555555555555');
    expect((await deliver(foreign)).state).toBeNull();
    const stranger = '99999999-2222-4333-8444-555555555555';
    const unknown = JSON.stringify({
      event: COMPLETED,
      generatedDateTime: '2026-11-20T15:00:00.0000000Z',
      data: {
        accountId: fake.accountId,
        envelopeId: stranger,
        envelopeSummary: { status: 'completed', envelopeId: stranger },
      },
    });
    expect((await deliver(unknown)).state).toBeNull();
    const known = await database.query(
      "select state ->> 'status' as status from docusign_envelopes where envelope_id = $1",
      [envelopeId],
    );
    expect(known).toEqual([{ status: 'sent' }]);
    await deliver(original);
    await expectStatesAgree(w.current);
  });

  it('with an unknown status neither ends the document nor prevents its end', async () => {
    const { fake, esign } = w.current;
    const { envelopeId, messages } = await ended();
    const [first] = messages;
    const odd = (first?.body ?? '').replace(/"status":"sent"/, '"status":"levitating"');
    const { state } = await deliver(odd);
    expect(state).toMatchObject({ envelopeId, status: 'levitating', completedAt: null });
    await deliver(messages.find(({ body }) => body.includes(COMPLETED))?.body ?? '');
    await deliver(odd);
    expect(await esign.status(envelopeId)).toMatchObject(stateAtDocusign(fake, envelopeId));
    await expectStatesAgree(w.current);
  });
});

describe('events', () => {
  const runs = Array.from({ length: 24 }, (_, seed) => seed + 1);

  it.each(runs)("repeated, lost and reordered events converge to DocuSign's state (run %i)", async (seed) => {
    const { fake, esign, clock } = w.current;
    const random = seededRandom(seed);
    const startedAt = clock.now();
    const end = random.pick(['completed', 'declined', 'voided'] as const);
    const { envelopeId, messages } = await ended(end);
    const deliveries = [...messages, ...messages]
      .filter(() => random.next() < 0.7)
      .map((message) => ({ message, at: random.next() }))
      .sort((one, other) => one.at - other.at);
    for (const { message } of deliveries) {
      clock.advance(random.between(0, 60_000));
      const { event, state } = await deliver(message.body);
      expect(event).not.toBeNull();
      if (state) expect(state.envelopeId).toBe(envelopeId);
    }
    const hasReceivedEnd = deliveries.some(({ message }) =>
      message.body.includes(`"event":"envelope-${end}"`),
    );
    // The next reconcile recovers what was lost, without any other request.
    if (!hasReceivedEnd) {
      const changed = await esign.changedSince(startedAt);
      expect(changed.map((each) => each.envelopeId)).toContain(envelopeId);
    }
    fake.http.calls.length = 0;
    expect(await esign.status(envelopeId)).toMatchObject(stateAtDocusign(fake, envelopeId));
    expect(fake.http.calls).toEqual([]);
    await expectStatesAgree(w.current);
  });
});

it('an end reported by several events is read once, by any one server', async () => {
  const { fake, another } = w.current;
  const { envelopeId, messages } = await ended();
  const last = messages.filter(({ body }) => body.includes('"status":"completed","envelopeId"'));
  const bodies = [...last, ...last, ...last].map(({ body }) => Buffer.from(body));
  expect(bodies.length).toBeGreaterThan(2);
  fake.http.calls.length = 0;
  const states = await Promise.all(bodies.map((body) => another().readEvent(body)));
  expect(fake.http.callsTo('GET', /\/recipients$/)).toHaveLength(1);
  for (const state of states) expect(state).toMatchObject(stateAtDocusign(fake, envelopeId));
  await expectStatesAgree(w.current);
});

it('one unreadable changed envelope does not block the updates of the others', async () => {
  const { fake, esign, clock } = w.current;
  const startedAt = clock.now();
  const [odd, other] = [await ended(), await ended()];
  fake.http.failNext(
    'GET',
    new RegExp(`${odd.envelopeId}/recipients$`),
    errorResponse(400, 'ENVELOPE_PURGED'),
    2,
  );
  const first = await esign.changedSince(startedAt);
  const ids = first.map(({ envelopeId }) => envelopeId);
  expect(ids).toContain(other.envelopeId);
  expect(ids).not.toContain(odd.envelopeId);
  await expectStatesAgree(w.current);
});

it('an event about a document that was recreated several times affects only that document', async () => {
  const { fake, esign } = w.current;
  const input = newInput(w.current, { templateId: templateOf(fake, 'HIPAA Authorization') });
  const [one, other] = [
    await esign.createEnvelope(input),
    await esign.createEnvelope({ ...input, idempotencyKey: `${input.idempotencyKey}:again` }),
  ];
  fake.connect.outbox.length = 0;
  fake.sign(one.envelopeId, 'Client', { checkboxes: { medical_records: true } });
  for (const { body } of fake.connect.drain()) await deliver(body);
  expect((await esign.status(one.envelopeId)).status).toBe('completed');
  expect((await esign.status(one.envelopeId)).choices.checkboxTabs).toMatchObject({ medical_records: true });
  expect((await esign.status(other.envelopeId)).status).toBe('sent');
  await expectStatesAgree(w.current);
});
