import { randomBytes, randomInt } from 'node:crypto';

/** The simulated sellers. */
export const SELLERS = [
  { account: 'BFS', name: 'Fake Financial Services' },
  { account: 'BFA', name: 'Fake Financial Advisors' },
] as const;
export type Seller = (typeof SELLERS)[number];
export type SquareAccount = Seller['account'];

export interface Money {
  amount: number;
  currency: string;
}

export interface SquareCustomer {
  id: string;
  created_at: string;
  updated_at: string;
  given_name?: string;
  family_name?: string;
  company_name?: string;
  nickname?: string;
  email_address?: string;
  phone_number?: string;
  reference_id?: string;
  note?: string;
  creation_source: 'THIRD_PARTY';
  preferences: { email_unsubscribed: boolean };
  version: number;
}

export interface OrderTax {
  uid: string;
  name?: string;
  percentage: string;
  type: 'ADDITIVE';
  scope: 'ORDER' | 'LINE_ITEM';
  applied_money: Money;
}

export interface OrderDiscount {
  uid: string;
  name: string;
  type: 'FIXED_AMOUNT';
  scope: 'ORDER';
  amount_money: Money;
  applied_money: Money;
}

export interface OrderLine {
  uid: string;
  name?: string;
  note?: string;
  quantity: string;
  quantity_unit?: Record<string, unknown>;
  item_type: 'ITEM' | 'CUSTOM_AMOUNT';
  base_price_money: Money;
  variation_total_price_money: Money;
  gross_sales_money: Money;
  applied_taxes?: { uid: string; tax_uid: string; applied_money: Money }[];
  applied_discounts?: { uid: string; discount_uid: string; applied_money: Money }[];
  total_tax_money: Money;
  total_discount_money: Money;
  total_service_charge_money: Money;
  total_money: Money;
}

export interface MoneyAmounts {
  total_money: Money;
  tax_money: Money;
  discount_money: Money;
  tip_money: Money;
  service_charge_money: Money;
}

export interface Tender {
  id: string;
  location_id: string;
  transaction_id: string;
  created_at: string;
  amount_money: Money;
  type: 'CARD' | 'CASH' | 'BANK_ACCOUNT' | 'OTHER';
  customer_id?: string;
  payment_id: string;
  card_details?: Record<string, unknown>;
  cash_details?: Record<string, unknown>;
  bank_account_details?: Record<string, unknown>;
}

export interface SquareOrder {
  id: string;
  location_id: string;
  reference_id?: string;
  customer_id?: string;
  source: { name: string };
  line_items?: OrderLine[];
  taxes?: OrderTax[];
  discounts?: OrderDiscount[];
  returns?: Record<string, unknown>[];
  return_amounts?: MoneyAmounts;
  net_amounts: MoneyAmounts;
  tenders?: Tender[];
  refunds?: Record<string, unknown>[];
  metadata?: Record<string, string>;
  created_at: string;
  updated_at: string;
  closed_at?: string;
  state: 'OPEN' | 'COMPLETED' | 'CANCELED' | 'DRAFT';
  version: number;
  total_money: Money;
  total_tax_money: Money;
  total_discount_money: Money;
  total_tip_money: Money;
  total_service_charge_money: Money;
  net_amount_due_money: Money;
}

interface PaymentRequest {
  uid: string;
  request_type: 'BALANCE';
  due_date: string;
  tipping_enabled: boolean;
  automatic_payment_source: 'NONE';
  computed_amount_money: Money;
  total_completed_amount_money: Money;
}

export interface SquareInvoice {
  id: string;
  version: number;
  location_id: string;
  order_id: string;
  primary_recipient: { customer_id: string } & Record<string, unknown>;
  payment_requests: [PaymentRequest];
  delivery_method: 'EMAIL' | 'SHARE_MANUALLY';
  invoice_number: string;
  title?: string;
  description?: string;
  scheduled_at?: string;
  public_url?: string;
  next_payment_amount_money?: Money;
  /** A status of Square, or one that is not in its contract (`setStatus`). */
  status: string;
  timezone: string;
  created_at: string;
  updated_at: string;
  accepted_payment_methods: Record<string, boolean>;
  sale_or_service_date?: string;
  store_payment_method_enabled: boolean;
}

