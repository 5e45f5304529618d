import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import {
  type Account,
  type InvoiceUpdate,
  PaymentError,
  type PaymentPort,
  type ProviderEvent,
  type WebhookHeaders,
} from '#platform/ports/payments.ts';
import { jsonOf } from '../../http/json-text.ts';
import type { SquareAccount } from './accounts.ts';
import { getInvoice, listPayments } from './books.ts';
import { sha256 } from './keys.ts';
import * as repository from './repository.ts';
import { paymentAnswer } from './shapes.ts';
import type { SquareTools } from './square-tools.ts';

const SIGNATURE_HEADER = 'x-square-hmacsha256-signature';

const text = z.string().nullish().catch(null);
const thing = z.object({ id: text, order_id: text, payment_id: text }).nullish().catch(null);
const eventSchema = z.object({
  merchant_id: text,
  event_id: z.string().min(1),
  type: z.string().catch(''),
  created_at: text,
  data: z
    .object({
      type: text,
      id: text,
      deleted: z.boolean().nullish().catch(null),
      object: z.object({ invoice: thing, payment: thing, refund: thing }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});
type SquareEvent = z.output<typeof eventSchema>;

/** The part that the port needs. */
export function squareWebhooks(tools: SquareTools): Pick<PaymentPort, 'verifyWebhook' | 'readEvent'> {
  return {
    verifyWebhook: (account, rawBody, headers) =>
      verifyWebhook(tools.clients[account].account, rawBody, headers, tools.clock.now()),
    readEvent: (account, body) => readEvent(tools, account, body),
  };
}

/** The signature over the exact URL of the subscription and the raw body. */
export function signatureOf(key: string, url: string, rawBody: Buffer): string {
  return createHmac('sha256', key).update(url).update(rawBody).digest('base64');
}

/**
 * Null unless one of the account's keys signed it. One application may serve both merchants and then sends the events of both
 * to each URL: those of the other merchant are accepted, since rejections end a subscription, and then ignored.
 */
export function verifyWebhook(
  square: SquareAccount,
  rawBody: Buffer,
  headers: WebhookHeaders,
  now: Date,
): ProviderEvent | null {
  const { account, webhookUrl, webhookKeys } = square;
  const signatures = [headers[SIGNATURE_HEADER] ?? []].flat();
  if (webhookUrl === null) return null;
  const isSigned = webhookKeys.some((key) => {
    const expected = signatureOf(key, webhookUrl, rawBody);
    return signatures.some((signature) => isSame(signature, expected));
  });
  if (!isSigned) return null;
  const event = parse(rawBody);
  // The schema has only ids, no names or addresses.
  const body = Buffer.from(JSON.stringify(event ?? null));
  if (!event) return { eventId: sha256(rawBody), type: 'unreadable', account, at: now, body };
  const at = new Date(event.created_at ?? '');
  const { event_id: eventId, type } = event;
  return { eventId, type, account, at: Number.isNaN(at.getTime()) ? now : at, body };
}

/** An event only signals that something changed; the changes are read through the API. */
async function readEvent(tools: SquareTools, account: Account, body: Buffer): Promise<InvoiceUpdate | null> {
  const event = parse(body);
  if (!event) throw new PaymentError('invalid', 'a signed event of square cannot be parsed');
  if (isOfOther(tools.clients[account].account, event)) return null;
  const row = await rowOf(tools, account, event);
  if (!row) return null;
  if (row.invoice_id === null) throw new PaymentError('unavailable', 'the invoice is still being published');
  const { status, version } = await getInvoice(tools, account, row.invoice_id);
  const payments = await listPayments(tools, account, row.invoice_id);
  return { account, providerInvoiceId: row.invoice_id, status, version, payments };
}

function isOfOther({ merchantId }: SquareAccount, { merchant_id }: SquareEvent): boolean {
  return merchantId !== null && merchant_id != null && merchant_id !== merchantId;
}

async function rowOf(
  tools: SquareTools,
  account: Account,
  { type, data }: SquareEvent,
): Promise<repository.InvoiceRow | undefined> {
  const { invoice, payment, refund } = data?.object ?? {};
  const { database } = tools;
  if (type.startsWith('invoice.')) {
    const id = invoice?.id ?? data?.id;
    const byId = id ? await repository.findByInvoice(database, account, id) : undefined;
    return (
      byId ?? (invoice?.order_id ? repository.findByOrder(database, account, invoice.order_id) : undefined)
    );
  }
  if (payment?.id) return ofPayment(tools, account, payment.id, payment.order_id);
  if (refund?.id && refund.payment_id) {
    const row = await ofPayment(tools, account, refund.payment_id, null);
    if (row?.order_id) await rememberRefund(tools, row.account, row.order_id, refund.id, refund.payment_id);
    return row;
  }
  return undefined;
}

/** Finds the invoice by the order of a payment. A refund has an order of its own, so the order of its payment is fetched. */
async function ofPayment(
  tools: SquareTools,
  account: Account,
  paymentId: string,
  reported: string | null | undefined,
): Promise<repository.InvoiceRow | undefined> {
  const { database, clock } = tools;
  const order_id = reported ?? (await orderOf(tools, account, paymentId));
  const row = order_id ? await repository.findByOrder(database, account, order_id) : undefined;
  if (!row || !order_id) return undefined;
  const seen = [{ provider_payment_id: paymentId, order_id, refund_of: null }];
  await repository.rememberPayments(database, account, seen, clock.now());
  return row;
}

async function orderOf(
  tools: SquareTools,
  account: Account,
  paymentId: string,
): Promise<string | null | undefined> {
  const seen = await repository.findSeen(tools.database, account, paymentId);
  if (seen) return seen.order_id;
  const { payment } = await tools.clients[account].get(['v2', 'payments', paymentId], paymentAnswer);
  return payment.order_id;
}

function rememberRefund(
  { database, clock }: SquareTools,
  account: Account,
  order_id: string,
  provider_payment_id: string,
  refund_of: string,
): Promise<void> {
  return repository.rememberPayments(
    database,
    account,
    [{ provider_payment_id, order_id, refund_of }],
    clock.now(),
  );
}

function isSame(provided: string, expected: string): boolean {
  const [one, other] = [Buffer.from(provided), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function parse(rawBody: Buffer): SquareEvent | undefined {
  return eventSchema.safeParse(jsonOf(rawBody)).data;
}
