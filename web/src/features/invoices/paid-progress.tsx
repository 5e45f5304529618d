import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { Progress } from '@mantine/core';
import { refOf } from './invoice-display.ts';
import styles from './list/invoices.module.css';

/** The paid share of an invoice in percent; a bar only while it is partially paid. */
export function PaidProgress({ invoice }: { invoice: InvoiceRow }) {
  const { status, progress, paid_amount_cents, refunded_cents, total_cents } = invoice;
  const received = (paid_amount_cents ?? 0) + refunded_cents;
  const refunded = refunded_cents > 0 ? `, ${moneyDisplay(refunded_cents)} refunded` : '';
  const sums = `${moneyDisplay(received)} of ${moneyDisplay(total_cents)} paid${refunded}`;
  const isPartly = status === 'partially_paid';
  return (
    <span className={styles.progress} title={sums} data-partly={isPartly || undefined}>
      <span className={styles.percent}>{progress}%</span>
      {isPartly && (
        <Progress
          value={progress}
          size={4}
          color="violet"
          className={styles.bar ?? ''}
          aria-label={`Paid of ${refOf(invoice)}`}
        />
      )}
    </span>
  );
}
