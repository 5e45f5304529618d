import type { RecurringPayment } from '@ledgerline/contract/recurring-payments/endpoints';

export function aSchedule(fields: Partial<RecurringPayment> = {}): RecurringPayment {
  return {
    id: 1,
    name: 'Advisory retainer',
    status: 'ACTIVE',
    customer_id: 7,
    client_first_name: 'Maria',
    client_last_name: 'Alvarez',
    client_email: 'maria@example.com',
    amount_cents: 12_000,
    square_account: 'BFA',
    frequency: 'YEARLY',
    frequency_interval: 1,
    next_payment_date: '2027-01-05',
    payments_made: 0,
    invoices_made: 1,
    total_payments: null,
    end_date: null,
    source_invoice_id: 3,
    created_at: '2026-11-20T10:00:00.000Z',
    ...fields,
  };
}
