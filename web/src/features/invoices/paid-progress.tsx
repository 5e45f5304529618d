import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { Progress } from '@mantine/core';
import { refOf } from './invoice-display.ts';
import styles from './list/invoices.module.css';

/** The paid share of an invoice, as a progress bar with its amount. */
export function PaidProgress({ invoice }: { invoice: InvoiceRow }) {
  const { progress, paid_amount_cents, refunded_cents, total_cents } = invoice;
  const received = (paid_amount_cents ?? 0) + refunded_cents;
  const refunded = refunded_cents > 0 ? `, ${moneyDisplay(refunded_cents)} refunded` : '';
  const sums = `${moneyDisplay(received)} of ${moneyDisplay(total_cents)} paid${refunded}`;
  return (
    <span className={styles.progress} title={sums}>
      <Progress
        value={progress}
        size={4}
        color={progress === 100 ? 'green' : 'violet'}
        className={styles.bar ?? ''}
        aria-label={`Paid of ${refOf(invoice)}`}
      />
      <span className={styles.percent}>{progress}%</span>
    </span>
  );
}
