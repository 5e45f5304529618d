import type { Account, PaymentPort, ProviderInvoice, WebhookHeaders } from '#platform/ports/payments.ts';

/** What a client does on the provider's page: pays the full amount due unless an amount is passed. */
export interface PayAttempt {
  amount_cents?: number;
  /** A bank transfer that stays pending until `settle`. */
  transfer?: 'completed' | 'failed';
}

/** One event as the provider posts it. */
export interface Posted {
  account: Account;
  rawBody: Buffer;
  headers: WebhookHeaders;
}

/** A provider as the suite sees it: the actions of clients, banks and sellers. */
export interface PaymentWorld {
  payments: PaymentPort;
  pay(invoice: ProviderInvoice, attempt?: PayAttempt): Promise<void>;
  /** Completes or fails what is pending. */
  settle(): Promise<void>;
  /** The seller refunds at the provider. */
  refund(account: Account, providerPaymentId: string, amount_cents: number): Promise<void>;
  /** The events sent since the last call, oldest first. */
  drainEvents(): Promise<Posted[]>;
  /** How many invoices the provider created for one publication. */
  countOf(account: Account, idempotencyKey: string): Promise<number>;
  /** Violations in our calls that the provider found; empty at the end. */
  violations(): string[];
  close(): Promise<void>;
}
