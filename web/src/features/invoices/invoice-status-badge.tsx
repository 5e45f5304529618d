import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import {
  INVOICE_STATUS_WORDS,
  invoiceOverdue,
  moneyDisplay,
  paymentProcessing,
} from '@ledgerline/contract/rules';
import { Group } from '@mantine/core';
import { WordBadge } from '../../components/ui/word-badge.tsx';
import { localDay } from '../../domain/today.ts';

type Status = InvoiceRow['status'];

const HUES: Record<Status, string> = {
  draft: 'gray',
  sent: 'blue',
  partially_paid: 'violet',
  paid: 'green',
  void: 'gray',
  pending: 'yellow',
};

type Shown = Pick<InvoiceRow, 'status' | 'due_date' | 'provider_status' | 'refunded_cents'>;

/** An invoice's state as a word with its hue; what is past its day, under way or given back says so beside it. */
export function InvoiceStatusBadge({ invoice }: { invoice: Shown }) {
  const { status, due_date, refunded_cents } = invoice;
  const isProcessing = paymentProcessing(invoice);
  // What is being paid is late no more.
  const isOverdue = !isProcessing && invoiceOverdue({ due_date, status, today: localDay() });
  return (
    <Group gap={6} component="span" display="inline-flex">
      <Word hue={HUES[status]} isStruck={status === 'void'}>
        {INVOICE_STATUS_WORDS[status]}
      </Word>
      {isOverdue && <Word hue="red">Overdue</Word>}
      {isProcessing && <Word hue="yellow">Payment processing</Word>}
      {refunded_cents > 0 && <Word hue="orange">{`Refunded ${moneyDisplay(refunded_cents)}`}</Word>}
    </Group>
  );
}

function Word({ hue, isStruck = false, children }: { hue: string; isStruck?: boolean; children: string }) {
  return (
    <WordBadge
      hue={hue}
      // Shrunk, its word would be cut.
      flex="none"
      td={isStruck ? 'line-through' : 'none'}
    >
      {children}
    </WordBadge>
  );
}
