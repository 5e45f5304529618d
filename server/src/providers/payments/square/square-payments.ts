import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Account,
  byAccount,
  PaymentError,
  type PaymentPort,
  type ProviderInvoice,
} from '#platform/ports/payments.ts';
import { squareAccount } from './accounts.ts';
import { deletedInvoice, getInvoice, listPayments, readInvoice, save, toProviderInvoice } from './books.ts';
import { ensureCustomer } from './customers.ts';
import { publishInvoice } from './publishing.ts';
import * as repository from './repository.ts';
import { invoiceAnswer, type SquareInvoice } from './shapes.ts';
import { createSquareClient } from './square-client.ts';
import { SquareError } from './square-error.ts';
import type { SquareOptions, SquareTools } from './square-tools.ts';
import { squareWebhooks } from './webhooks.ts';

/** Square as the payment provider, for every account. */
export function createSquarePayments(options: SquareOptions): PaymentPort & { readonly hasOwnPage: false } {
  const tools = squareTools(options);
  return {
    name: 'square',
    hasOwnPage: false,
    isTest: false,
    ensureCustomer: (account, customer, key) => ensureCustomer(tools, account, customer, key),
    publishInvoice: (invoice, step) => publishInvoice(tools, invoice, step),
    mayExist: (key, account) => repository.wasInvoiceRequested(tools.database, account, key),
    getInvoice: (account, invoiceId) => getInvoice(tools, account, invoiceId),
    listPayments: (account, invoiceId) => listPayments(tools, account, invoiceId),
    cancelInvoice: (account, invoiceId) => cancelInvoice(tools, account, invoiceId),
    ...squareWebhooks(tools),
  };
}

function squareTools(options: SquareOptions): SquareTools {
  const { config, database, clock, log, wait, fetch } = options;
  const client = (account: Account) =>
    createSquareClient(squareAccount(config, account), {
      baseUrl: config.SQUARE_BASE_URL,
      clock,
      log,
      ...(wait ? { wait } : {}),
      ...(fetch ? { fetch } : {}),
    });
  const noted = new Set<string>();
  return {
    database,
    clock,
    timeZone: config.TIME_ZONE,
    clients: byAccount(client),
    wait: wait ?? sleep,
    reportUnknown(what, word) {
      if (noted.has(`${what} ${word}`)) return;
      noted.add(`${what} ${word}`);
      log.error({ what, word: word.slice(0, 60) }, 'unknown status of square');
    },
  };
}

const MAX_TRIES = 3;
/** A partially paid and partially refunded invoice is not in a terminal state, so Square decides. */
const CANCELLABLE = ['SCHEDULED', 'UNPAID', 'PARTIALLY_PAID', 'PARTIALLY_REFUNDED'];
/** Nothing more can be paid. */
const OVER = ['CANCELED', 'FAILED'];

/** Cancels the invoice or deletes the draft; refunds nothing. Needs no idempotency key: a repeat finds it already done. */
async function cancelInvoice(
  tools: SquareTools,
  account: Account,
  invoiceId: string,
): Promise<ProviderInvoice> {
  for (let tries = 1; ; tries += 1) {
    const known = await repository.findByInvoice(tools.database, account, invoiceId);
    if (known?.status === 'DELETED') return deletedInvoice(known, invoiceId);
    const invoice = await readInvoice(tools, account, invoiceId, known);
    if (!invoice) return deletedInvoice(known, invoiceId);
    if (OVER.includes(invoice.status)) return toProviderInvoice(tools, account, invoice);
    assertCancellable(invoice);
    try {
      return await end(tools, account, invoice, known);
    } catch (error) {
      const isRetryWorthwhile =
        error instanceof SquareError && (error.isStale || error.kind !== 'unavailable');
      if (!isRetryWorthwhile || tries >= MAX_TRIES) throw error;
    }
  }
}

function assertCancellable({ status }: SquareInvoice): void {
  if (status === 'DRAFT' || CANCELLABLE.includes(status)) return;
  throw new PaymentError('wrong_state', `an invoice that is ${status} cannot be cancelled`);
}

async function end(
  tools: SquareTools,
  account: Account,
  invoice: SquareInvoice,
  row: repository.InvoiceRow | undefined,
): Promise<ProviderInvoice> {
  const square = tools.clients[account];
  const path = ['v2', 'invoices', invoice.id];
  if (invoice.status === 'DRAFT') {
    await square.delete(path, { version: String(invoice.version) });
    if (row) await repository.markDeleted(tools.database, row.id, tools.clock.now());
    return { ...(await toProviderInvoice(tools, account, invoice)), status: 'cancelled' };
  }
  const answer = await square.post([...path, 'cancel'], { version: invoice.version }, invoiceAnswer);
  if (row) await save(tools, row.id, answer.invoice);
  return toProviderInvoice(tools, account, answer.invoice);
}
