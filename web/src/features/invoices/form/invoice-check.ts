import { MAX_CENTS } from '@ledgerline/contract/invoices/schemas';
import {
  ACCOUNT_CHOICE,
  clientFieldError,
  invoiceTotalError,
  isEmail,
  MIN_QUANTITY,
  parseSignedMoneyCents,
  recurringTotalError,
} from '@ledgerline/contract/rules';
import { notADate } from '../../../components/ui/date-input.tsx';
import type { NewInvoice } from '../api.ts';
import { WRONG_AMOUNT } from '../money-typed.ts';
import { type InvoiceValues, isBlank, type LineValues, lineOf, totalsOf } from './invoice-values.ts';

/** Selects the messages: creation on the payments screen, or the full form elsewhere (decisions K10). */
export type Wording = 'list' | 'full';
/** Keys are fields: `title`, `line_items`, `line_items.0.quantity`. Line indexes follow the form. */
export type InvoiceErrors = Record<string, string>;

const TITLE = { list: 'Invoice title is required', full: 'Please enter an invoice title' };
const AMOUNT = { list: 'Invoice amount is required and must be greater than zero', full: WRONG_AMOUNT };
const NO_CLIENT = 'Please select a client before creating an invoice.';
const NO_ACCOUNT = `Please select a Square payment account (${ACCOUNT_CHOICE}).`;
const NO_LINE = 'Please add at least one valid line item with description, quantity, and price.';
const MAX_QUANTITY = 1_000_000;

interface FormBefore {
  /** The initial form values. */
  before: InvoiceValues;
  /** The invoice date in the brokerage's time zone. Without a due date, it is the first payment date. */
  createdOn: string;
  wording: Wording;
}

/** Validation errors of the form. */
export function invoiceErrors(
  values: InvoiceValues,
  { before, createdOn, wording }: FormBefore,
): InvoiceErrors {
  const { title, customer_id, square_account, email, phone } = values;
  return {
    ...(title.trim() === '' ? { title: TITLE[wording] } : {}),
    ...(customer_id === null ? { customer_id: NO_CLIENT } : {}),
    ...(square_account === '' ? { square_account: NO_ACCOUNT } : {}),
    ...(email.trim() !== '' && !isEmail(email) ? { email: 'Please enter a valid email address' } : {}),
    ...phoneErrors(phone),
    ...linesErrors(values),
    ...amountErrors(values, wording),
    ...taxErrors(values, before),
    ...(isDate(values.due_date) ? {} : { due_date: notADate('upcoming') }),
    ...(values.is_recurring ? recurringErrors(values, values.due_date ?? createdOn) : {}),
  };
}

function phoneErrors(phone: string): InvoiceErrors {
  const wrong = clientFieldError({ field: 'primary_phone', value: phone });
  return wrong === null ? {} : { phone: wrong };
}

function linesErrors({ lines }: InvoiceValues): InvoiceErrors {
  const wrong = lines.flatMap((line, index) => (isBlank(line) ? [] : lineErrors(line, index)));
  const isAnyValid = lines.some(
    (line, index) => (parseSignedMoneyCents(line.price) ?? 0) > 0 && lineErrors(line, index).length === 0,
  );
  return { ...Object.fromEntries(wrong), ...(isAnyValid ? {} : { line_items: NO_LINE }) };
}

function lineErrors({ description, quantity, price }: LineValues, index: number): [string, string][] {
  const wrongQuantity = quantityError(quantity);
  const found: [string, string | null][] = [
    ['description', description.trim() === '' ? 'Description is required' : null],
    ['quantity', wrongQuantity],
    ['unit_price_cents', parseSignedMoneyCents(price) ? null : WRONG_AMOUNT],
  ];
  return found.flatMap(([field, wrong]) => (wrong === null ? [] : [[`line_items.${index}.${field}`, wrong]]));
}

function quantityError(text: string): string | null {
  const quantity = Number(text);
  if (text.trim() === '' || !(quantity > 0)) return 'must be above 0';
  if (quantity < MIN_QUANTITY || !/^\d*\.?\d{0,3}$/.test(text)) return 'must have at most three decimals';
  return quantity > MAX_QUANTITY ? 'is too large' : null;
}

