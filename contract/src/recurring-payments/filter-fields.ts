import type { FilterField } from '../rules/filters.ts';
import { ACCOUNT_NAMES, RECURRING_FREQUENCIES, RECURRING_STATUSES } from '../rules.ts';

/** 'ACTIVE' as 'Active'. */
const choices = (values: readonly string[]) =>
  values.map((value) => ({ value, label: `${value.slice(0, 1)}${value.slice(1).toLowerCase()}` }));

const ACCOUNTS = ACCOUNT_NAMES.map((value) => ({ value, label: value }));

const schedule = (
  name: string,
  label: string,
  kind: FilterField['kind'],
  options?: FilterField['options'],
): FilterField => ({
  name,
  label,
  kind,
  group: 'Recurring payment',
  isNeverEmpty: true,
  ...(options ? { options } : {}),
});

/** What the list of recurring payments can be filtered by. */
export const RECURRING_FILTER_FIELDS: ReadonlyMap<string, FilterField> = new Map(
  (
    [
      schedule('name', 'Name', 'text'),
      schedule('status', 'Status', 'choice', choices(RECURRING_STATUSES)),
      schedule('square_account', 'Account', 'choice', ACCOUNTS),
      schedule('amount_cents', 'Amount', 'money'),
      schedule('frequency', 'Frequency', 'choice', choices(RECURRING_FREQUENCIES)),
      schedule('payments_made', 'Payments made', 'number'),
      { name: 'total_payments', label: 'Number of payments', kind: 'number', group: 'Recurring payment' },
      { name: 'client_name', label: 'Client name', kind: 'text', group: 'Client' },
      { name: 'client_email', label: 'Client email', kind: 'text', group: 'Client' },
      { name: 'owner_agent_id', label: 'Client owner', kind: 'agent', group: 'Client' },
      { name: 'next_payment_date', label: 'Next payment', kind: 'date', group: 'Dates' },
      { name: 'end_date', label: 'End date', kind: 'date', group: 'Dates' },
      { name: 'created_at', label: 'Created', kind: 'date', group: 'Dates', isNeverEmpty: true },
    ] satisfies FilterField[]
  ).map((field) => [field.name, field]),
);
