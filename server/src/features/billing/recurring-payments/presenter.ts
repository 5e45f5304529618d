import type { RecurringPayment } from '@ledgerline/contract/recurring-payments/endpoints';
import type { ListedSchedule } from './queries.ts';

export function toRecurringPayment({ created_at, ...row }: ListedSchedule): RecurringPayment {
  return { ...row, created_at: created_at.toISOString() };
}
