import { randomBytes } from 'node:crypto';
import type { OwnPagePayments, PayView } from '#platform/ports/built-in-pay-page.ts';
import {
  type Account,
  type InvoiceToPublish,
  PaymentError,
  type ProviderInvoice,
} from '#platform/ports/payments.ts';
import {
  checkSums,
  newId,
  type PaymentTools,
  paymentsOf,
  publishedSchema,
  requireInvoice,
  toProviderInvoice,
} from './books.ts';
import { OWN_NAME } from './pay-pages.ts';
import * as repository from './repository.ts';
import { queueEvent, readSignedEvent, SIGNATURE_HEADER, signatureOf, updateOf } from './signed-events.ts';
import { payInvoice, refundPayment, settleDelayed } from './take-payment.ts';

/**
 * The built-in provider: a bank of its own in this database, with test money, whose events arrive like those of a real
 * provider.
 */
export function createBuiltinPayments(tools: PaymentTools): OwnPagePayments {
  const { database, clock, tokens } = tools;
  return {
    name: OWN_NAME,
    hasOwnPage: true,
    isTest: true,
    ensureCustomer: (account, customer, idempotency_key) =>
      repository.saveCustomer(database, {
        customer_id: newId('cus'),
        account,
        idempotency_key,
        reference: customer.reference,
        created_at: clock.now(),
      }),
    publishInvoice: (invoice, step) => publishInvoice(tools, invoice, step),
    mayExist: async (key, account) => (await repository.findByKey(database, account, key)) !== undefined,
    async getInvoice(account, providerInvoiceId) {
      const row = await requireInvoice(database, account, providerInvoiceId);
      return toProviderInvoice(tools, database, row);
    },
    async listPayments(account, providerInvoiceId) {
      const row = await requireInvoice(database, account, providerInvoiceId);
      return paymentsOf(database, row.id);
    },
    cancelInvoice: (account, providerInvoiceId) => cancelInvoice(tools, account, providerInvoiceId),
    verifyWebhook: (account, rawBody, headers) => readSignedEvent(tokens, account, rawBody, headers),
    readEvent: async (account, rawBody) => updateOf(account, rawBody),
    async page(token) {
      const row = await repository.findByToken(database, token);
      return row ? viewPage(tools, row) : null;
    },
    pageOf: async (account, providerInvoiceId) =>
      viewPage(tools, await requireInvoice(database, account, providerInvoiceId)),
    pay: (token, attempt) => payInvoice(tools, token, attempt),
    refund: (account, paymentId, amount, key) => refundPayment(tools, { account, paymentId, amount, key }),
    settleDelayed: () => settleDelayed(tools),
    async undelivered(limit) {
      const events = await repository.listUndelivered(database, limit);
      return events.map(({ id, account, body }) => {
        const rawBody = Buffer.from(body);
        const signature = signatureOf(tokens, account, rawBody);
        return { id, account, rawBody, headers: { [SIGNATURE_HEADER]: signature } };
      });
    },
    delivered: (id) => repository.markDelivered(database, id, clock.now()),
  };
}

async function publishInvoice(
  tools: PaymentTools,
  invoice: InvoiceToPublish,
  step?: (name: 'order' | 'publish') => Promise<void>,
): Promise<ProviderInvoice> {
  checkSums(invoice);
  const { database, clock } = tools;
  if (!(await repository.hasCustomer(database, invoice.account, invoice.customerId))) {
    throw new PaymentError('not_found', `there is no customer ${invoice.customerId} in ${invoice.account}`);
  }
  await step?.('order');
  const row = await database.transaction(async (db) => {
    const created = {
      invoice_id: newId('inv'),
      account: invoice.account,
      idempotency_key: invoice.idempotencyKey,
      customer_id: invoice.customerId,
      token: randomBytes(32).toString('base64url'),
      total_cents: invoice.total_cents,
      published: invoice,
      created_at: clock.now(),
    };
    if (await repository.insertInvoice(db, created)) {
      await queueEvent(db, created, { type: 'invoice.published', at: created.created_at });
    }
    const existing = await repository.findByKey(db, invoice.account, invoice.idempotencyKey);
    if (!existing) throw new Error('the invoice was not stored');
    return existing;
  });
  await step?.('publish');
  return toProviderInvoice(tools, database, row);
}

/** Idempotent; a partial payment is retained, but nothing more can be paid. */
function cancelInvoice(
  tools: PaymentTools,
  account: Account,
  providerInvoiceId: string,
): Promise<ProviderInvoice> {
  return tools.database.transaction(async (db) => {
    const row = await requireInvoice(db, account, providerInvoiceId, true);
    if (row.cancelled_at) return toProviderInvoice(tools, db, row);
    const before = await toProviderInvoice(tools, db, row);
    if (['paid', 'partially_refunded', 'refunded'].includes(before.status)) {
      throw new PaymentError('wrong_state', 'a paid invoice cannot be cancelled');
    }
    const at = tools.clock.now();
    await repository.cancelInvoiceRow(db, row.id, at);
    await queueEvent(db, row, { type: 'invoice.cancelled', at });
    return { ...before, status: 'cancelled' };
  });
}

async function viewPage(tools: PaymentTools, row: repository.InvoiceRecord): Promise<PayView> {
  const invoice = await toProviderInvoice(tools, tools.database, row);
  return { token: row.token, invoice, published: publishedSchema.parse(row.published) };
}
