import {
  comingRecurringDate,
  DEFAULT_RECURRING_FREQUENCY,
  DEFAULT_RECURRING_INTERVAL,
  nextRecurringDate,
  RECURRING_FREQUENCIES,
  type RecurringFrequency,
  recurringCompleted,
} from '@ledgerline/contract/rules';

/** The recurring options and content of an invoice that define its schedule. */
export interface RecurringInvoice extends Required<ScheduleContact> {
  id: number;
  title: string;
  description: string;
  tax_rate: number;
  is_tax_enabled: boolean;
  session_id: number | null;
  customer_id: number;
  total_cents: number;
  square_account: string;
  due_date: string | null;
  is_recurring: boolean;
  recurring_frequency: string | null;
  recurring_frequency_interval: number | null;
  recurring_end_date: string | null;
  recurring_total_payments: number | null;
  created_by: number | null;
  created_at: Date;
}

/** The contact for the next invoices; missing details come from the client record on the due date. */
export interface ScheduleContact {
  full_name?: string | null;
  email?: string | null;
  phone?: string | null;
}

/** The content of every invoice of a schedule. */
export interface ScheduleContent {
  title: string;
  description: string;
  line_items: { description: string; quantity: number; unit_price_cents: number }[];
  tax_rate: number;
  is_tax_enabled: boolean;
  session_id: number | null;
  contact: ScheduleContact;
}

export interface Recurrence {
  frequency: string;
  frequency_interval: number;
  anchor_date: string;
}

export interface ScheduleState {
  status: 'ACTIVE' | 'COMPLETED';
  next_payment_date: string | null;
}

export interface Terms {
  /** Includes the first invoice; limited by `total_payments` (decisions O4). */
  invoices_made: number;
  total_payments: number | null;
  end_date: string | null;
}

export type ScheduleLine = ScheduleContent['line_items'][number];

/** DATE in PostgreSQL and the date rules end with the year 9999. */
const LENGTH_OF_A_DATE = 10;

/** The invoice is the first payment. Its due date, or its creation date, is the first date of the schedule. */
export function recurrenceOf(invoice: RecurringInvoice, createdOn: string): Recurrence {
  return {
    frequency: frequencyOf(invoice.recurring_frequency),
    frequency_interval: invoice.recurring_frequency_interval ?? DEFAULT_RECURRING_INTERVAL,
    anchor_date: invoice.due_date ?? createdOn,
  };
}

function frequencyOf(frequency: string | null): RecurringFrequency {
  return RECURRING_FREQUENCIES.find((known) => known === frequency) ?? DEFAULT_RECURRING_FREQUENCY;
}

/**
 * The state of a schedule whose next date would be `next`: completed after its last payment or past its end (decisions
 * L10).
 */
function stateAt(terms: Terms, next: string): ScheduleState {
  const isDone =
    next.length > LENGTH_OF_A_DATE ||
    recurringCompleted({
      payments_made: terms.invoices_made,
      recurring_total_payments: terms.total_payments,
      next_payment_date: next,
      recurring_end_date: terms.end_date,
    });
  return isDone
    ? { status: 'COMPLETED', next_payment_date: null }
    : { status: 'ACTIVE', next_payment_date: next };
}

/** The state of a schedule when it starts or resumes: the next date is never in the past (decisions L9). */
export function stateToday(schedule: Recurrence & Terms, today: string): ScheduleState {
  return stateAt(schedule, comingRecurringDate({ ...schedule, today }));
}

export function isSameRecurrence(
  one: Omit<Recurrence, 'anchor_date'>,
  other: Omit<Recurrence, 'anchor_date'>,
): boolean {
  return one.frequency === other.frequency && one.frequency_interval === other.frequency_interval;
}

/**
 * The state of an active schedule after its first invoice was saved with other terms. It restarts until a further invoice
 * was created; afterwards its anchor and next date stay. A paused schedule stays paused.
 */
export function renewedState(
  row: Recurrence & { status: string; invoices_made: number; next_payment_date: string | null },
  terms: Recurrence & Omit<Terms, 'invoices_made'>,
  today: string,
): { status: string; next_payment_date: string | null; anchor_date: string } {
  const { invoices_made, next_payment_date } = row;
  const hasFixedDates = invoices_made > 1 && next_payment_date !== null;
  const state = hasFixedDates
    ? stateAt({ ...terms, invoices_made }, next_payment_date)
    : stateToday({ ...terms, invoices_made }, today);
  return {
    status: state.status === 'ACTIVE' ? row.status : state.status,
    next_payment_date: state.next_payment_date,
    anchor_date: hasFixedDates ? row.anchor_date : terms.anchor_date,
  };
}

/** The state after the invoice for `period` was created. */
export function afterPayment(
  schedule: Recurrence & Terms,
  period: string,
): ScheduleState & { invoices_made: number } {
  const invoices_made = schedule.invoices_made + 1;
  const next = nextRecurringDate({ ...schedule, after: period });
  return { invoices_made, ...stateAt({ ...schedule, invoices_made }, next) };
}

/** The newest due period: of several missed ones only this one is sent automatically. */
export function isNewestDue(state: ScheduleState, today: string): boolean {
  return state.next_payment_date === null || state.next_payment_date > today;
}

/** The content that a schedule stores from its invoice; `client` is the contact that a new invoice would have today. */
export function contentOf(
  invoice: RecurringInvoice,
  lines: readonly ScheduleLine[],
  client: Required<ScheduleContact>,
): ScheduleContent {
  const { title, description, tax_rate, is_tax_enabled, session_id } = invoice;
  const line_items = lines.map((line) => ({
    description: line.description,
    quantity: line.quantity,
    unit_price_cents: line.unit_price_cents,
  }));
  const contact = ownContact(invoice, client);
  return { title, description, line_items, tax_rate, is_tax_enabled, session_id, contact };
}

/** The content of the invoice for a schedule's next date: due that day, with the client's current contact details. */
export function nextInvoiceContent(schedule: {
  content: ScheduleContent;
  client: Required<ScheduleContact>;
  client_id: number;
  next_payment_date: string;
}): NextInvoiceContent {
  const { contact, ...content } = schedule.content;
  return {
    ...content,
    contact: { ...schedule.client, ...contact },
    customer_id: schedule.client_id,
    due_date: schedule.next_payment_date,
  };
}

interface NextInvoiceContent extends ScheduleContent {
  contact: Required<ScheduleContact>;
  customer_id: number;
  due_date: string;
}

/** Keeps only the contact details of an invoice that differ from the client's. */
function ownContact(invoice: Required<ScheduleContact>, client: Required<ScheduleContact>): ScheduleContact {
  const contact: ScheduleContact = {};
  if ((invoice.full_name || null) !== (client.full_name || null)) contact.full_name = invoice.full_name;
  if ((invoice.email || null) !== (client.email || null)) contact.email = invoice.email;
  if ((invoice.phone || null) !== (client.phone || null)) contact.phone = invoice.phone;
  return contact;
}
