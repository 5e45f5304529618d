import type { InvoiceLine } from '@ledgerline/contract/invoices/schemas';
import { ACCOUNT_NAMES, type Account } from '@ledgerline/contract/rules';

/** Never mixed: every row and call names its own. */
export type { Account };

/** One for each account. */
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

/** What is published: our own sums; a provider that comes to another total must refuse. Money in cents. */
export interface InvoiceToPublish {
  account: Account;
  /** The same key always gives the same invoice, also after a time-out or crash. */
  idempotencyKey: string;
  customerId: string;
  /** The invoice's number; null while it is a draft that has none. */
  reference: string | null;
  title: string;
  description: string;
  lines: readonly InvoiceLine[];
  tax_rate: number;
  tax_cents: number;
  total_cents: number;
  due_date: string | null;
}

/** An invoice as the provider's books have it. */
export interface ProviderInvoice {
  providerInvoiceId: string;
  account: Account;
  /** One of PROVIDER_INVOICE_STATUSES of the contract, or a word of the provider's own that is kept and reported, never interpreted. */
  status: string;
  /** Grows with each change of the invoice at the provider, so that an older reading is known as one; null where nothing tells. */
  version: number | null;
  total_cents: number;
  paid_cents: number;
  refunded_cents: number;
  /** Where the client pays; with an outside provider a temporary address, asked for again whenever it is shown. */
  publicUrl: string;
}

/** What an outside provider pushes: kept once by `eventId` and account, answered at once, read in a job. */
export interface ProviderEvent {
  /** The same for every delivery of the same event. */
  eventId: string;
  type: string;
  account: Account;
  /** When it happened at the provider. */
  at: Date;
}

/** What an event comes to: its invoice as the books have it now, or just what happened. */
export interface InvoiceUpdate {
  account: Account;
  providerInvoiceId: string;
  /** Null when the event says nothing of it. */
  status: string | null;
  /** Of the reading that the status is from (`ProviderInvoice.version`). */
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
  /** When it came to this status at the provider. */
  at: Date;
  /** Of a refund: the provider's id of the payment it gives back. */
  refundOf: string | null;
}

/**
 * A payment provider: the built-in one or Square. Every call can be repeated safely. Errors: `PaymentError`; its message
 * is the provider's, for logs; agents read the specification's sentences.
 */
export interface PaymentPort {
  /** Which adapter this is, as rows and the status page name it. */
  readonly name: string;
  /**
   * Whether its page is a page of this portal (`OwnPagePayments`): it shows the invoice as it stands and takes off by itself
   * what came in another way. A page elsewhere says what it was given, and has to be made anew when that changes.
   */
  readonly hasOwnPage: boolean;
  /** Whether no real money moves. */
  readonly isTest: boolean;
  ensureCustomer(account: Account, customer: PaymentCustomer, idempotencyKey: string): Promise<string>;
  /** `step` is told when the order stands and when the invoice is published. */
  publishInvoice(
    invoice: InvoiceToPublish,
    step?: (name: 'order' | 'publish') => Promise<void>,
  ): Promise<ProviderInvoice>;
  /** Whether an invoice may have come of a key: not before one was asked for. Tells by what is kept here and calls nobody. */
  mayExist(idempotencyKey: string, account: Account): Promise<boolean>;
  getInvoice(account: Account, providerInvoiceId: string): Promise<ProviderInvoice>;
  /** Every payment and refund of an invoice, oldest first: what a reconcile compares with. */
  listPayments(account: Account, providerInvoiceId: string): Promise<ProviderPayment[]>;
  cancelInvoice(
    account: Account,
    providerInvoiceId: string,
    idempotencyKey: string,
  ): Promise<ProviderInvoice>;
  /** Checks the signature over the raw bytes; null for forged ones. Signed bytes that make no sense still are an event. */
  verifyWebhook(account: Account, rawBody: Buffer, headers: WebhookHeaders): ProviderEvent | null;
  /** What a verified event comes to; null when it is about no invoice of ours. Throws when it must be tried again. */
  readEvent(account: Account, rawBody: Buffer): Promise<InvoiceUpdate | null>;
}

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

export type PaymentErrorKind =
  | 'not_found'
  | 'wrong_state'
  | 'invalid'
  | 'unavailable'
  | 'total_differs'
  | 'key_reused';

/** What a provider refuses or cannot do. */
export class PaymentError extends Error {
  readonly kind: PaymentErrorKind;
  constructor(kind: PaymentErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PaymentError';
    this.kind = kind;
  }
}

/** The provider works out another total than ours, by a single cent: nothing is published. Both in cents. */
export class TotalDiffers extends PaymentError {
  readonly theirs_cents: number;
  readonly ours_cents: number;
  constructor(theirs_cents: number, ours_cents: number, detail: string) {
    super('total_differs', detail);
    this.theirs_cents = theirs_cents;
    this.ours_cents = ours_cents;
  }
}
