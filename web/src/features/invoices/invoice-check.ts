import { MAX_CENTS } from '@ledgerline/contract/invoices/schemas';
import { clientFieldError, isEmail, MIN_QUANTITY } from '@ledgerline/contract/rules';
import { NOT_A_DATE } from '../../components/ui/date-input.tsx';
import type { NewInvoice } from './api.ts';
import { type InvoiceValues, isBlank, type LineValues, lineOf, totalsOf } from './invoice-values.ts';
import { centsAboveZero, WRONG_AMOUNT } from './money-typed.ts';

/** Whose words: creation on the payments screen, or the full form everywhere else (K10). */
export type Wording = 'list' | 'full';
/** By field: `title`, `line_items`, `line_items.0.quantity`; lines are counted as they stand in the form. */
export type InvoiceErrors = Record<string, string>;

const TITLE = { list: 'Invoice title is required', full: 'Please enter an invoice title' };
const AMOUNT = { list: 'Invoice amount is required and must be greater than zero', full: WRONG_AMOUNT };
const NO_CLIENT = 'Please select a client before creating an invoice.';
const NO_ACCOUNT = 'Please select a Square payment account (BFS or BFA).';
const NO_LINE = 'Please add at least one valid line item with description, quantity, and price.';
const MAX_QUANTITY = 1_000_000;

/** What is wrong with what was entered; `before` is the form as it was opened. */
export function invoiceErrors(values: InvoiceValues, before: InvoiceValues, wording: Wording): InvoiceErrors {
  const { title, customer_id, square_account, email, phone } = values;
  return {
    ...(title.trim() === '' ? { title: TITLE[wording] } : {}),
    ...(customer_id === null ? { customer_id: NO_CLIENT } : {}),
    ...(square_account === '' ? { square_account: NO_ACCOUNT } : {}),
    ...(email.trim() !== '' && !isEmail(email.trim()) ? { email: 'Please enter a valid email address' } : {}),
    ...phoneErrors(phone),
    ...linesErrors(values),
    ...amountErrors(values, wording),
    ...taxErrors(values, before),
    ...(isDate(values.due_date) ? {} : { due_date: NOT_A_DATE }),
    ...(values.is_recurring ? recurringErrors(values) : {}),
  };
}

function phoneErrors(phone: string): InvoiceErrors {
  const wrong = clientFieldError({ field: 'primary_phone', value: phone });
  return wrong === null ? {} : { phone: wrong };
}

function linesErrors({ lines }: InvoiceValues): InvoiceErrors {
  const wrong = lines.flatMap((line, place) => (isBlank(line) ? [] : lineErrors(line, place)));
  const isAnyValid = lines.some((line, place) => !isBlank(line) && lineErrors(line, place).length === 0);
  return { ...Object.fromEntries(wrong), ...(isAnyValid ? {} : { line_items: NO_LINE }) };
}

function lineErrors({ description, quantity, price }: LineValues, place: number): [string, string][] {
  const wrongQuantity = quantityError(quantity);
  const found: [string, string | null][] = [
    ['description', description.trim() === '' ? 'Description is required' : null],
    ['quantity', wrongQuantity],
    ['unit_price_cents', centsAboveZero(price) === null ? WRONG_AMOUNT : null],
  ];
  return found.flatMap(([field, wrong]) => (wrong === null ? [] : [[`line_items.${place}.${field}`, wrong]]));
}

function quantityError(text: string): string | null {
  const quantity = Number(text);
  if (text.trim() === '' || !(quantity > 0)) return 'must be above 0';
  if (quantity < MIN_QUANTITY || !/^\d*\.?\d{0,3}$/.test(text)) return 'must have at most three decimals';
  return quantity > MAX_QUANTITY ? 'is too large' : null;
}

/** In the full form a missing line says enough; a sum of nothing is wrong in both. */
function amountErrors(values: InvoiceValues, wording: Wording): InvoiceErrors {
  const { total_cents } = totalsOf(values);
  if (total_cents > MAX_CENTS) return { amount: WRONG_AMOUNT };
  const isEmpty = values.lines.every(isBlank);
  return total_cents <= 0 && (wording === 'list' || !isEmpty) ? { amount: AMOUNT[wording] } : {};
}

/** Steps of 0.01 (K14); a finer rate that came from elsewhere may stay. */
function taxErrors({ tax_rate, is_tax_enabled }: InvoiceValues, before: InvoiceValues): InvoiceErrors {
  const rate = Number(tax_rate);
  const isStep = /^[01]?\.?\d{0,2}$/.test(tax_rate) && /\d/.test(tax_rate);
  if (!is_tax_enabled || tax_rate === before.tax_rate || (isStep && rate >= 0 && rate <= 1)) return {};
  return { tax_rate: 'must be from 0 to 1 in steps of 0.01' };
}

function recurringErrors({ interval, total_payments, end_date, due_date }: InvoiceValues): InvoiceErrors {
  const isCount = (text: string, max: number) =>
    /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max;
  const isBefore = end_date !== null && due_date !== null && end_date < due_date;
  return {
    ...(isCount(interval, 1000) ? {} : { recurring_frequency_interval: 'must be at least 1' }),
    ...(total_payments === '' || isCount(total_payments, 10_000)
      ? {}
      : { recurring_total_payments: 'must be at least 1' }),
    ...(isDate(end_date) ? {} : { recurring_end_date: NOT_A_DATE }),
    ...(isBefore ? { recurring_end_date: 'must not be before the first payment' } : {}),
  };
}

function isDate(date: string | null): boolean {
  return date === null || /^\d{4}-\d{2}-\d{2}$/.test(date);
}

/** The invoice as it is sent: lines with nothing in them are left out. Null while something is missing. */
export function bodyOf(values: InvoiceValues): NewInvoice | null {
  const { customer_id, square_account } = values;
  if (customer_id === null || square_account === '') return null;
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    line_items: values.lines.filter((line) => !isBlank(line)).map(lineBody),
    // A rate that is switched off is kept as it was typed, if it is one.
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
