import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SquareAccount } from './accounts.ts';
import { signatureOf, verifyWebhook } from './webhooks.ts';

const url = 'https://portal.example.com/api/webhooks/payments/BFS';
const now = new Date('2026-11-20T15:00:00Z');
const account = (values: Partial<SquareAccount> = {}): SquareAccount => ({
  account: 'BFS',
  accessToken: 'token',
  locationId: 'LOC',
  merchantId: 'M1',
  webhookKeys: ['old key', 'new key'],
  webhookUrl: url,
  ...values,
});
const event = {
  merchant_id: 'M1',
  event_id: 'e-1',
  type: 'invoice.updated',
  created_at: '2026-11-20T14:59:00Z',
};
const body = (values: object = {}) => Buffer.from(JSON.stringify({ ...event, ...values }));
const verify = (rawBody: Buffer, signature: string | string[] | undefined, square = account()) =>
  verifyWebhook(square, rawBody, { 'x-square-hmacsha256-signature': signature }, now);

describe('signature', () => {
  it('is the HMAC over URL and body in base64', () => {
    const expected = createHmac('sha256', 'new key').update(`${url}{"a":1}`).digest('base64');
    expect(signatureOf('new key', url, Buffer.from('{"a":1}'))).toBe(expected);
  });

  it.each(['old key', 'new key'])('is valid with each of the keys: %s', (key) => {
    expect(verify(body(), signatureOf(key, url, body()))).toMatchObject({
      eventId: 'e-1',
      type: 'invoice.updated',
      account: 'BFS',
      at: new Date('2026-11-20T14:59:00Z'),
    });
  });

  it.each([
    ['another key', signatureOf('other', url, body())],
    ['another URL', signatureOf('new key', `${url}/`, body())],
    ['another body', signatureOf('new key', url, body({ type: 'x' }))],
    ['another length', 'short'],
    ['nothing', undefined],
  ])('over %s is rejected', (_, signature) => {
    expect(verify(body(), signature)).toBeNull();
  });

  it('is never valid without a key or a URL', () => {
    const signature = signatureOf('', url, body());
    expect(verify(body(), signature, account({ webhookKeys: [] }))).toBeNull();
    expect(verify(body(), signatureOf('new key', '', body()), account({ webhookUrl: null }))).toBeNull();
  });
});

describe('signed event', () => {
  const signed = (rawBody: Buffer, square = account()) =>
    verify(rawBody, signatureOf('new key', url, rawBody), square);

  it('of another merchant is accepted too: Square ends subscriptions that reject events', () => {
    expect(signed(body({ merchant_id: 'M2' }))).toMatchObject({ eventId: 'e-1', account: 'BFS' });
  });

  it.each(['not json', '[]', '{"merchant_id":"M1"}', ''])(
    'with the body %s is accepted, with the same ID each time',
    (text) => {
      const first = signed(Buffer.from(text));
      expect(first).toMatchObject({ type: 'unreadable', account: 'BFS', at: now });
      expect(signed(Buffer.from(text))?.eventId).toBe(first?.eventId);
    },
  );

  it('is stored with its ids only, without names and addresses', () => {
    const recipient = { given_name: 'Ana', email_address: 'ana@example.test' };
    const invoice = { id: 'inv:1', order_id: 'o1', title: 'For Ana', primary_recipient: recipient };
    const sent = body({ data: { type: 'invoice', id: 'inv:1', object: { invoice } } });
    const kept = JSON.parse(String(signed(sent)?.body));
    expect(JSON.stringify(kept)).not.toMatch(/ana/i);
    expect(kept).toMatchObject({ ...event, data: { object: { invoice: { id: 'inv:1', order_id: 'o1' } } } });
    expect(String(signed(Buffer.from('no JSON about Ana'))?.body)).toBe('null');
  });

  it('without a time gets the current time', () => {
    expect(signed(body({ created_at: 'soon' }))?.at).toEqual(now);
  });
});
