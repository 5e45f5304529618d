import { expect, test } from 'vitest';
import { ADVISOR, CLIENT, RETURN_URL, useRawDocusign } from './raw-fixture.ts';

const account = useRawDocusign();
const { clock, fake, sent, view } = account;

test('creates signing URLs only for embedded recipients in sequence, by exact name and email', async () => {
  const code = async (answer: ReturnType<typeof view>) => (await answer).at('errorCode');
  const id = await sent();
  expect(await code(view(id, CLIENT))).toBe('RECIPIENT_NOT_IN_SEQUENCE');
  expect(await code(view(id, ADVISOR, { userName: 'Ada advisor' }))).toBe('UNKNOWN_ENVELOPE_RECIPIENT');
  expect(await code(view(id, ADVISOR, { email: 'Ada@example.test' }))).toBe('UNKNOWN_ENVELOPE_RECIPIENT');
  expect(await code(view(id, ADVISOR, { clientUserId: 'c-1' }))).toBe('UNKNOWN_ENVELOPE_RECIPIENT');
  expect(await code(view(id, ADVISOR, { returnUrl: 'http://portal.example.test' }))).toBe(
    'INVALID_REQUEST_PARAMETER',
  );
  expect(await code(view(id, ADVISOR, { authenticationMethod: undefined }))).toBe('INVALID_REQUEST_BODY');
  const { clientUserId: _left, ...byEmail } = ADVISOR;
  const remote = await sent({ templateRoles: [byEmail, CLIENT] });
  expect(await code(view(remote, ADVISOR))).toBe('UNKNOWN_ENVELOPE_RECIPIENT');
  const draft = await sent({ status: 'created' });
  expect(await code(view(draft, ADVISOR))).toBe('ENVELOPE_INVALID_STATUS');
});

test('accepts a signing URL only once and within five minutes', async () => {
  const id = await sent();
  const url = String((await view(id, ADVISOR)).at('url'));
  expect(fake.open(url)).toEqual({ envelopeId: id, role: 'Advisor', returnUrl: RETURN_URL });
  expect(() => fake.open(url)).toThrow('used before');
  const late = String((await view(id, ADVISOR)).at('url'));
  clock.advance(5 * 60_000);
  const answer = await account.raw.send('GET', new URL(late).pathname);
  expect(answer.headers.get('location')).toBe(`${RETURN_URL}&event=ttl_expired`);
});

test('lets a signer sign on the page, which escapes the input of the agent', async () => {
  const id = await sent({ emailSubject: 'Please sign <b>this</b>' });
  const page = async (who: typeof CLIENT) => {
    const url = new URL(String((await view(id, who)).at('url')));
    const text = (await account.raw.send('GET', url.pathname + url.search)).bytes.toString();
    return { text, action: /action="([^"]+)"/.exec(text)?.[1] ?? '' };
  };
  const press = async (action: string, form: Record<string, string>) => {
    const body = new URLSearchParams(form);
    const response = await fetch(fake.url + action, { method: 'POST', body, redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '').searchParams.get('event');
  };
  const advisor = await page(ADVISOR);
  expect(advisor.text).toContain('Please sign &lt;b&gt;this&lt;/b&gt;');
  expect(advisor.text).toContain('Fake DocuSign');
  expect(await press(advisor.action, { action: 'cancel' })).toBe('cancel');
  const signed = { action: 'sign', 'check:insurance_review': 'on', 'list:review_meetings': 'Every quarter' };
  expect(await press(advisor.action, signed)).toBe('signing_complete');
  expect(fake.recipient(id, 'Advisor').tabs.checkboxTabs?.[0]?.selected).toBe('true');
  expect(fake.recipient(id, 'Advisor').tabs.listTabs?.[0]?.value).toBe('Every quarter');
  const client = await page(CLIENT);
  expect(await press(client.action, { action: 'decline', reason: 'Wrong fee' })).toBe('decline');
  expect(fake.recipient(id, 'Client').declinedReason).toBe('Wrong fee');
  expect(fake.envelope(id).status).toBe('declined');
  expect(await press(client.action, { action: 'sign' })).toBe('viewing_complete');
});

