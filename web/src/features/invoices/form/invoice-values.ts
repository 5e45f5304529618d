import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type { draftSessionInvoice } from '@ledgerline/contract/invoices/endpoints';
import type { Invoice, InvoiceLine } from '@ledgerline/contract/invoices/schemas';
import {
  type Account,
  DEFAULT_ACCOUNT,
  DEFAULT_RECURRING_FREQUENCY,
  DEFAULT_RECURRING_INTERVAL,
  invoiceTotals,
  parseSignedMoneyCents,
  type RecurringFrequency,
  SALES_TAX_RATE,
} from '@ledgerline/contract/rules';
import { isCreatedBySchedule } from '../invoice-display.ts';
import { moneyToType } from '../money-typed.ts';

/** Initial values of a new invoice, from a session's signed forms or a client. customer_id fixes the client. */
export type InvoiceDraft = Partial<ReplyOf<typeof draftSessionInvoice>['data']>;

export interface LineValues {
  /** Stable key of a line while lines are added and removed. */
  key: string;
  description: string;
  quantity: string;
  /** Dollars, as typed. */
  price: string;
}

/** The values of the invoice form. */
export interface InvoiceValues {
  title: string;
  description: string;
  customer_id: number | null;
  full_name: string;
  email: string;
  phone: string;
  lines: LineValues[];
  tax_rate: string;
  is_tax_enabled: boolean;
  due_date: string | null;
  square_account: Account | '';
  send_immediately: boolean;
  is_recurring: boolean;
  frequency: RecurringFrequency;
  interval: string;
  end_date: string | null;
  total_payments: string;
}

export type Change = (changes: Partial<InvoiceValues>) => void;

export function newLine(
  line?: Pick<InvoiceLine, 'description' | 'unit_price_cents'> & { quantity?: number },
) {
  return {
    key: crypto.randomUUID(),
    description: line?.description ?? '',
    quantity: String(line?.quantity ?? 1),
    price: line ? moneyToType(line.unit_price_cents) : '',
  };
}

/** Values of a new invoice, prefilled from a draft. */
export function newValues(draft: InvoiceDraft = {}): InvoiceValues {
  const lines = draft.line_items ?? [];
  return {
    title: draft.title ?? '',
    description: '',
    customer_id: draft.customer_id ?? null,
    full_name: draft.full_name ?? '',
    email: draft.email ?? '',
    phone: draft.phone ?? '',
    lines: lines.length > 0 ? lines.map(newLine) : [newLine()],
    tax_rate: String(draft.tax_rate ?? SALES_TAX_RATE),
    is_tax_enabled: draft.is_tax_enabled ?? false,
    due_date: null,
    square_account: draft.square_account === undefined ? DEFAULT_ACCOUNT : (draft.square_account ?? ''),
    send_immediately: false,
    is_recurring: draft.is_recurring ?? false,
    frequency: draft.recurring_frequency ?? DEFAULT_RECURRING_FREQUENCY,
    interval: String(DEFAULT_RECURRING_INTERVAL),
    end_date: null,
    total_payments: '',
  };
}

export function valuesOf(invoice: Invoice): InvoiceValues {
  const { session_id: _, ...draft } = invoice;
  return {
    ...newValues(draft),
    description: invoice.description,
    due_date: invoice.due_date,
    send_immediately: invoice.send_immediately,
    // The schedule that created it goes on unchanged: this form neither shows its options nor sends them.
    is_recurring: invoice.is_recurring && !isCreatedBySchedule(invoice),
    interval: String(invoice.recurring_frequency_interval ?? DEFAULT_RECURRING_INTERVAL),
    end_date: invoice.recurring_end_date,
    total_payments: String(invoice.recurring_total_payments ?? ''),
  };
}

export function lineOf({ quantity, price }: LineValues) {
  return { quantity, unit_price_cents: parseSignedMoneyCents(price) ?? 0 };
}

/** The totals, computed as on the server. */
export function totalsOf({ lines, tax_rate, is_tax_enabled }: InvoiceValues) {
  return invoiceTotals({ lines: lines.map(lineOf), tax_rate, is_tax_enabled });
}

/** The line is blank. */
export function isBlank({ description, quantity, price }: LineValues): boolean {
  return description.trim() === '' && price === '' && (quantity === '' || quantity === '1');
}
