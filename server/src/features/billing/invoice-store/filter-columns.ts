import type { FilterColumn } from '#platform/database/filter-condition.ts';

/** The columns of INVOICE_FILTER_FIELDS that are stored as they are. */
export const FILTER_COLUMNS = Object.entries({
  external_ref: 'text',
  title: 'text',
  full_name: 'text',
  email: 'text',
  phone: 'phone',
  status: 'choice',
  square_account: 'choice',
  total_cents: 'cents',
  paid_amount_cents: 'cents',
  refunded_cents: 'cents',
  due_date: 'day',
  created_at: 'instant',
  sent_at: 'instant',
  paid_at: 'instant',
  created_by: 'agent',
} as const).map(([sql, storage]): [string, FilterColumn] => [sql, { sql, storage }]);