test('voids only sent and delivered envelopes, and requires a reason', async () => {
  const put = async (id: string, body: object) =>
    (await account.raw.call('PUT', `/envelopes/${id}`, body)).at('errorCode');
  const id = await sent();
  expect(await put(id, { status: 'voided' })).toBe('INVALID_REQUEST_PARAMETER');
  expect(await put(id, { status: 'cancelled', voidedReason: 'x' })).toBe('INVALID_REQUEST_PARAMETER');
  expect(await put(id, { status: 'voided', voidedReason: 'x'.repeat(201) })).toBe(
    'INVALID_REQUEST_PARAMETER',
  );
  expect(await put(id, { status: 'voided', voidedReason: 'Sent by mistake' })).toBeUndefined();
  expect(fake.envelope(id)).toMatchObject({ status: 'voided', voidedReason: 'Sent by mistake' });
  const again = { status: 'voided', voidedReason: 'again' };
  expect(await put(id, again)).toBe('ENVELOPE_CANNOT_VOID_INVALID_STATE');
  const draft = await sent({ status: 'created' });
  expect(await put(draft, again)).toBe('ENVELOPE_CANNOT_VOID_INVALID_STATE');
  expect(await put(draft, { status: 'sent' })).toBeUndefined();
  fake.expire(draft);
  expect(fake.envelope(draft).voidedReason).toBe('Envelope has expired.');
  expect(await put('unknown', again)).toBe('ENVELOPE_DOES_NOT_EXIST');
});

test('returns documents one by one, combined, and with the certificate', async () => {
  const id = await sent();
  const listed = await account.raw.call('GET', `/envelopes/${id}/documents`);
  expect(listed.at('envelopeDocuments.1.documentId')).toBe('certificate');
  const sizes: number[] = [];
  for (const path of ['1', 'certificate', 'combined', 'combined?certificate=true']) {
    const pdf = await account.raw.call('GET', `/envelopes/${id}/documents/${path}`);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    sizes.push(pdf.bytes.length);
  }
  expect(sizes[3]).toBeGreaterThan(sizes[2] ?? 0);
});

test('records two reads of an envelope within fifteen minutes, and rejects the second if the limit is enforced', async () => {
  const id = await sent();
  const path = `/envelopes/${id}`;
  fake.polling.isEnforced = true;
  expect((await account.raw.call('GET', path)).status).toBe(200);
  const rejected = await account.raw.call('GET', path);
  expect(rejected.at('errorCode')).toBe('HOURLY_ENVELOPE_POLLING_LIMIT_EXCEEDED');
  fake.polling.isEnforced = false;
  expect(fake.polling.violations.splice(0)).toHaveLength(1);
  clock.advance(15 * 60_000);
  expect((await account.raw.call('GET', path)).status).toBe(200);
  expect(fake.polling.violations).toEqual([]);
});

test('requires the new name for the signing page after a name change', async () => {
  const id = await sent();
  fake.rename(id, 'Advisor', 'Ada B. Advisor');
  expect((await view(id, ADVISOR)).at('errorCode')).toBe('UNKNOWN_ENVELOPE_RECIPIENT');
  expect((await view(id, { ...ADVISOR, name: 'Ada B. Advisor' })).status).toBe(201);
});

test('allows neither signing nor voiding while an envelope is being corrected', async () => {
  const id = await sent();
  fake.setStatus(id, 'correct');
  expect((await view(id, ADVISOR)).at('errorCode')).toBe('ENVELOPE_INVALID_STATUS');
  const answer = await account.raw.call('PUT', `/envelopes/${id}`, { status: 'voided', voidedReason: 'x' });
  expect(answer.at('errorCode')).toBe('ENVELOPE_CANNOT_VOID_INVALID_STATE');
});
