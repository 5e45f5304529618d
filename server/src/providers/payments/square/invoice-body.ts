import { calendarDay } from '#platform/clock.ts';
import type { InvoiceToPublish } from '#platform/ports/payments.ts';
import { cut } from './order-body.ts';
import type { InvoiceRow } from './repository.ts';

const LONGEST_TITLE = 255;
const LONGEST_DESCRIPTION = 65_536;
const LONGEST_NUMBER = 191;
const DAYS_TO_PAY = 30;
const DAY_MS = 86_400_000;

/** Our due date if it is in the future; Square accepts no past date and no invoice without one. */
export function dueDate(due: string | null, now: Date, timeZone: string): string {
  const today = calendarDay(now, timeZone);
  if (due !== null) return due > today ? due : today;
  return new Date(Date.parse(`${today}T00:00:00Z`) + DAYS_TO_PAY * DAY_MS).toISOString().slice(0, 10);
}

/** Our reference; with `-2` and so on when the number is taken at the location, usually by a cancelled invoice. */
export function invoiceNumber(reference: string, attempt: number): string {
  const suffix = attempt > 1 ? `-${attempt}` : '';
  return `${cut(reference, LONGEST_NUMBER - suffix.length)}${suffix}`;
}

/** The draft of an invoice over its order; we send the email, not Square. */
export function invoiceBody(invoice: InvoiceToPublish, row: InvoiceRow, orderId: string, locationId: string) {
  const title = cut(invoice.title.trim(), LONGEST_TITLE);
  const description = cut(invoice.description.trim(), LONGEST_DESCRIPTION);
  return {
    location_id: locationId,
    order_id: orderId,
    primary_recipient: { customer_id: invoice.customerId },
    payment_requests: [{ request_type: 'BALANCE', due_date: row.due_date, automatic_payment_source: 'NONE' }],
    delivery_method: 'SHARE_MANUALLY',
    accepted_payment_methods: {
      card: true,
      bank_account: true,
      square_gift_card: false,
      buy_now_pay_later: false,
      cash_app_pay: false,
    },
    // Square assigns its own number otherwise.
    ...(invoice.reference === null
      ? {}
      : { invoice_number: invoiceNumber(invoice.reference, row.number_try) }),
    ...(title === '' ? {} : { title }),
    ...(description === '' ? {} : { description }),
  };
}
