import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { dateShort, invoiceDueInDays } from '@ledgerline/contract/rules';
import { dayIn } from '../../domain/today.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { dueText } from './invoice-display.ts';
import styles from './list/invoices.module.css';

type Due = Pick<InvoiceRow, 'due_date' | 'status' | 'provider_status'>;

/** When an invoice that the client owes is due, in days of the brokerage and as a date; nothing for any other invoice. */
export function InvoiceDue({ invoice }: { invoice: Due }) {
  const { time_zone } = usePublicSettings();
  const days = invoiceDueInDays({ ...invoice, today: dayIn(time_zone) });
  if (days === null) return null;
  return (
    <span className={styles.due}>
      <span data-late={days < 0 || undefined}>{dueText(days)}</span> · {dateShort(invoice.due_date)}
    </span>
  );
}
