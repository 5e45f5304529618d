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
 * What of a session's total was paid and is owed, all in cents: "$100.00 of $267.50 paid · $167.50 owed" (decisions O3). `settled` is the
 * part that is no longer owed; it is more than `paid` where a provider refunded money.
 */
export function paymentBalanceText(money: { total: number; paid: number; settled: number }): string {
  const { total, paid, settled } = money;
  if (paid >= total) return `Paid in full · ${moneyDisplay(paid)}`;
  const outstanding = Math.max(0, total - Math.max(settled, paid));
  const rest = outstanding > 0 ? `${moneyDisplay(outstanding)} owed` : 'nothing owed';
  return `${moneyDisplay(paid)} of ${moneyDisplay(total)} paid · ${rest}`;
}
