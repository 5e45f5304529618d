import type { FakeSquare } from './fake-square.ts';
import type {
  SquareAccount,
  SquareCustomer,
  SquareEvent,
  SquareInvoice,
  SquareLocation,
  SquareOrder,
  SquarePayment,
  SquareRefund,
  Subscription,
} from './square-books.ts';
import type { SquareError } from './square-error.ts';

interface AnswerBody {
  errors?: SquareError[];
  cursor?: string;
  count?: number;
  customer?: SquareCustomer;
  customers?: SquareCustomer[];
  order?: SquareOrder;
  orders?: SquareOrder[];
  order_entries?: { order_id: string }[];
  invoice?: SquareInvoice;
  invoices?: SquareInvoice[];
  payment?: SquarePayment;
  payments?: SquarePayment[];
  refund?: SquareRefund;
  refunds?: SquareRefund[];
  location?: SquareLocation;
  locations?: SquareLocation[];
  subscriptions?: Subscription[];
  events?: SquareEvent[];
  scopes?: string[];
  merchant_id?: string;
}

export interface Answer {
  status: number;
  /** The code of the first error, if any. */
  code: string | undefined;
  headers: Headers;
  body: AnswerBody;
}

/** An HTTP client for the fake with the token of one seller. */
export class SquareCaller {
  readonly fake: FakeSquare;
  readonly account: SquareAccount;

  constructor(fake: FakeSquare, account: SquareAccount = 'BFS') {
    this.fake = fake;
    this.account = account;
  }

  get location(): string {
    return this.fake.merchant(this.account).locations[0]?.id ?? '';
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(this.fake.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.fake.merchant(this.account).token}`,
        'square-version': '2025-08-20',
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as AnswerBody;
    return {
      status: response.status,
      code: answer.errors?.[0]?.code,
      headers: response.headers,
      body: answer,
    };
  }

  async customer(fields: Record<string, unknown> = {}): Promise<SquareCustomer> {
    const { body } = await this.call('POST', '/v2/customers', {
      given_name: 'Ada',
      family_name: 'Example',
      email_address: 'ada@example.com',
      ...fields,
    });
    return must(body.customer);
  }

  orderBody(customer_id: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      location_id: this.location,
      customer_id,
      line_items: [{ name: 'Advice', quantity: '1', base_price_money: { amount: 10_000, currency: 'USD' } }],
      ...fields,
    };
  }

  async order(customer_id: string, fields: Record<string, unknown> = {}): Promise<SquareOrder> {
    const { body } = await this.call('POST', '/v2/orders', { order: this.orderBody(customer_id, fields) });
    return must(body.order);
  }

  invoiceBody(
    { id, customer_id }: SquareOrder,
    fields: Record<string, unknown> = {},
  ): Record<string, unknown> {
    return {
      location_id: this.location,
      order_id: id,
      primary_recipient: { customer_id },
      payment_requests: [
        { request_type: 'BALANCE', due_date: '2030-01-31', automatic_payment_source: 'NONE' },
      ],
      delivery_method: 'SHARE_MANUALLY',
      accepted_payment_methods: { card: true, bank_account: true },
      ...fields,
    };
  }

  async draft(fields: Record<string, unknown> = {}): Promise<SquareInvoice> {
    const order = await this.order((await this.customer()).id, fields);
    const { body } = await this.call('POST', '/v2/invoices', { invoice: this.invoiceBody(order) });
    return must(body.invoice);
  }

  /** A published invoice; its order is 100 dollars by default. */
  async published(fields: Record<string, unknown> = {}): Promise<SquareInvoice> {
    const { id, version } = await this.draft(fields);
    const { body } = await this.call('POST', `${pathOf(id)}/publish`, { version });
    return must(body.invoice);
  }

  async read(invoiceId: string): Promise<SquareInvoice> {
    return must((await this.call('GET', pathOf(invoiceId))).body.invoice);
  }
}

/** Encodes the ID, because invoice IDs contain a colon. */
export const pathOf = (invoiceId: string): string => `/v2/invoices/${encodeURIComponent(invoiceId)}`;

export function must<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error('the response lacks a required value');
  return value;
}
