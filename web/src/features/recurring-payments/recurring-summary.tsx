import type { RecurringPayment } from '@ledgerline/contract/recurring-payments/endpoints';
import { moneyDisplay, monthlyValueCents } from '@ledgerline/contract/rules';
import { Paper } from '@mantine/core';
import styles from './recurring-payments.module.css';

interface RecurringSummaryProps {
  schedules: readonly RecurringPayment[];
  /** Undefined until loaded. */
  dueSoon: number | undefined;
}

/** Number of active, paused and soon due schedules, and the monthly revenue of active ones (1§9). */
export function RecurringSummary({ schedules, dueSoon }: RecurringSummaryProps) {
  const count = (status: RecurringPayment['status']) =>
    schedules.filter((schedule) => schedule.status === status).length;
  const figures = [
    ['Active', count('ACTIVE')],
    ['Paused', count('PAUSED')],
    ['Due Soon', dueSoon ?? '—'],
    ['Monthly Value', moneyDisplay(monthlyValueCents({ schedules }))],
  ] as const;
  return (
    <dl className={styles.summary}>
      {figures.map(([label, figure]) => (
        <Paper key={label} withBorder className={styles.figure}>
          <dt>{label}</dt>
          <dd>{typeof figure === 'number' ? figure.toLocaleString('en-US') : figure}</dd>
        </Paper>
      ))}
    </dl>
  );
}