/** In the full form, the missing-line error is enough. A zero total is invalid in both modes, unless credits cause it. */
function amountErrors(values: InvoiceValues, wording: Wording): InvoiceErrors {
  const { total_cents } = totalsOf(values);
  if (total_cents > MAX_CENTS) return { amount: WRONG_AMOUNT };
  const wrong =
    invoiceTotalError(total_cents, values.lines.map(lineOf)) ??
    recurringTotalError({ is_recurring: values.is_recurring, total_cents });
  if (wrong === null) return {};
  if (wrong !== AMOUNT.list) return { amount: wrong };
  const isEmpty = values.lines.every(isBlank);
  return wording === 'list' || !isEmpty ? { amount: AMOUNT[wording] } : {};
}

/** Steps of 0.01 (decisions K14). A finer stored rate may stay unchanged. */
function taxErrors({ tax_rate, is_tax_enabled }: InvoiceValues, before: InvoiceValues): InvoiceErrors {
  const rate = Number(tax_rate);
  const isStep = /^[01]?\.?\d{0,2}$/.test(tax_rate) && /\d/.test(tax_rate);
  if (!is_tax_enabled || tax_rate === before.tax_rate || (isStep && rate >= 0 && rate <= 1)) return {};
  return { tax_rate: 'must be from 0 to 1 in steps of 0.01' };
}

const MAX_INTERVAL = 1000;
const MAX_PAYMENTS = 10_000;

function recurringErrors(
  { interval, total_payments, end_date }: InvoiceValues,
  start: string,
): InvoiceErrors {
  const wrongInterval = countError(interval, MAX_INTERVAL);
  const wrongTotal = total_payments === '' ? null : countError(total_payments, MAX_PAYMENTS);
  const isTooEarly = end_date !== null && end_date <= start;
  return {
    ...(wrongInterval ? { recurring_frequency_interval: wrongInterval } : {}),
    ...(wrongTotal ? { recurring_total_payments: wrongTotal } : {}),
    ...(isTooEarly ? { recurring_end_date: 'must be after the first payment date' } : {}),
    ...(isDate(end_date) ? {} : { recurring_end_date: notADate('upcoming') }),
  };
}

function countError(text: string, max: number): string | null {
  const count = Number(text);
  if (!(count >= 1)) return 'must be at least 1';
  if (!/^\d+$/.test(text)) return 'must be a whole number';
  return count > max ? `must be at most ${max}` : null;
}

function isDate(date: string | null): boolean {
  return date === null || /^\d{4}-\d{2}-\d{2}$/.test(date);
}

/** The request body: blank lines are omitted. Requires a client and an account. */
export function bodyOf(values: InvoiceValues): NewInvoice {
  const { customer_id, square_account } = values;
  if (customer_id === null || square_account === '')
    throw new Error('an invoice needs a client and an account');
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    line_items: values.lines.filter((line) => !isBlank(line)).map(lineBody),
    // If tax is off, a valid typed rate is still stored.
    tax_rate: rateOf(values.tax_rate),
    is_tax_enabled: values.is_tax_enabled,
    customer_id,
    square_account,
    full_name: values.full_name.trim() || null,
    email: values.email.trim() || null,
    phone: values.phone.trim() || null,
    due_date: values.due_date,
    ...recurringBody(values),
  };
}

function lineBody(line: LineValues) {
  return {
    description: line.description.trim(),
    quantity: Number(line.quantity),
    unit_price_cents: lineOf(line).unit_price_cents,
  };
}

function rateOf(text: string): number {
  const rate = Number(text);
  return text !== '' && rate >= 0 && rate <= 1 ? rate : 0;
}

function recurringBody(values: InvoiceValues) {
  if (!values.is_recurring)
    return {
      is_recurring: false,
      recurring_frequency: null,
      recurring_frequency_interval: null,
      recurring_end_date: null,
      recurring_total_payments: null,
    };
  return {
    is_recurring: true,
    recurring_frequency: values.frequency,
    recurring_frequency_interval: Number(values.interval),
    recurring_end_date: values.end_date,
    recurring_total_payments: values.total_payments === '' ? null : Number(values.total_payments),
  };
}
