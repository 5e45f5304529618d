import {
  type Account,
  COPY_LINK_INSTEAD,
  centsToReopen,
  DEFAULT_ACCOUNT,
  dollarsToCents,
  invoiceActionAllowed,
  isVoided,
  PAYMENT_PROCESSING,
  paymentProcessing,
  phoneDisplay,
  type RecurringFrequency,
  recurringFrequencyOf,
  SALES_TAX_RATE,
  type SignableForm,
  templateSalesTax,
} from '@ledgerline/contract/rules';
import type { LineInput } from '#features/billing/invoice-store/rules.ts';

/** The fields that determine the amount of an invoice and who owes it. */
export interface MoneyTerms {
  line_items: readonly LineInput[];
  tax_rate: number;
  is_tax_enabled: boolean;
  square_account: string;
  customer_id: number;
}

/** Whether two states of an invoice request different amounts; a published invoice must then be published again. */
export function changesAmounts(before: MoneyTerms, after: MoneyTerms): boolean {
  return termsText(before) !== termsText(after);
}

function termsText(terms: MoneyTerms): string {
  const lines = terms.line_items.map((line) => [line.description, line.quantity, line.unit_price_cents]);
  const tax = terms.is_tax_enabled ? terms.tax_rate : 0;
  return JSON.stringify([lines, tax, terms.square_account, terms.customer_id]);
}

/**
 * Why an invoice cannot be changed in this way, as a message; null when it can (1§4). Texts, contact and due date may
 * change while it is open; the amount, until money was received or is pending; account and client, until it has a payment
 * link.
 */
export function editError(
  row: { status: string; paid_amount_cents: number | null; square_account: string; customer_id: number },
  after: {
    isOtherMoney: boolean;
    square_account: string;
    customer_id: number;
    publications: number;
    hasPendingMoney: boolean;
  },
): string | null {
  const isElsewhere = after.square_account !== row.square_account || after.customer_id !== row.customer_id;
  if (!invoiceActionAllowed({ status: row.status, action: 'edit' })) {
    return `A ${row.status} invoice cannot be edited.`;
  }
  if (after.isOtherMoney && (row.paid_amount_cents ?? 0) > 0) {
    return 'Payments were received for this invoice: its lines, tax, account and client can no longer be changed.';
  }
  if (after.isOtherMoney && after.hasPendingMoney) {
    return 'A payment of this invoice is in progress: its lines, tax, account and client can’t be changed now.';
  }
  return isElsewhere && after.publications > 0
    ? 'This invoice has had a payment link: its account and client can no longer be changed. Void it and create a new one.'
    : null;
}

/**
 * Why an invoice cannot be deleted, as a message; null when it can: a draft without a number that was never sent or paid,
 * so that numbers have no gaps. Its payment link, if any, is cancelled first (decisions A14).
 */
export function deleteError(row: {
  status: string;
  external_ref: string | null;
  sent_at: Date | null;
  paid_amount_cents: number | null;
  provider_status: string | null;
}): string | null {
  if (paymentProcessing(row)) return PAYMENT_PROCESSING;
  const isUntouched = row.status === 'draft' && row.sent_at === null && row.paid_amount_cents === null;
  if (!isUntouched) return 'Only a draft that was never sent can be deleted. Void the invoice instead.';
  return row.external_ref === null
    ? null
    : `This draft already has the number ${row.external_ref}, and deleting it would leave a gap. Void it instead.`;
}

/** Why the balance of an invoice cannot be reopened, as a message; null when it can (decision 091). */
export function reopenError(invoice: {
  status: string;
  total_cents: number;
  paid_amount_cents: number | null;
  refunded_cents: number;
}): string | null {
  if (centsToReopen(invoice) > 0) return null;
  if (invoice.status === 'void') return 'This invoice is void. Create a new one to request the amount again.';
  if (invoice.status !== 'paid') return 'The balance of this invoice is already due.';
  return invoice.refunded_cents > 0
    ? 'The payments still cover the full total after the refund. There is no balance to reopen.'
    : 'No payment of this invoice was refunded. There is no balance to reopen.';
}

/**
 * The message that the agent reads after sending. There is no provider for text messages, so the message says so (decision
 * 024).
 */
export function sentMessage(
  invoice: { email: string | null; phone: string | null },
  isConnected: boolean,
): string {
  if (invoice.email && !isConnected) return `The invoice is marked as sent. ${COPY_LINK_INSTEAD}`;
  return invoice.email
    ? `The invoice is being sent to ${invoice.email}.`
    : `This invoice has no email address, so no email was sent. Please share the payment link with ${phoneDisplay(invoice.phone)} by phone or text message.`;
}

/** The money-related fields of a session's form; totals in cents, the prices of selected options in dollars. */
export interface PricedForm extends SignableForm {
  title: string;
  base_form_total: number;
  selected_items_total: number;
  final_form_total: number;
  include_sales_tax: boolean;
  selected_items: readonly { label: string; item: string | null; price: number }[];
  /** The account of its template; null without a template. */
  square_account: Account | null;
  payment_frequency: string;
}

/** The fields of a session's invoice (not void) that show what was invoiced. */
export interface BilledInvoice {
  total_cents: number;
  line_items: readonly LineInput[];
}

