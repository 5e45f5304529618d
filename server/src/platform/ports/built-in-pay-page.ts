import type { PAY_OUTCOMES } from '@ledgerline/contract/pay-page/endpoints';
import { settledCents } from '@ledgerline/contract/rules';
import type { Account, InvoiceToPublish, PaymentPort, ProviderInvoice, ProviderPayment } from './payments.ts';

/** What came of an attempt to pay. */
export type PayResult = 'paid' | 'partially_paid' | 'declined' | 'processing';

/** The invoice of one pay page as the built-in provider's own books have it. */
export interface PayView {
  /** Names the page. */
  token: string;
  invoice: ProviderInvoice;
  /** As it was published. */
  published: InvoiceToPublish;
  /** A delayed payment that has not arrived yet. */
  pending_cents: number;
}

export interface PayAttempt {
  /** Made by the page once per attempt: the same key never pays twice. */
  key: string;
  outcome: (typeof PAY_OUTCOMES)[number];
  method: 'card' | 'ach';
  /** All that is due unless given; never more. */
  amount_cents: number | null;
  /** What the merchant takes through the page now, from the payments and refunds in the provider's books. */
  dueOf: (payments: readonly ProviderPayment[]) => number;
  /** What the page showed as due; another sum by now is refused. Null for whoever saw none. */
  shown_cents?: number | null | undefined;
  /** What the merchant's invoice was published as before it was changed: a key that paid there pays nothing here. */
  earlier?: readonly string[];
}

/** Sums of what a provider's books have of one invoice. */
export function bookSums(payments: readonly ProviderPayment[]) {
  const completed = payments.filter(({ status }) => status === 'completed');
  const isPayment = ({ kind }: ProviderPayment) => kind === 'payment';
  const sum = (all: readonly ProviderPayment[]) => all.reduce((cents, one) => cents + one.amount_cents, 0);
  return {
    paid_cents: sum(completed.filter(isPayment)),
    refunded_cents: sum(completed.filter((one) => !isPayment(one))),
    pending_cents: sum(payments.filter((one) => isPayment(one) && one.status === 'pending')),
    settled_cents: settledCents(
      completed.map((one) => ({ at: one.at, cents: isPayment(one) ? one.amount_cents : -one.amount_cents })),
    ),
  };
}

/** What is due of an invoice that is paid only through its page. */
export function dueOfTotal(total_cents: number): PayAttempt['dueOf'] {
  return (payments) => {
    const { paid_cents, refunded_cents, pending_cents, settled_cents } = bookSums(payments);
    return settled_cents >= total_cents ? 0 : total_cents - paid_cents + refunded_cents - pending_cents;
  };
}

/** A delayed payment arrives, or bounces, this long after it was made. */
export const DELAY_SECONDS = 20;

/** A provider whose page is a page of this portal, and what that page needs of it. */
export interface OwnPagePayments extends PaymentPort {
  readonly hasOwnPage: true;
  /** Null for tokens that nobody gave out. */
  page(token: string): Promise<PayView | null>;
  /** The page of one of its invoices. */
  pageOf(account: Account, providerInvoiceId: string): Promise<PayView>;
  /** A test payment. What follows comes as signed events, like any provider's. */
  pay(token: string, attempt: PayAttempt): Promise<PayResult>;
  /** Gives back a payment or a part of it, as at the counter of a real provider; returns the refund's id. */
  refund(account: Account, providerPaymentId: string, amountCents: number, key: string): Promise<string>;
  /** Ends the delayed payments whose time has come; how many. */
  settleDelayed(): Promise<number>;
  /** Events that have not been taken yet, oldest first, as the raw signed requests a real provider would send. */
  undelivered(
    limit: number,
  ): Promise<{ id: number; account: Account; rawBody: Buffer; headers: Record<string, string> }[]>;
  /** The inbox has taken it. */
  delivered(id: number): Promise<void>;
}

/** What pages of this portal were made for, whichever provider serves now: mails of before still carry their addresses. */
export interface OwnPages {
  /** Null for tokens that nobody gave out. */
  publishedAt(token: string): Promise<Pick<ProviderInvoice, 'account' | 'providerInvoiceId'> | null>;
  /** The providers, by the names that the books have of them, whose payments were made on such pages. */
  readonly names: ReadonlySet<string>;
}
