import { type Flag, isOn } from './blank.ts';
import { type PaymentsReceived, paymentRecorded } from './session-status.ts';

export type PaymentCardState = 'hidden' | 'Forms in Progress' | 'Payment Pending' | 'Payment Received';

/** The payment card of a session; total in cents (1§4). Money that came early wins over open forms (G9). */
export function paymentCardState(session: {
  total?: number | null;
  all_forms_completed?: Flag;
  payment_received_at?: PaymentsReceived;
}): PaymentCardState {
  if (!((session.total ?? 0) > 0)) return 'hidden';
  if (paymentRecorded(session.payment_received_at)) return 'Payment Received';
  return isOn(session.all_forms_completed) ? 'Payment Pending' : 'Forms in Progress';
}
