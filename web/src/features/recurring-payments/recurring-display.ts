import type { RecurringPayment } from '@ledgerline/contract/recurring-payments/endpoints';
import {
  dateShort,
  recurringActionErrorMessage,
  recurringFetchErrorMessage,
} from '@ledgerline/contract/rules';
import { ApiError, errorMessageOf } from '../../lib/api-error.ts';
import type { RecurringAction } from './api.ts';

const DASH = '—';

/** 'Next: Jan 5, 2027'; a dash while paused, because no date is known until it is resumed, and when no more payments are due. */
export function nextText(schedule: Pick<RecurringPayment, 'status' | 'next_payment_date'>): string {
  const { status, next_payment_date } = schedule;
  const isComing = status === 'ACTIVE' && next_payment_date !== null;
  return `Next: ${isComing ? dateShort(next_payment_date) : DASH}`;
}

/**
 * Why the schedules could not be loaded (1§8, decisions L11). Without a response only the failure's own text is
 * available.
 */
export function fetchProblem(error: Error, upcoming: boolean): string {
  return recurringFetchErrorMessage({ upcoming, ...statusOf(error) });
}

/** Why an action failed: the server's message, or else the status (1§8). */
export function actionProblem(error: Error, action: RecurringAction): string {
  return recurringActionErrorMessage({ action, server_message: errorMessageOf(error), ...statusOf(error) });
}

function statusOf(error: Error): { status: number; status_text: string } {
  if (error instanceof ApiError && error.status !== undefined)
    return { status: error.status, status_text: error.statusText };
  return { status: 0, status_text: error.message };
}

export const ACTION_TEXTS = {
  pause: {
    done: ['Payment Paused', 'Recurring payment has been paused successfully.'],
    failed: ['Pause Failed', 'Failed to pause recurring payment. Please try again.'],
  },
  resume: {
    done: ['Payment Resumed', 'Recurring payment has been resumed successfully.'],
    failed: ['Resume Failed', 'Failed to resume recurring payment. Please try again.'],
  },
  cancel: {
    done: ['Payment Cancelled', 'Recurring payment has been cancelled successfully.'],
    failed: ['Cancel Failed', 'Failed to cancel recurring payment. Please try again.'],
  },
} as const;
