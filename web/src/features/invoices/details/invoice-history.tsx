import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { Title } from '@mantine/core';
import { momentText } from '../../../domain/days.ts';
import styles from '../invoice-dialog.module.css';

/** The status history of the invoice. */
export function InvoiceHistory({ invoice }: { invoice: Invoice }) {
  const states = [
    { name: 'Created', at: invoice.created_at },
    { name: 'Sent', at: invoice.sent_at },
    { name: 'Paid in full', at: invoice.paid_at },
    { name: 'Voided', at: invoice.voided_at },
  ];
  const passed = states
    .flatMap(({ name, at }) => (at === null ? [] : [{ name, at }]))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <div>
      <Title order={3} className={styles.section ?? ''} mb={4}>
        History
      </Title>
      <ol className={styles.plain}>
        {passed.map(({ name, at }) => (
          <li key={name}>
            <span>{name}</span>
            <time className={styles.right} dateTime={at}>
              {momentText(at)}
            </time>
          </li>
        ))}
      </ol>
    </div>
  );
}
