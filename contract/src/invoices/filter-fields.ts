import { choicesOf, filterFields, plainChoices } from '../rules/filter-fields.ts';
import { ACCOUNT_NAMES, INVOICE_STATUS_LABELS, INVOICE_STATUSES } from '../rules.ts';

/** What the list of invoices can be filtered by. */
export const INVOICE_FILTER_FIELDS = filterFields({
  Invoice: [
    ['external_ref', 'Invoice number', 'text'],
    ['title', 'Title', 'text', 'filled'],
    ['full_name', 'Client name', 'text'],
    ['email', 'Email', 'text'],
    ['phone', 'Phone', 'phone'],
    ['status', 'Status', choicesOf(INVOICE_STATUSES, INVOICE_STATUS_LABELS)],
    ['square_account', 'Account', plainChoices(ACCOUNT_NAMES)],
    ['total_cents', 'Amount', 'money', 'filled'],
    ['paid_amount_cents', 'Paid amount', 'money'],
    ['refunded_cents', 'Refunded amount', 'money', 'filled'],
    ['created_by', 'Created by', 'agent'],
    ['owner_agent_id', 'Client owner', 'agent'],
  ],
  Dates: [
    ['due_date', 'Due date', 'date'],
    // The due date of a sent or partially paid invoice without a payment in progress.
    ['payment_due', 'Payment due', 'date'],
    ['created_at', 'Created', 'date', 'filled'],
    ['sent_at', 'Sent', 'date'],
    ['paid_at', 'Paid', 'date'],
  ],
});