export interface SquarePayment {
  id: string;
  created_at: string;
  updated_at: string;
  amount_money: Money;
  total_money: Money;
  approved_money?: Money;
  refunded_money?: Money;
  status: 'APPROVED' | 'PENDING' | 'COMPLETED' | 'CANCELED' | 'FAILED';
  source_type: 'CARD' | 'BANK_ACCOUNT' | 'CASH' | 'EXTERNAL';
  location_id: string;
  order_id: string;
  customer_id?: string;
  refund_ids?: string[];
  card_details?: Record<string, unknown> & { status: string; card: Record<string, unknown> };
  bank_account_details?: Record<string, unknown>;
  cash_details?: Record<string, unknown>;
  external_details?: Record<string, unknown>;
  application_details: { square_product: 'INVOICES' };
  receipt_number: string;
  version_token: string;
}

export interface SquareRefund {
  id: string;
  status: 'PENDING' | 'COMPLETED' | 'REJECTED' | 'FAILED';
  location_id: string;
  amount_money: Money;
  payment_id: string;
  order_id: string;
  reason: string;
  created_at: string;
  updated_at: string;
}

export interface SquareLocation {
  id: string;
  name: string;
  business_name: string;
  merchant_id: string;
  timezone: string;
  status: 'ACTIVE' | 'INACTIVE';
  country: 'US';
  currency: string;
  language_code: string;
  type: 'PHYSICAL';
  capabilities: string[];
  created_at: string;
}

export interface Subscription {
  id: string;
  name: string;
  enabled: boolean;
  event_types: string[];
  notification_url: string;
  api_version: string;
  signature_key: string;
  created_at: string;
  updated_at: string;
}

export interface SquareEvent {
  merchant_id: string;
  location_id?: string;
  type: string;
  event_id: string;
  created_at: string;
  data: { type: string; id: string; deleted?: boolean; object?: Record<string, unknown> };
}

/** The data of one seller. Data of other sellers is not in it and therefore not found. */
export interface Merchant {
  account: SquareAccount;
  id: string;
  business_name: string;
  created_at: string;
  token: string;
  tokenState: 'active' | 'expired' | 'revoked';
  tokenExpiresAt: string | null;
  /** The first is the main location. */
  locations: SquareLocation[];
  subscription: Subscription;
  customers: SquareCustomer[];
  orders: SquareOrder[];
  invoices: SquareInvoice[];
  payments: SquarePayment[];
  refunds: SquareRefund[];
  events: SquareEvent[];
  /** Responses by endpoint and idempotency key. */
  answers: Record<string, { request: string; answer: string }>;
  /** The last invoice number that Square assigned, by location. */
  lastNumbers: Record<string, number>;
  /** Pay page tokens: only the newest one of an invoice is valid. */
  links: Record<string, string>;
}

/** The state and context of the routes. */
export interface Books {
  merchants: Merchant[];
  now(): Date;
  /** The URL of the fake. */
  url(): string;
  /** Options that tests and the demo can change. */
  switches: Switches;
  /** Publishes an event of this merchant. */
  send(merchant: Merchant, event: Pick<SquareEvent, 'type' | 'data' | 'location_id'>): void;
}

export interface Switches {
  /** Rounds taxes up instead of half to even, so that totals differ by a cent. */
  roundTaxUp: boolean;
  /** Every GET of an invoice returns a new public_url, and the previous one expires. */
  rotateLinks: boolean;
  /** Delay after which lists include new payments and refunds; Square may have one too. */
  listLagMs: number;
  /** Status and code for a stale version; Square documents only the code VERSION_MISMATCH. */
  staleVersion: { status: number; code: string };
}

export const stamp = (books: Books): string => books.now().toISOString();

export const usd = (amount: number): Money => ({ amount, currency: 'USD' });

const ALPHABET = 'ABCDEFGHJKLMNPQRSTVWXYZ0123456789';

/** Random letters and digits, like Square's IDs. */
export function randomId(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

export const newIds = {
  customer: () => randomId(26),
  order: () => `${randomBytes(20).toString('base64url').replaceAll(/[-_]/g, 'x')}ZY`,
  /** Invoice IDs contain a colon, which paths must escape. */
  invoice: () => `inv:0-Ch${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x')}`,
  payment: () => `${randomBytes(20).toString('base64url').replaceAll(/[-_]/g, 'x')}ZY`,
};
