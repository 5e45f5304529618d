import type { RecurringPayment } from '@ledgerline/contract/recurring-payments/endpoints';
import { moneyDisplay, recurringFrequencyText, recurringPaymentCountText } from '@ledgerline/contract/rules';
import { Button, Paper } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { EmailText } from '../../components/ui/email-text.tsx';
import { clientName } from '../../domain/clients/client-name.ts';
import { RecurringActions } from './recurring-actions.tsx';
import { nextText } from './recurring-display.ts';
import styles from './recurring-payments.module.css';
import { RecurringStatusBadge } from './recurring-status-badge.tsx';

/** Initial number of rows, and how many more each "Show more" adds. */
const STEP = 100;

/** The schedules as rows, below 768 px as cards. */
export function RecurringPaymentsList({ schedules }: { schedules: readonly RecurringPayment[] }) {
  const [shown, setShown] = useState(STEP);
  const left = schedules.length - shown;
  return (
    <>
      <Paper withBorder component="ul" className="plain">
        {schedules.slice(0, shown).map((schedule) => (
          <li key={schedule.id} className={styles.row}>
            <ScheduleRow schedule={schedule} />
          </li>
        ))}
      </Paper>
      {left > 0 && (
        <Button variant="default" onClick={() => setShown(shown + STEP)} className={styles.more ?? ''}>
          Show {Math.min(left, STEP)} more of {schedules.length.toLocaleString('en-US')}
        </Button>
      )}
    </>
  );
}

function ScheduleRow({ schedule }: { schedule: RecurringPayment }) {
  const { name, status, customer_id, client_email, amount_cents, square_account } = schedule;
  const paymentsText = recurringPaymentCountText(schedule);
  return (
    <>
      <div className={styles.what}>
        <span className={styles.name}>{name}</span>
        <RecurringStatusBadge status={status} />
      </div>
      <div className={styles.who}>
        <Link
          to="/crm/clients/$clientId"
          params={{ clientId: String(customer_id) }}
          className={styles.client ?? ''}
        >
          {clientName(schedule)}
        </Link>
        <span className={styles.dim}>
          <EmailText email={client_email} />
        </span>
      </div>
      <div className={styles.sum}>
        <span className={styles.amount}>{moneyDisplay(amount_cents)}</span>
        <span className={styles.dim}>
          {recurringFrequencyText(schedule)} · {square_account}
        </span>
      </div>
      <div className={styles.when}>
        <span>{nextText(schedule)}</span>
        {paymentsText && <span className={styles.dim}>{paymentsText}</span>}
      </div>
      <RecurringActions schedule={schedule} />
    </>
  );
}
