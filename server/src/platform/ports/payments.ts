import type { InvoiceLine } from '@ledgerline/contract/invoices/schemas';
import { ACCOUNT_NAMES, type Account } from '@ledgerline/contract/rules';

/** Never mixed: every row and call names its account. */
export type { Account };

/** One value for each account. */
export function byAccount<One>(create: (account: Account) => One): Record<Account, One> {
  return Object.fromEntries(ACCOUNT_NAMES.map((account) => [account, create(account)])) as Record<
    Account,
    One
  >;
}

export interface PaymentCustomer {
  /** The client's id in the portal. */
  reference: string;
  name: string;
  email: string | null;
  phone: string | null;
}

/** What is published: our own totals; a provider that calculates a different total must reject it. Money in cents. */
export interface InvoiceToPublish {
  account: Account;
  /** The same key always returns the same invoice, also after a timeout or crash. */
  idempotencyKey: string;
  customerId: string;
  /** The invoice's number; null while it is a draft without one. */
  reference: string | null;
  title: string;
  description: string;
  lines: readonly InvoiceLine[];
  tax_rate: number;
  tax_cents: number;
  total_cents: number;
  due_date: string | null;
}

/** An invoice in the provider's records. */
export interface ProviderInvoice {
  providerInvoiceId: string;
  account: Account;
  /**
   * One of PROVIDER_INVOICE_STATUSES of the contract, or another provider value that is stored and reported, never interpreted.
   */
  status: string;
  /** Increases with each change of the invoice at the provider, so that stale data is recognized; null if unavailable. */
  version: number | null;
  total_cents: number;
  paid_cents: number;
  refunded_cents: number;
  /** The client's payment page; with an external provider a temporary address, requested again whenever it is shown. */
  publicUrl: string;
}

/** An event pushed by an external provider: stored once by `eventId` and account, acknowledged at once, processed in a job. */
export interface ProviderEvent {
  /** The same for every delivery of the same event. */
  eventId: string;
  type: string;
  account: Account;
  /** When it happened at the provider. */
  at: Date;
  /** What `readEvent` needs of the message, and nothing else of its personal data: only this is stored. */
  body: Buffer;
}

/** The result of an event: the current state of its invoice, or only what happened. */
export interface InvoiceUpdate {
  account: Account;
  providerInvoiceId: string;
  /** Null if the event does not contain it. */
  status: string | null;
  /** The version that the status was read with (`ProviderInvoice.version`). */
  version: number | null;
  payments: ProviderPayment[];
}

export interface ProviderPayment {
  providerPaymentId: string;
  kind: 'payment' | 'refund';
  status: 'completed' | 'pending' | 'failed';
  method: 'card' | 'ach' | 'cash' | 'check';
  card_brand: string | null;
  card_last4: string | null;
  amount_cents: number;
  /** When it reached this status at the provider. */
  at: Date;
  /** For a refund: the provider's id of the refunded payment. */
  refundOf: string | null;
}

/**
 * A payment provider: the built-in one or Square. Every call is safe to repeat. Errors: `PaymentError`; its message is the
 * provider's, for logs; agents see the specification's texts.
 */
export interface PaymentPort {
  /** The adapter, as named in rows and on the status page. */
  readonly name: string;
  /**
   * Whether its pay page is a page of this portal (`OwnPagePayments`): that page shows the current invoice and deducts payments
   * received otherwise. An external page shows what was published, and must be published again when that changes.
   */
  readonly hasOwnPage: boolean;
  /** Whether no real money moves. */
  readonly isTest: boolean;
  ensureCustomer(account: Account, customer: PaymentCustomer, idempotencyKey: string): Promise<string>;
  /** `step` is called when the order is created and when the invoice is published. */
  publishInvoice(
    invoice: InvoiceToPublish,
    step?: (name: 'order' | 'publish') => Promise<void>,
  ): Promise<ProviderInvoice>;
  /** Whether an invoice may exist for a key: not before one was requested. Uses local records and calls no external service. */
  mayExist(idempotencyKey: string, account: Account): Promise<boolean>;
  getInvoice(account: Account, providerInvoiceId: string): Promise<ProviderInvoice>;
  /** Every payment and refund of an invoice, oldest first, for reconciliation. */
  listPayments(account: Account, providerInvoiceId: string): Promise<ProviderPayment[]>;
  cancelInvoice(
    account: Account,
    providerInvoiceId: string,
    idempotencyKey: string,
  ): Promise<ProviderInvoice>;
  /** Verifies the signature over the raw bytes; null for forged ones. Signed bytes that cannot be parsed are still an event. */
  verifyWebhook(account: Account, rawBody: Buffer, headers: WebhookHeaders): ProviderEvent | null;
  /** The result of a verified event; null if it is about no invoice of ours. Throws if it must be retried. */
  readEvent(account: Account, body: Buffer): Promise<InvoiceUpdate | null>;
}

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

export type PaymentErrorKind =
  | 'not_found'
  | 'wrong_state'
  | 'invalid'
  | 'unavailable'
  | 'total_differs'
  | 'key_reused';

/** Something that a provider rejects or cannot do. */
export class PaymentError extends Error {
  readonly kind: PaymentErrorKind;
  constructor(kind: PaymentErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PaymentError';
    this.kind = kind;
  }
}

/** The provider calculates a different total than ours, even by one cent: nothing is published. Both in cents. */
export class TotalDiffers extends PaymentError {
  readonly theirs_cents: number;
  readonly ours_cents: number;
  constructor(theirs_cents: number, ours_cents: number, detail: string) {
    super('total_differs', detail);
    this.theirs_cents = theirs_cents;
    this.ours_cents = ours_cents;
  }
}
