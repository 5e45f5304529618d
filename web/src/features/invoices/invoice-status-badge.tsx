import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import {
  invoiceDueInDays,
  invoiceOverdue,
  moneyDisplay,
  PAYMENT_STATE_LABELS,
  type PaymentState,
  paymentProcessing,
} from '@ledgerline/contract/rules';
import { Group } from '@mantine/core';
import { LabelBadge } from '../../components/ui/label-badge.tsx';
import { dayIn } from '../../domain/today.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';

const HUES: Record<PaymentState, string> = {
  draft: 'gray',
  sent: 'blue',
  partially_paid: 'violet',
  paid: 'green',
  void: 'gray',
  pending: 'yellow',
  partially_refunded: 'gray',
  refunded: 'gray',
};

type Shown = Pick<InvoiceRow, 'status' | 'payment_state' | 'due_date' | 'provider_status' | 'refunded_cents'>;

interface InvoiceStatusBadgeProps {
  invoice: Shown;
  /** `InvoiceDue`, which shows the number of days overdue, is next to the badge. */
  hasDue?: boolean;
}

/** The invoice status as a colored badge, with overdue, processing and refunded markers. */
export function InvoiceStatusBadge({ invoice, hasDue = false }: InvoiceStatusBadgeProps) {
  const { status, payment_state, due_date, refunded_cents } = invoice;
  const isProcessing = paymentProcessing(invoice);
  const today = dayIn(usePublicSettings().time_zone);
  // An invoice with a payment in progress is not overdue.
  const isOverdue = !isProcessing && invoiceOverdue({ due_date, status, today });
  const isShownBelow = hasDue && invoiceDueInDays({ ...invoice, today }) !== null;
  return (
    <Group gap={6} component="span" display="inline-flex">
      {payment_state !== 'refunded' && (
        <Word hue={HUES[payment_state]} isStruckThrough={status === 'void'}>
          {PAYMENT_STATE_LABELS[payment_state]}
        </Word>
      )}
      {isOverdue && !isShownBelow && <Word hue="red">Overdue</Word>}
      {isProcessing && <Word hue="yellow">Payment processing</Word>}
      {refunded_cents > 0 && <Word hue="gray">{`Refunded ${moneyDisplay(refunded_cents)}`}</Word>}
    </Group>
  );
}

function Word({
  hue,
  isStruckThrough = false,
  children,
}: {
  hue: string;
  isStruckThrough?: boolean;
  children: string;
}) {
  return (
    <LabelBadge
      hue={hue}
      // Don't shrink: the label would be cut off.
      flex="none"
      td={isStruckThrough ? 'line-through' : 'none'}
    >
      {children}
    </LabelBadge>
  );
}
