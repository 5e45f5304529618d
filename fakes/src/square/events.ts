import { createHmac, randomUUID } from 'node:crypto';
import type { Merchant, SquareAccount, SquareEvent } from './square-books.ts';

export const SIGNATURE_HEADER = 'x-square-hmacsha256-signature';

/** A pending delivery: the exact bytes, the URL that is signed, the headers. */
export interface OutgoingEvent {
  account: SquareAccount;
  eventId: string;
  type: string;
  url: string;
  rawBody: Buffer;
  headers: Record<string, string>;
  /** Failed delivery attempts. */
  attempts: number;
}

export function newEvent(
  merchant: Merchant,
  at: Date,
  { type, data, location_id }: Pick<SquareEvent, 'type' | 'data' | 'location_id'>,
): SquareEvent {
  return {
    merchant_id: merchant.id,
    ...(location_id ? { location_id } : {}),
    type,
    event_id: randomUUID(),
    created_at: at.toISOString(),
    data: structuredClone(data),
  };
}

/** The delivery of an event, signed over the subscription's URL and the bytes. */
export function outgoing(merchant: Merchant, event: SquareEvent): OutgoingEvent {
  const rawBody = Buffer.from(JSON.stringify(event));
  const url = merchant.subscription.notification_url;
  return {
    account: merchant.account,
    eventId: event.event_id,
    type: event.type,
    url,
    rawBody,
    headers: signedHeaders(merchant, rawBody),
    attempts: 0,
  };
}

export function signedHeaders(merchant: Merchant, rawBody: Buffer): Record<string, string> {
  const { signature_key, notification_url } = merchant.subscription;
  const mac = (kind: 'sha256' | 'sha1') =>
    createHmac(kind, signature_key).update(notification_url).update(rawBody).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Square Connect v2',
    'square-environment': 'Sandbox',
    [SIGNATURE_HEADER]: mac('sha256'),
    /** The legacy signature, which Square still sends and receivers must ignore. */
    'x-square-signature': mac('sha1'),
  };
}
