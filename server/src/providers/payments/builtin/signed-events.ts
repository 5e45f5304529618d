import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { TokenSigner } from '#platform/auth/tokens.ts';
import type { Database } from '#platform/database/database.ts';
import type { Account, ProviderEvent, ProviderPayment } from '../port.ts';
import { type InvoiceRecord, insertEvent } from './repository.ts';

export const SIGNATURE_HEADER = 'x-ledgerline-signature';

const paymentSchema = z.object({
  providerPaymentId: z.string().min(1),
  kind: z.enum(['payment', 'refund']),
  status: z.enum(['completed', 'pending', 'failed']),
  method: z.enum(['card', 'ach', 'cash', 'check']),
  card_brand: z.string().nullable(),
  card_last4: z.string().nullable(),
  amount_cents: z.number().int().positive(),
  at: z.coerce.date(),
  refundOf: z.string().nullable(),
});

const eventSchema = z.object({
  eventId: z.string().min(1),
  type: z.string(),
  account: z.enum(['BFS', 'BFA']),
  at: z.coerce.date(),
  providerInvoiceId: z.string().nullable(),
  payment: paymentSchema.nullable(),
});

/** Notes what happened in the books' own transaction: it is told when, and only if, it did happen. */
export async function tellEvent(
  db: Database,
  invoice: Pick<InvoiceRecord, 'account' | 'invoice_id'>,
  what: { type: string; at: Date; payment?: ProviderPayment },
): Promise<void> {
  const event: ProviderEvent = {
    eventId: `evt_${randomUUID()}`,
    type: what.type,
    account: invoice.account,
    at: what.at,
    providerInvoiceId: invoice.invoice_id,
    payment: what.payment ?? null,
  };
  const body = JSON.stringify(event);
  await insertEvent(db, { event_id: event.eventId, account: event.account, body, at: event.at });
}

/** Over the raw bytes, with a key of each account that hangs on the installation's secret. */
export function signatureOf(tokens: TokenSigner, account: Account, rawBody: Buffer): string {
  const key = tokens.fingerprint(`built-in payment events of ${account}`);
  return `sha256=${createHmac('sha256', key).update(rawBody).digest('hex')}`;
}

/** Null when the signature is not right for the account, or the body is none of ours. */
export function readSignedEvent(
  tokens: TokenSigner,
  account: Account,
  rawBody: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ProviderEvent | null {
  const given = Buffer.from(String(headers[SIGNATURE_HEADER] ?? ''));
  const expected = Buffer.from(signatureOf(tokens, account, rawBody));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const event = eventSchema.safeParse(jsonOf(rawBody));
  return event.success && event.data.account === account ? event.data : null;
}

function jsonOf(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return null;
  }
}
