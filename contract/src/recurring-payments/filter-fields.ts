import { filterFields, plainChoices } from '../rules/filter-fields.ts';
import { ACCOUNT_NAMES, RECURRING_FREQUENCIES, RECURRING_STATUSES } from '../rules.ts';

/** 'ACTIVE' as 'Active'. */
const choices = (values: readonly string[]) =>
  values.map((value) => ({ value, label: `${value.slice(0, 1)}${value.slice(1).toLowerCase()}` }));

/** What the list of recurring payments can be filtered by. */
export const RECURRING_FILTER_FIELDS = filterFields({
  'Recurring payment': [
    ['name', 'Name', 'text', 'filled'],
    ['status', 'Status', choices(RECURRING_STATUSES)],
    ['square_account', 'Account', plainChoices(ACCOUNT_NAMES)],
    ['amount_cents', 'Amount', 'money', 'filled'],
    ['frequency', 'Frequency', choices(RECURRING_FREQUENCIES)],
    ['payments_made', 'Payments made', 'number', 'filled'],
    ['total_payments', 'Number of payments', 'number'],
  ],
  Client: [
    ['client_name', 'Client name', 'text'],
    ['client_email', 'Client email', 'text'],
    ['owner_agent_id', 'Client owner', 'agent'],
  ],
  Dates: [
    ['next_payment_date', 'Next payment', 'date'],
    ['end_date', 'End date', 'date'],
    ['created_at', 'Created', 'date', 'filled'],
  ],
});
