import type { Account, PaymentPort, ProviderInvoice, WebhookHeaders } from '#platform/ports/payments.ts';

/** What a client does on the provider's page: all that is due unless an amount is given. */
export interface PayAttempt {
  amount_cents?: number;
  /** A bank transfer that stays under way until `settle`. */
  transfer?: 'completed' | 'failed';
}

/** One event as the provider posts it. */
export interface Posted {
  account: Account;
  rawBody: Buffer;
  headers: WebhookHeaders;
}

/** A provider as the suite sees it: what clients, banks and sellers do there. */
export interface PaymentWorld {
  payments: PaymentPort;
  pay(invoice: ProviderInvoice, attempt?: PayAttempt): Promise<void>;
  /** What is under way comes to its end. */
  settle(): Promise<void>;
  /** The seller gives back, at the provider. */
  refund(account: Account, providerPaymentId: string, amount_cents: number): Promise<void>;
  /** The events told since the last time, oldest first. */
  drainEvents(): Promise<Posted[]>;
  /** How many invoices the provider made for one publication. */
  countOf(account: Account, idempotencyKey: string): Promise<number>;
  /** What the provider found wrong with our calls; empty at the end. */
  complaints(): string[];
  close(): Promise<void>;
}
