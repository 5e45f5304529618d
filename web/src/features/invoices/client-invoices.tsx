import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { dateShort, moneyDisplay } from '@ledgerline/contract/rules';
import { Text } from '@mantine/core';
import { AmountEntry } from '../../components/ui/amount-entry.tsx';
import { CardEntry, CardList, EntryLink } from '../../components/ui/card-list.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { dayText } from '../../domain/days.ts';
import { useClientInvoices } from './api.ts';
import { numberText } from './invoice-display.ts';
import { InvoiceStatusBadge } from './invoice-status-badge.tsx';
import { PaidProgress } from './paid-progress.tsx';

/** The invoices of one client, newest first. Each opens its details. */
export function ClientInvoices({ clientId }: { clientId: number }) {
  const invoices = useClientInvoices(clientId);
  return (
    <Loaded
      query={invoices}
      failed="The invoices could not be loaded."
      loading={<LoadingRows rows={2} height={44} label="Loading invoices" />}
      isInCard
    >
      {({ data }) => <Rows invoices={data} />}
    </Loaded>
  );
}

function Rows({ invoices }: { invoices: readonly InvoiceRow[] }) {
  if (invoices.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No invoices yet. Choose “Create Invoice” to add the first one.
      </Text>
    );
  return (
    <CardList aria-label="Invoices" maxHeight="32rem">
      {invoices.map((invoice) => (
        <CardEntry key={invoice.id}>
          <InvoiceLink invoice={invoice} />
        </CardEntry>
      ))}
    </CardList>
  );
}

function InvoiceLink({ invoice }: { invoice: InvoiceRow }) {
  const { id, title, total_cents, due_date, created_at, status } = invoice;
  return (
    <EntryLink to="/crm/payments" search={{ invoice: id }}>
      <AmountEntry name={title} amount={moneyDisplay(total_cents)}>
        <InvoiceStatusBadge invoice={invoice} />
        <span>{numberText(invoice)}</span>
        <span>{due_date === null ? `Created ${dayText(created_at)}` : `Due ${dateShort(due_date)}`}</span>
        {status === 'partially_paid' && <PaidProgress invoice={invoice} />}
      </AmountEntry>
    </EntryLink>
  );
}
