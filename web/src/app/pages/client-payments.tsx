import { phoneDisplay } from '@ledgerline/contract/rules';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CardFrame } from '../../components/ui/card-frame.tsx';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import { useClient } from '../../features/clients/api.ts';
import { NO_NAME } from '../../features/clients/client-display.ts';
import { ClientInvoices } from '../../features/invoices/client-invoices.tsx';
import type { InvoiceDraft } from '../../features/invoices/form/invoice-values.ts';
import type { InvoiceDialogState } from '../../features/invoices/invoice-dialogs.tsx';
import { ClientRecurringPayments } from '../../features/recurring-payments/client-recurring-payments.tsx';
import { linkClient } from './link-client.ts';
import { PageInvoiceDialogs } from './page-invoice-dialogs.tsx';

/** The Invoices & Payments card of a client, with an action that creates an invoice for this client (IN-136). */
export function ClientPayments({ clientId }: { clientId: number }) {
  const client = useClient(clientId);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<InvoiceDialogState | null>(null);
  const create = () => {
    const named = linkClient(clientId, client.data);
    if (named) setDialog({ name: 'create', draft: draftOf(named) });
  };
  const button = (
    <QuietButton icon={IconPlus} onClick={create} disabled={!client.data}>
      Create Invoice
    </QuietButton>
  );
  return (
    <CardFrame title="Invoices & Payments" aside={button}>
      <ClientInvoices clientId={clientId} />
      <ClientRecurringPayments clientId={clientId} />
      <PageInvoiceDialogs
        viewed={null}
        onView={(invoice) =>
          void navigate({ to: '/crm/payments', search: { invoice: invoice ?? undefined } })
        }
        dialog={dialog}
        onDialog={setDialog}
        wording="full"
      />
    </CardFrame>
  );
}

/**
 * An invoice for this client, which the form does not let the agent change; load errors are not shown as errors of
 * the invoice.
 */
function draftOf({ id, name, email, phone }: NonNullable<ReturnType<typeof linkClient>>): InvoiceDraft {
  const full_name = name === NO_NAME ? '' : name;
  return { customer_id: id, full_name, email, phone: phone && phoneDisplay(phone) };
}