export interface SessionDraft {
  /** Null where the templates name several: the agent chooses (decisions O16). */
  square_account: Account | null;
  is_tax_enabled: boolean;
  is_recurring: boolean;
  recurring_frequency: RecurringFrequency | null;
  line_items: LineInput[];
}

/**
 * The invoice for a session's forms, to the cent: base cost and selected options as lines. Where every priced form has tax,
 * the invoice has it; otherwise tax is a line of its own, since it is computed form by form (decisions G8). Where invoices
 * already exist, the result is what they do not cover yet: the missing forms, or one line with the balance (decisions O3).
 */
export function sessionDraft(
  forms: readonly PricedForm[],
  { title = '', billed = [] }: { title?: string; billed?: readonly BilledInvoice[] } = {},
): SessionDraft {
  const parts = forms
    .filter((form) => !isVoided(form) && form.final_form_total > 0)
    .map((form) => ({ form, ...partsOf(form) }));
  const square_account = accountOf(parts.map(({ form }) => form));
  const left = totalOf(parts) - billed.reduce((sum, { total_cents }) => sum + total_cents, 0);
  if (billed.length === 0) return { square_account, ...draftOf(parts) };
  if (left <= 0) return { square_account, ...draftOf([]) };
  const missing = notBilled(parts, billed);
  if (totalOf(missing) === left) return { square_account, ...draftOf(missing) };
  const rest = {
    description: title ? `Balance of ${title}` : 'Balance',
    quantity: 1,
    unit_price_cents: left,
  };
  return { square_account, ...draftOf([]), line_items: [rest] };
}

interface FormPart {
  form: PricedForm;
  lines: LineInput[];
  tax_cents: number;
}

function totalOf(parts: readonly FormPart[]): number {
  return parts.reduce((sum, { form }) => sum + form.final_form_total, 0);
}

/** The forms whose lines appear in no invoice; each invoice line covers only one form. */
function notBilled(parts: readonly FormPart[], billed: readonly BilledInvoice[]): FormPart[] {
  const textOf = (line: LineInput) =>
    JSON.stringify([line.description, line.quantity, line.unit_price_cents]);
  let remaining = billed.flatMap(({ line_items }) => line_items.map(textOf));
  return parts.filter(({ lines }) => {
    const left = [...remaining];
    for (const line of lines.map(textOf)) {
      const at = left.indexOf(line);
      if (at === -1) return true;
      left.splice(at, 1);
    }
    remaining = left;
    return false;
  });
}

function draftOf(parts: readonly FormPart[]): Omit<SessionDraft, 'square_account'> {
  const lines = parts.flatMap((part) => part.lines);
  const tax_cents = parts.reduce((sum, part) => sum + part.tax_cents, 0);
  const net_cents = lines.reduce((sum, { unit_price_cents }) => sum + unit_price_cents, 0);
  const total = templateSalesTax({ base_cents: net_cents, include_sales_tax: true });
  const is_tax_enabled =
    parts.length > 0 && parts.every((part) => part.tax_cents > 0) && total.tax_cents === tax_cents;
  const taxLine = {
    description: `Sales tax (${Math.round(SALES_TAX_RATE * 100)}%)`,
    quantity: 1,
    unit_price_cents: tax_cents,
  };
  const recurring_frequency = commonFrequency(parts.map(({ form }) => form.payment_frequency));
  return {
    is_tax_enabled,
    is_recurring: recurring_frequency !== null,
    recurring_frequency,
    line_items: is_tax_enabled || tax_cents === 0 ? lines : [...lines, taxLine],
  };
}

/** A form whose parts do not add up to its total is a single line of that total. */
function partsOf(form: PricedForm): { lines: LineInput[]; tax_cents: number } {
  const line = (description: string, unit_price_cents: number) => ({
    description,
    quantity: 1,
    unit_price_cents,
  });
  const options = form.selected_items.map(({ label, item, price }) =>
    line(`${form.title}: ${item ? `${label}: ${item}` : label}`, dollarsToCents(price)),
  );
  const { tax_cents } = templateSalesTax({
    base_cents: form.base_form_total,
    itemized_cents: form.selected_items_total,
    include_sales_tax: form.include_sales_tax,
  });
  const lines = [line(form.title, form.base_form_total), ...options].filter(
    ({ unit_price_cents }) => unit_price_cents > 0,
  );
  const sum = lines.reduce((total, { unit_price_cents }) => total + unit_price_cents, tax_cents);
  return sum === form.final_form_total
    ? { lines, tax_cents }
    : { lines: [line(form.title, form.final_form_total)], tax_cents: 0 };
}

/** The account on which the templates of the priced forms agree; BFS where none names one (decisions O16). */
function accountOf(forms: readonly PricedForm[]): Account | null {
  const named = new Set(forms.flatMap(({ square_account }) => square_account ?? []));
  const [account] = named;
  return named.size > 1 ? null : (account ?? DEFAULT_ACCOUNT);
}

/** Recurring when every priced form has the same frequency (decisions F17). */
function commonFrequency(frequencies: readonly string[]): RecurringFrequency | null {
  const [first] = frequencies;
  return first !== undefined && frequencies.every((one) => one === first)
    ? recurringFrequencyOf(first)
    : null;
}
