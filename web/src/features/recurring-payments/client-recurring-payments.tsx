import type { RecurringPayment } from '@ledgerline/contract/recurring-payments/endpoints';
import { moneyDisplay, recurringFrequencyText, recurringPaymentCountText } from '@ledgerline/contract/rules';
import { Group, Title } from '@mantine/core';
import { AmountEntry } from '../../components/ui/amount-entry.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { useClientRecurringPayments } from './api.ts';
import styles from './client-recurring-payments.module.css';
import { fetchProblem, nextText } from './recurring-display.ts';
import { RecurringStatusBadge } from './recurring-status-badge.tsx';

/** A client's schedules; renders nothing if there are none. */
export function ClientRecurringPayments({ clientId }: { clientId: number }) {
  const query = useClientRecurringPayments(clientId);
  if (query.data?.length === 0) return null;
  return (
    <Loaded query={query} failed={(error) => fetchProblem(error, false)} loading={null} isInCard>
      {(schedules) => <Schedules schedules={schedules} />}
    </Loaded>
  );
}

function Schedules({ schedules }: { schedules: readonly RecurringPayment[] }) {
  return (
    <section className={styles.part} aria-label="Recurring payments">
      <Group gap="sm" align="baseline" wrap="nowrap" justify="space-between">
        <Title order={3} fz="xs" c="dimmed">
          Recurring payments
        </Title>
        <AnchorLink to="/crm/recurring-payments" size="xs">
          Manage
        </AnchorLink>
      </Group>
      <ul className={styles.rows}>
        {schedules.map((schedule) => (
          <Row key={schedule.id} schedule={schedule} />
        ))}
      </ul>
    </section>
  );
}

function Row({ schedule }: { schedule: RecurringPayment }) {
  const paymentsText = recurringPaymentCountText(schedule);
  return (
    <li className={styles.row}>
      <AmountEntry
        name={schedule.name}
        amount={`${moneyDisplay(schedule.amount_cents)} ${recurringFrequencyText(schedule)}`}
      >
        <RecurringStatusBadge status={schedule.status} />
        <span>{nextText(schedule)}</span>
        {paymentsText && <span>{paymentsText}</span>}
      </AmountEntry>
    </li>
  );
}
