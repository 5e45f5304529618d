import { type Flag, isOn } from './blank.ts';
import { moneyDisplay } from './money.ts';
import { type PaymentsReceived, paymentRecorded } from './session-status.ts';

export type PaymentCardState = 'hidden' | 'Forms in Progress' | 'Payment Pending' | 'Payment Received';

/** The payment card of a session; total in cents (1§4). An early payment takes precedence over open forms (decisions G9). */
export function paymentCardState(session: {
  total?: number | null;
  all_forms_completed?: Flag;
  payment_received_at?: PaymentsReceived;
}): PaymentCardState {
  if (!((session.total ?? 0) > 0)) return 'hidden';
  if (paymentRecorded(session.payment_received_at)) return 'Payment Received';
  return isOn(session.all_forms_completed) ? 'Payment Pending' : 'Forms in Progress';
}

/**
 * Amounts of a session, all in cents. `settled` is the part of the total that is no longer owed; it is more than `paid` where a provider
 * refunded money.
 */
interface Balance {
  total: number;
  paid: number;
  settled: number;
}

/** How much of a session's total was paid and is owed: "$100.00 of $267.50 paid · $167.50 owed" (decisions O3). */
export function paymentBalanceText(money: Balance): string {
  const { total, paid } = money;
  if (paid >= total) return `Paid in full · ${moneyDisplay(paid)}`;
  return `${moneyDisplay(paid)} of ${moneyDisplay(total)} paid · ${owedText(money) ?? 'nothing owed'}`;
}

/** "$167.50 owed"; null when nothing is. Shown wherever a session's status states that a payment was received. */
export function owedText({ total, paid, settled }: Balance): string | null {
  const outstanding = total - Math.max(settled, paid);
  return outstanding > 0 ? `${moneyDisplay(outstanding)} owed` : null;
}
