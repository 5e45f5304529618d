import { randomUUID } from 'node:crypto';
import { PROVIDER_INVOICE_STATUSES } from '@ledgerline/contract/rules';
import { expect } from 'vitest';
import type {
  Account,
  InvoiceToPublish,
  InvoiceUpdate,
  PaymentErrorKind,
  ProviderInvoice,
  ProviderPayment,
} from '#platform/ports/payments.ts';
import type { PaymentWorld } from './payment-port-world.ts';

/** One line of ten dollars with seven percent of tax. */
export const TOTAL_CENTS = 1070;

/** Shared tools of the cases for one account; the world is open once they run. */
export interface PortTools {
  readonly w: PaymentWorld;
  account: Account;
  other: Account;
  newCustomer(account?: Account, key?: string): Promise<string>;
  toPublish(values?: Partial<InvoiceToPublish>): Promise<InvoiceToPublish>;
  publish(values?: Partial<InvoiceToPublish>): Promise<ProviderInvoice>;
  /** The invoice, after checking that its status is known and its sums are possible. */
  invoiceNow(invoice: ProviderInvoice): Promise<ProviderInvoice>;
  moneyOf(invoice: ProviderInvoice): Promise<ProviderPayment[]>;
  /** The updates from the events since the last call, without those about other objects. */
  updates(): Promise<InvoiceUpdate[]>;
}

export function portTools(world: () => PaymentWorld, account: Account): PortTools {
  const newCustomer = (of = account, key: string = randomUUID()) =>
    world().payments.ensureCustomer(of, { reference: key, ...ZOE }, key);
  const toPublish = async (values: Partial<InvoiceToPublish> = {}): Promise<InvoiceToPublish> => ({
    ...{ account, idempotencyKey: randomUUID(), reference: `INV-${randomUUID()}`, title: 'Fee' },
    ...{ description: 'For the year', lines: [FEE], tax_rate: 0.07, tax_cents: 70, total_cents: TOTAL_CENTS },
    due_date: '2027-01-31',
    ...values,
    customerId: values.customerId ?? (await newCustomer(values.account)),
  });
  return {
    get w() {
      return world();
    },
    account,
    other: account === 'BFS' ? 'BFA' : 'BFS',
    newCustomer,
    toPublish,
    publish: async (values) => world().payments.publishInvoice(await toPublish(values)),
    async invoiceNow({ providerInvoiceId, total_cents }) {
      const known = await world().payments.getInvoice(account, providerInvoiceId);
      expect(PROVIDER_INVOICE_STATUSES).toContain(known.status);
      expect(known).toMatchObject({ providerInvoiceId, account, total_cents });
      expect(known.refunded_cents).toBeLessThanOrEqual(known.paid_cents);
      expect(known.paid_cents).toBeLessThanOrEqual(known.total_cents);
      return known;
    },
    moneyOf: ({ providerInvoiceId }) => world().payments.listPayments(account, providerInvoiceId),
    async updates() {
      const all: InvoiceUpdate[] = [];
      for (const { account: of, rawBody } of await world().drainEvents()) {
        const update = await world().payments.readEvent(of, rawBody);
        if (update) all.push(update);
      }
      return all;
    },
  };
}

const ZOE = { name: 'Zoe Ward', email: 'zoe@example.com', phone: '(212) 555-0100' };
const FEE = { description: 'Fee', quantity: 1, unit_price_cents: 1000, line_total_cents: 1000 };

export function expectRejected(call: Promise<unknown>, kind: PaymentErrorKind): Promise<void> {
  return expect(call).rejects.toMatchObject({ kind });
}

/** A payment in one line, for lists of them. */
export const summaryOf = ({ kind, status, method, amount_cents }: ProviderPayment): string =>
  `${kind} ${status} ${method} ${amount_cents}`;
