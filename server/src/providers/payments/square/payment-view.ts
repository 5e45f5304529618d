import type { ProviderPayment } from '#platform/ports/payments.ts';
import { centsOf, type SquarePayment, type SquareRefund } from './shapes.ts';
import { paymentStatus } from './statuses.ts';

type NoteUnknown = (what: string, word: string) => void;

/** A payment in the portal's words; a tip is no part of it. */
export function toPayment(payment: SquarePayment, now: Date, noteUnknown: NoteUnknown): ProviderPayment {
  return {
    providerPaymentId: payment.id,
    kind: 'payment',
    status: paymentStatus(payment.status, noteUnknown),
    ...meansOf(payment),
    amount_cents: centsOf(payment.amount_money),
    at: instant(now, ...timesOf(payment)),
    refundOf: null,
  };
}

/** Money given back, the way it came. */
export function toRefund(
  refund: SquareRefund,
  payment: SquarePayment,
  now: Date,
  noteUnknown: NoteUnknown,
): ProviderPayment {
  return {
    providerPaymentId: refund.id,
    kind: 'refund',
    status: paymentStatus(refund.status, noteUnknown),
    ...meansOf(payment),
    amount_cents: centsOf(refund.amount_money),
    at: instant(now, refund.updated_at, refund.created_at),
    refundOf: payment.id,
  };
}

/** `AMERICAN_EXPRESS` → `American Express`. */
export function brandName(brand: string): string {
  const words = brand.toLowerCase().split('_');
  return words
    .map((word) => (word === 'jcb' ? 'JCB' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
}

function meansOf(payment: SquarePayment): Pick<ProviderPayment, 'method' | 'card_brand' | 'card_last4'> {
  const card = payment.card_details?.card;
  return {
    method: methodOf(payment),
    card_brand: card?.card_brand ? brandName(card.card_brand) : null,
    card_last4: card?.last_4 ?? null,
  };
}

function methodOf({ source_type, external_details }: SquarePayment): ProviderPayment['method'] {
  switch (source_type) {
    case 'BANK_ACCOUNT':
      return 'ach';
    case 'CASH':
      return 'cash';
    case 'EXTERNAL':
      return external_details?.type === 'BANK_TRANSFER' ? 'ach' : 'check';
    default:
      return 'card';
  }
}

/** When it came to its status: a refund moves `updated_at` as well, so that it counts only without one. */
function timesOf(payment: SquarePayment): (string | null | undefined)[] {
  const timeline = payment.card_details?.card_payment_timeline;
  const ended = payment.status === 'CANCELED' ? timeline?.voided_at : timeline?.captured_at;
  const wasRefunded = (payment.refund_ids ?? []).length > 0;
  return [ended, wasRefunded ? payment.created_at : payment.updated_at, payment.created_at];
}

function instant(now: Date, ...times: (string | null | undefined)[]): Date {
  const known = times.map((time) => new Date(time ?? '')).find((time) => !Number.isNaN(time.getTime()));
  return known ?? now;
}
