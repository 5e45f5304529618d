import type { InvoiceRow, Transaction } from '@ledgerline/contract/invoices/schemas';
import { invoiceReference } from '@ledgerline/contract/rules';
import { dayText } from '../../domain/days.ts';

export const DASH = '—';

/** The reference of an invoice in dialogs: its number, or its id (decisions K22). */
export const refOf = invoiceReference;

/** The invoice number next to the title. A draft has none until first sent. */
export function numberText({ external_ref }: Pick<InvoiceRow, 'external_ref'>): string {
  return external_ref ?? 'No number yet';
}

/** The full name, or the email, or a dash (1§2). */
export function clientText({ full_name, email }: Pick<InvoiceRow, 'full_name' | 'email'>): string {
  return full_name?.trim() || email?.trim() || DASH;
}

/** Created by the scheduler: recurrence belongs to the schedule and cannot be changed on the invoice. */
export function isCreatedBySchedule(
  invoice: Pick<InvoiceRow, 'recurring_payment_id' | 'recurring_frequency'>,
): boolean {
  return invoice.recurring_payment_id !== null && invoice.recurring_frequency === null;
}

/** A timestamp as a date in the reader's time zone, or a dash (1§2). */
export function dayOrDash(instant: string | null): string {
  return instant === null ? DASH : dayText(instant);
}

const METHODS = { card: 'Card', ach: 'ACH', cash: 'Cash', check: 'Check' } as const;
export const METHOD_CHOICES = Object.entries(METHODS).map(([value, label]) => ({ value, label }));

/** 'Card · Visa ending in 4242', 'Cash'. */
export function methodText(paid: Pick<Transaction, 'payment_method' | 'card_brand' | 'card_last4'>): string {
  const card = [paid.card_brand, paid.card_last4 && `ending in ${paid.card_last4}`].filter(Boolean).join(' ');
  return card ? `${METHODS[paid.payment_method]} · ${card}` : METHODS[paid.payment_method];
}

/** '12 days overdue', 'Due today', 'Due in 3 days'. */
export function dueText(days: number): string {
  if (days < 0) return days === -1 ? '1 day overdue' : `${(-days).toLocaleString('en-US')} days overdue`;
  if (days === 0) return 'Due today';
  return days === 1 ? 'Due tomorrow' : `Due in ${days.toLocaleString('en-US')} days`;
}

const PARTICIPLES = { send: 'sent', edit: 'edited', void: 'voided' } as const;

/** Why an action is unavailable on a paid or void invoice (1§4). */
export function notAllowedMessage(status: string, action: keyof typeof PARTICIPLES): string {
  return `A ${status.toLowerCase()} invoice cannot be ${PARTICIPLES[action]}.`;
}
