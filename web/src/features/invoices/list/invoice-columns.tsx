import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import type { InvoiceSort } from '@ledgerline/contract/lists';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { Stack, Text } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import type { Column } from '../../../components/ui/data-table.tsx';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { clientText, dayOrDash, numberText } from '../invoice-display.ts';
import { InvoiceDue } from '../invoice-due.tsx';
import { InvoiceStatusBadge } from '../invoice-status-badge.tsx';
import { PaidProgress } from '../paid-progress.tsx';
import styles from './invoices.module.css';

type InvoiceColumn = Omit<Column<InvoiceRow>, 'sort'> & { id: InvoiceSort };

const COLUMNS: readonly InvoiceColumn[] = [
  { id: 'client', header: 'Client', width: '25%', cell: (invoice) => <ClientCell invoice={invoice} /> },
  {
    id: 'amount',
    header: 'Amount',
    width: 120,
    align: 'right',
    cell: ({ total_cents }) => <span className={styles.amount}>{moneyDisplay(total_cents)}</span>,
  },
  { id: 'progress', header: 'Progress', width: 130, cell: (invoice) => <PaidProgress invoice={invoice} /> },
  { id: 'account', header: 'Account', width: 90, cell: ({ square_account }) => square_account },
  {
    id: 'status',
    header: 'Status',
    width: 212,
    cell: (invoice) => (
      <Stack component="span" gap={0} align="flex-start" miw={0}>
        <InvoiceStatusBadge invoice={invoice} hasDue />
        <InvoiceDue invoice={invoice} />
      </Stack>
    ),
  },
  { id: 'sent', header: 'Sent', width: 116, cell: ({ sent_at }) => <Day instant={sent_at} /> },
  { id: 'created', header: 'Created', width: 116, cell: ({ created_at }) => <Day instant={created_at} /> },
];

/** The sortable columns of the list. The actions precede them (1§2). */
export const INVOICE_COLUMNS: readonly Column<InvoiceRow, InvoiceSort>[] = COLUMNS.map((column) => ({
  ...column,
  sort: column.id,
}));

/** The client above the invoice title. The name is a real link to the invoice. */
export function ClientCell({ invoice }: { invoice: InvoiceRow }) {
  return (
    <Stack component="span" gap={0} flex={1} miw={0}>
      <AnchorLink
        from="/crm/payments"
        to="/crm/payments"
        search={(old) => ({ ...old, invoice: invoice.id })}
        className={styles.rowLink}
        underline="never"
      >
        {clientText(invoice)}
      </AnchorLink>
      <span className={styles.about} title={invoice.title}>
        {invoice.is_recurring && (
          <IconRepeat size={12} role="img" aria-label="Recurring" className={styles.recurring} />
        )}
        {numberText(invoice)} · {invoice.title}
      </span>
    </Stack>
  );
}

function Day({ instant }: { instant: string | null }) {
  return (
    <Text
      span
      inherit
      className="tabular"
      {...(instant === null ? { c: 'dimmed' } : { title: new Date(instant).toLocaleString('en-US') })}
    >
      {dayOrDash(instant)}
    </Text>
  );
}
