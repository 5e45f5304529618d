import { existsSync, readFileSync } from 'node:fs';
import { ProviderServer } from '../provider-server.ts';
import { SavedState } from '../saved-state.ts';
import * as money from './collect-payments.ts';
import { customerRoutes } from './customers.ts';
import { newEvent, type OutgoingEvent, outgoing, signedHeaders } from './events.ts';
import { changeInvoice, invoiceRoutes, payUrl, requireInvoice } from './invoices.ts';
import { merchantRoutes, newLocation, newMerchant } from './merchants.ts';
import { orderRoutes } from './orders.ts';
import { Outbox } from './outbox.ts';
import { payPages } from './pay-pages.ts';
import { paymentRoutes } from './payment-routes.ts';
import { refundPayment, settleRefund } from './refunds.ts';
import {
  type Books,
  type Merchant,
  SELLERS,
  type SquareAccount,
  type SquareEvent,
  type SquareInvoice,
  type SquareOrder,
  type SquarePayment,
  type SquareRefund,
  type Switches,
} from './square-books.ts';
import { contractErrorBody, notImplemented } from './square-error.ts';

/** All records for one reference_id. */
export interface ReferenceBooks {
  orders: SquareOrder[];
  invoices: SquareInvoice[];
  payments: SquarePayment[];
  refunds: SquareRefund[];
  paidCents: number;
  refundedCents: number;
}

/**
 * The part of Square that Ledgerline needs: sellers with separate data, validation of every call against the official
 * contract, and the rules that the contract cannot express. Its methods simulate clients, sellers and Square itself.
 */
export class FakeSquare {
  readonly http: ProviderServer;
  /** Events pending delivery: tests deliver, drop, repeat, reorder and forge them. */
  readonly outbox: Outbox;
  readonly switches: Switches = {
    roundTaxUp: false,
    rotateLinks: false,
    listLagMs: 0,
    staleVersion: { status: 400, code: 'VERSION_MISMATCH' },
  };
  readonly #merchants: Merchant[];
  readonly #now: () => Date;
  readonly #state: SavedState;
  readonly #books: Books;

