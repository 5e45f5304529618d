import { randomUUID } from 'node:crypto';
import type { Deps } from '#platform/context.ts';
import {
  type Account,
  type InvoiceToPublish,
  PaymentError,
  type PaymentPort,
  type ProviderInvoice,
  type ProviderPayment,
} from '#platform/ports/payments.ts';

interface StoredInvoice {
  invoice: ProviderInvoice;
  payments: ProviderPayment[];
  requested: InvoiceToPublish;
}

/** An external payment provider in memory: URLs on another host that change with each request, and its own statuses. */
export class ExternalPayments implements PaymentPort {
  readonly name = 'square';
  readonly hasOwnPage = false;
  readonly isTest = false;
  readonly stored = new Map<string, StoredInvoice>();
  /** Every call that reached it, by name. */
  readonly calls: string[] = [];
  isDown = false;
  private readonly byKey = new Map<string, string>();
  private count = 0;

  /** Resets its records. */
  forget(): void {
    this.stored.clear();
    this.byKey.clear();
    this.calls.length = 0;
    this.isDown = false;
  }

  async ensureCustomer(_account: Account, { reference }: { reference: string }): Promise<string> {
    this.note('ensureCustomer');
    return `customer-${reference}`;
  }

  async publishInvoice(
    requested: InvoiceToPublish,
    step?: (name: 'order' | 'publish') => Promise<void>,
  ): Promise<ProviderInvoice> {
    this.note('publishInvoice');
    const known = this.byKey.get(requested.idempotencyKey);
    if (known) return this.look(known);
    await step?.('order');
    const providerInvoiceId = `inv-${randomUUID()}`;
    const { account, total_cents } = requested;
    const sums = { total_cents, paid_cents: 0, refunded_cents: 0 };
    const invoice = {
      ...{ providerInvoiceId, account, status: 'unpaid', version: null, publicUrl: '' },
      ...sums,
    };
    this.stored.set(providerInvoiceId, { invoice, payments: [], requested });
    this.byKey.set(requested.idempotencyKey, providerInvoiceId);
    await step?.('publish');
    return this.look(providerInvoiceId);
  }

  async mayExist(idempotencyKey: string): Promise<boolean> {
    return this.byKey.has(idempotencyKey);
  }

  async getInvoice(_account: Account, id: string): Promise<ProviderInvoice> {
    this.note('getInvoice');
    return this.look(id);
  }

  async listPayments(_account: Account, id: string): Promise<ProviderPayment[]> {
    this.note('listPayments');
    return this.of(id).payments;
  }

  async cancelInvoice(_account: Account, id: string): Promise<ProviderInvoice> {
    this.note('cancelInvoice');
    const { invoice } = this.of(id);
    if (!['unpaid', 'partially_paid', 'cancelled'].includes(invoice.status)) {
      throw new PaymentError('wrong_state', `an invoice that is ${invoice.status} cannot be cancelled`);
    }
    invoice.status = 'cancelled';
    return this.look(id);
  }

  verifyWebhook(): null {
    return null;
  }

  async readEvent(): Promise<null> {
    return null;
  }

  of(id: string): StoredInvoice {
    const stored = this.stored.get(id);
    if (!stored) throw new PaymentError('not_found', `there is no invoice ${id}`);
    return stored;
  }

  /** A payment or refund in the provider's records. */
  money(id: string, values: Partial<ProviderPayment> & { amount_cents: number; at: Date }): ProviderPayment {
    const payment: ProviderPayment = {
      providerPaymentId: `pay-${randomUUID()}`,
      kind: 'payment',
      status: 'completed',
      method: 'card',
      card_brand: 'Visa',
      card_last4: '4242',
      refundOf: null,
      ...values,
    };
    this.of(id).payments.push(payment);
    return payment;
  }

  private note(call: string): void {
    this.calls.push(call);
    if (this.isDown) throw new PaymentError('unavailable', 'no response');
  }

  private look(id: string): ProviderInvoice {
    this.count += 1;
    return { ...this.of(id).invoice, publicUrl: `https://pay.outside.example/${id}?look=${this.count}` };
  }
}

/** Connects a test's server to this provider. */
export function payWith(deps: Deps, provider: ExternalPayments): void {
  Object.assign(deps, { payments: provider });
}
