import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { ACCOUNT_NAMES } from '@ledgerline/contract/rules';
import { z } from 'zod';
import type { TokenSigner } from '#platform/auth/tokens.ts';
import type { Database } from '#platform/database/database.ts';
import type {
  Account,
  InvoiceUpdate,
  ProviderEvent,
  ProviderPayment,
  WebhookHeaders,
} from '#platform/ports/payments.ts';
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
  account: z.enum(ACCOUNT_NAMES),
  at: z.coerce.date(),
  providerInvoiceId: z.string().nullable(),
  payment: paymentSchema.nullable(),
});

/** Queues an event in the same transaction as the change, so that it is published only if the change is committed. */
export async function queueEvent(
  db: Database,
  invoice: Pick<InvoiceRecord, 'account' | 'invoice_id'>,
  what: { type: string; at: Date; payment?: ProviderPayment },
): Promise<void> {
  const event: z.input<typeof eventSchema> = {
    eventId: `evt_${randomUUID()}`,
    type: what.type,
    account: invoice.account,
    at: what.at.toISOString(),
    providerInvoiceId: invoice.invoice_id,
    payment: what.payment ?? null,
  };
  const body = JSON.stringify(event);
  await insertEvent(db, { event_id: event.eventId, account: event.account, body, created_at: what.at });
}

/** Over the raw bytes, with a key per account derived from the installation's secret. */
export function signatureOf(tokens: TokenSigner, account: Account, rawBody: Buffer): string {
  const key = tokens.fingerprint(`built-in payment events of ${account}`);
  return `sha256=${createHmac('sha256', key).update(rawBody).digest('hex')}`;
}

/** Null when the signature is wrong for the account, or the body is not one of ours. */
export function readSignedEvent(
  tokens: TokenSigner,
  account: Account,
  rawBody: Buffer,
  headers: WebhookHeaders,
): ProviderEvent | null {
  const provided = Buffer.from(String(headers[SIGNATURE_HEADER] ?? ''));
  const expected = Buffer.from(signatureOf(tokens, account, rawBody));
  if (provided.length !== expected.length || !timingSafeEqual(provided, expected)) return null;
  const event = parse(rawBody);
  if (event?.account !== account) return null;
  const { eventId, type, at } = event;
  return { eventId, type, account, at, body: rawBody };
}

/** The change that the event reports. */
export function updateOf(account: Account, rawBody: Buffer): InvoiceUpdate | null {
  const event = parse(rawBody);
  if (!event?.providerInvoiceId) return null;
  const payments = event.payment ? [event.payment] : [];
  return { account, providerInvoiceId: event.providerInvoiceId, status: null, version: null, payments };
}

function parse(rawBody: Buffer): z.output<typeof eventSchema> | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(rawBody.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