  constructor({ now = () => new Date(), saveTo }: { now?: () => Date; saveTo?: string } = {}) {
    this.#now = now;
    const saved = saveTo && existsSync(saveTo) ? readSaved(saveTo) : null;
    this.#merchants = saved?.merchants ?? SELLERS.map((seller) => newMerchant(seller, now()));
    this.outbox = new Outbox(() => this.#save(), saved?.waiting);
    this.#state = new SavedState(saveTo, () => ({
      merchants: this.#merchants,
      waiting: this.outbox.saved(),
    }));
    this.#books = {
      merchants: this.#merchants,
      now,
      url: () => this.url,
      switches: this.switches,
      send: (merchant, event) => this.#send(merchant, event),
    };
    const books = this.#books;
    this.http = new ProviderServer({
      provider: 'square',
      before: (app) => {
        app.use((_request, response, next) => {
          response.on('close', () => this.#save());
          next();
        });
        payPages(books, app);
      },
      routes: (app) => {
        for (const routes of [merchantRoutes, customerRoutes, orderRoutes, invoiceRoutes, paymentRoutes]) {
          routes(books, app);
        }
        app.use('/v2', (request, response) => {
          const { status, errors } = notImplemented(`${request.method} ${request.originalUrl}`);
          response.status(status).json({ errors });
        });
      },
      errorBody: contractErrorBody,
    });
  }

  get url(): string {
    return this.http.url;
  }

  async start(port?: number): Promise<void> {
    await this.http.start(port);
    for (const { invoices, links } of this.#merchants) {
      for (const invoice of invoices) {
        const token = links[invoice.id];
        if (token) invoice.public_url = payUrl(this.#books, token);
      }
    }
  }

  async stop(): Promise<void> {
    this.outbox.stop();
    await this.http.stop();
    this.#save();
    this.#state.flush();
  }

  /** The settings for a Ledgerline at this URL; webhooks are then sent to it and signed with it. */
  environment(publicUrl: string): Record<string, string> {
    const settings: Record<string, string> = { PAYMENT_PROVIDER: 'square', SQUARE_BASE_URL: this.url };
    for (const { account, token, locations, id, subscription } of this.#merchants) {
      subscription.notification_url = new URL(`/api/webhooks/payments/${account}`, publicUrl).href;
      settings[`SQUARE_${account}_ACCESS_TOKEN`] = token;
      settings[`SQUARE_${account}_LOCATION_ID`] = locations[0]?.id ?? '';
      settings[`SQUARE_${account}_MERCHANT_ID`] = id;
      settings[`SQUARE_${account}_WEBHOOK_KEYS`] = subscription.signature_key;
      settings[`SQUARE_${account}_WEBHOOK_URL`] = subscription.notification_url;
    }
    return settings;
  }

  /** From now on, delivers events automatically to the Ledgerline at this URL, with retries. */
  connectTo(url: string): void {
    this.outbox.connect(url);
  }

  merchant(account: SquareAccount): Merchant {
    const merchant = this.#merchants.find((each) => each.account === account);
    if (!merchant) throw new Error(`there is no account ${account}`);
    return merchant;
  }

  invoice(invoiceId: string): SquareInvoice {
    return this.#find(invoiceId).invoice;
  }

  /** A client pays, or the seller records cash or a check; a bank transfer is pending until `settle`. */
  pay(invoiceId: string, attempt: money.PayAttempt = {}): SquarePayment {
    const { merchant, invoice } = this.#find(invoiceId);
    return this.#saved(money.collectPayment(this.#books, merchant, invoice, attempt));
  }

  /** Completes or fails a pending payment or refund. */
  settle(id: string, outcome: 'completed' | 'failed'): void {
    for (const merchant of this.#merchants) {
      const refund = merchant.refunds.find((each) => each.id === id);
      if (refund) {
        const status = outcome === 'completed' ? 'COMPLETED' : 'FAILED';
        settleRefund(this.#books, merchant, refund, status);
        this.#save();
        return;
      }
      const payment = merchant.payments.find((each) => each.id === id);
      if (payment) {
        money.settlePayment(this.#books, merchant, payment, outcome);
        this.#save();
        return;
      }
    }
    throw new Error(`there is no payment or refund ${id}`);
  }

  refund(
    paymentId: string,
    amount: number,
    options: { pending?: boolean; reason?: string } = {},
  ): SquareRefund {
    const merchant = this.#merchants.find(({ payments }) => payments.some(({ id }) => id === paymentId));
    const payment = merchant?.payments.find(({ id }) => id === paymentId);
    if (!merchant || !payment) throw new Error(`there is no payment ${paymentId}`);
    return this.#saved(refundPayment(this.#books, merchant, payment, { amount, ...options }));
  }

  /** Square blocks the invoice as suspicious. */
  fail(invoiceId: string): void {
    const { merchant, invoice } = this.#find(invoiceId);
    money.stopInvoice(this.#books, merchant, invoice);
    this.#save();
  }

  /** Sets any status, even one that is not in the contract. */
  setStatus(invoiceId: string, status: string): void {
    const { merchant, invoice } = this.#find(invoiceId);
    changeInvoice(this.#books, merchant, invoice, { status });
    this.#save();
  }

  /** Square increments the version without any other change. */
  bumpVersion(invoiceId: string): void {
    this.#find(invoiceId).invoice.version += 1;
    this.#save();
  }

  /** From now on, every GET of an invoice returns a new link, and the previous one expires. */
  rotateLinks(): void {
    this.switches.rotateLinks = true;
  }

  /** Expires all idempotency keys. */
  expireIdempotencyKeys(): void {
    for (const merchant of this.#merchants) merchant.answers = {};
    this.#save();
  }

  setToken(account: SquareAccount, state: Merchant['tokenState']): void {
    this.merchant(account).tokenState = state;
    this.#save();
  }

  /** Sets another signature key, as after a rotation; pending events keep their signature. */
  setSignatureKey(account: SquareAccount, key: string): void {
    this.merchant(account).subscription.signature_key = key;
    this.#save();
  }

  addLocation(account: SquareAccount, name: string): string {
    const merchant = this.merchant(account);
    const location = newLocation(merchant.id, name, `${this.#now().toISOString().slice(0, 19)}Z`);
    merchant.locations.push(location);
    return location.id;
  }

  /** An event made up by a test, with a valid signature of this account; `body` is sent unchanged, even if it is invalid. */
  forge(account: SquareAccount, body: string, type = 'forged'): OutgoingEvent {
    const merchant = this.merchant(account);
    const rawBody = Buffer.from(body);
    const url = merchant.subscription.notification_url;
    return {
      account,
      eventId: type,
      type,
      url,
      rawBody,
      headers: signedHeaders(merchant, rawBody),
      attempts: 0,
    };
  }

  /** All records for orders with this reference_id. */
  about(account: SquareAccount, reference: string): ReferenceBooks {
    const merchant = this.merchant(account);
    const orders = merchant.orders.filter(({ reference_id }) => reference_id === reference);
    const isAbout = ({ order_id }: { order_id: string }) => orders.some(({ id }) => id === order_id);
    const payments = merchant.payments.filter(isAbout);
    const refunds = merchant.refunds.filter(({ payment_id }) => payments.some(({ id }) => id === payment_id));
    const sum = (rows: (SquarePayment | SquareRefund)[]) =>
      rows.reduce(
        (total, { status, amount_money }) => total + (status === 'COMPLETED' ? amount_money.amount : 0),
        0,
      );
    const invoices = merchant.invoices.filter(isAbout);
    return { orders, invoices, payments, refunds, paidCents: sum(payments), refundedCents: sum(refunds) };
  }

  #find(invoiceId: string): { merchant: Merchant; invoice: SquareInvoice } {
    const merchant = this.#merchants.find(({ invoices }) => invoices.some(({ id }) => id === invoiceId));
    if (!merchant) throw new Error(`there is no invoice ${invoiceId}`);
    return { merchant, invoice: requireInvoice(merchant, invoiceId) };
  }

  #send(merchant: Merchant, details: Pick<SquareEvent, 'type' | 'data' | 'location_id'>): void {
    const event = newEvent(merchant, this.#now(), details);
    merchant.events.push(event);
    const { enabled, event_types } = merchant.subscription;
    if (enabled && event_types.includes(event.type)) this.outbox.add(outgoing(merchant, event));
  }

  #saved<T>(value: T): T {
    this.#save();
    return value;
  }

  #save(): void {
    this.#state.changed();
  }
}

function readSaved(file: string): { merchants: Merchant[]; waiting: ReturnType<Outbox['saved']> } {
  return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof readSaved>;
}
