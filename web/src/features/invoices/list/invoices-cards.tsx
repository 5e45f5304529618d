import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { Text } from '@mantine/core';
import { dayText } from '../../../domain/days.ts';
import type { OnInvoiceAction } from '../invoice-actions.ts';
import { InvoiceDue } from '../invoice-due.tsx';
import { InvoiceStatusBadge } from '../invoice-status-badge.tsx';
import { PaidProgress } from '../paid-progress.tsx';
import { ClientCell } from './invoice-columns.tsx';
import styles from './invoices.module.css';
import { RowMenu } from './row-actions.tsx';

interface InvoicesCardsProps {
  invoices: InvoiceRow[];
  onAction: OnInvoiceAction;
  refreshing: number | null;
}

/** The list below 768 px. */
export function InvoicesCards({ invoices, onAction, refreshing }: InvoicesCardsProps) {
  return (
    <ul className="plain">
      {invoices.map((invoice) => (
        <li key={invoice.id} className={styles.card}>
          <div className={styles.cardHeader}>
            <ClientCell invoice={invoice} />
            <span className={styles.amount}>{moneyDisplay(invoice.total_cents)}</span>
            <RowMenu invoice={invoice} onAction={onAction} isBusy={refreshing === invoice.id} />
          </div>
          <div className={styles.cardFooter}>
            <InvoiceStatusBadge invoice={invoice} hasDue />
            <InvoiceDue invoice={invoice} />
            <Text span size="xs">
              {invoice.square_account}
            </Text>
            {invoice.status === 'partially_paid' && <PaidProgress invoice={invoice} />}
            <Text span size="xs" c="dimmed" className="tabular" ml="auto">
              {invoice.sent_at
                ? `Sent ${dayText(invoice.sent_at)}`
                : `Created ${dayText(invoice.created_at)}`}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}
