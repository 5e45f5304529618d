import type { FilterField } from '../rules/filters.ts';
import { ACCOUNT_NAMES, INVOICE_STATUS_LABELS, INVOICE_STATUSES } from '../rules.ts';

const field = (
  name: string,
  label: string,
  kind: FilterField['kind'],
  options?: FilterField['options'],
): FilterField => ({
  name,
  label,
  kind,
  group: kind === 'date' ? 'Dates' : 'Invoice',
  ...(options ? { options, isNeverEmpty: true } : {}),
});

const STATUSES = INVOICE_STATUSES.map((value) => ({ value, label: INVOICE_STATUS_LABELS[value] }));
const ACCOUNTS = ACCOUNT_NAMES.map((value) => ({ value, label: value }));

/** What the list of invoices can be filtered by. */
export const INVOICE_FILTER_FIELDS: ReadonlyMap<string, FilterField> = new Map(
  [
    field('external_ref', 'Invoice number', 'text'),
    field('title', 'Title', 'text'),
    field('full_name', 'Client name', 'text'),
    field('email', 'Email', 'text'),
    field('phone', 'Phone', 'phone'),
    field('status', 'Status', 'choice', STATUSES),
    field('square_account', 'Account', 'choice', ACCOUNTS),
    field('total_cents', 'Amount', 'money'),
    field('paid_amount_cents', 'Paid amount', 'money'),
    field('refunded_cents', 'Refunded amount', 'money'),
    field('due_date', 'Due date', 'date'),
    field('created_at', 'Created', 'date'),
    field('sent_at', 'Sent', 'date'),
    field('paid_at', 'Paid', 'date'),
    field('created_by', 'Created by', 'agent'),
  ].map((each) => [each.name, each]),
);
