import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, byAccount, type PaymentPort } from '#platform/ports/payments.ts';
import { squareAccount } from './accounts.ts';
import { getInvoice, listPayments } from './books.ts';
import { cancelInvoice } from './cancelling.ts';
import { ensureCustomer } from './customers.ts';
import { publishInvoice } from './publishing.ts';
import * as repository from './repository.ts';
import { createSquareClient } from './square-client.ts';
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
