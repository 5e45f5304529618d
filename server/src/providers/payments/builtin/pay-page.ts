import type { PAY_OUTCOMES } from '@ledgerline/contract/payments/endpoints';
import type { Database } from '#platform/database/database.ts';
import type { Account, InvoiceToPublish, PaymentPort, ProviderInvoice } from '../port.ts';
import { findByToken, type PayResult } from './repository.ts';

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
  /** What the merchant takes through the page in all: less than the total where money came in another way, more where he gave some back himself. */
  payable_cents: number;
  /** What the page showed as due; another sum by now is refused. Null for whoever saw none. */
  shown_cents?: number | null | undefined;
  /** What the merchant's invoice was published as before it was changed: a key that paid there pays nothing here. */
  earlier?: readonly string[];
}

/** A delayed payment arrives, or bounces, this long after it was made. */
export const DELAY_SECONDS = 20;

/** The port and, since the built-in provider has no site of its own, what its pay page needs. */
export interface BuiltinPayments extends PaymentPort {
  readonly name: 'builtin';
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

/** What a page of the built-in provider was made for, also while another provider serves; null for tokens that nobody gave out. */
export async function publishedAt(
  db: Database,
  token: string,
): Promise<Pick<ProviderInvoice, 'account' | 'providerInvoiceId'> | null> {
  const row = await findByToken(db, token);
  return row ? { account: row.account, providerInvoiceId: row.invoice_id } : null;
}
