import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { LoadingRows } from '../../../components/ui/loading-rows.tsx';
import { Reminders } from '../../../domain/reminders/reminders.tsx';
import { useInvoice } from '../api.ts';
import { refOf } from '../invoice-display.ts';
import { InvoicePayments } from '../payments/invoice-payments.tsx';
import { usePaymentReceived } from '../payments/use-payment-received.ts';
import { InvoiceFacts } from './invoice-facts.tsx';
import { type DetailAction, InvoiceFooter } from './invoice-footer.tsx';
import { InvoiceHistory } from './invoice-history.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { InvoiceLink } from './invoice-link.tsx';

interface InvoiceDialogProps {
  id: number;
  onAction: (action: DetailAction, invoice: Invoice) => void;
  onClose: () => void;
}

/** One invoice: line items, payment link, payments and actions. */
export function InvoiceDialog({ id, onAction, onClose }: InvoiceDialogProps) {
  const query = useInvoice(id);
  const { data: opened } = query;
  usePaymentReceived(useMemo(() => opened && [opened], [opened]));
  const title = opened ? `Invoice ${refOf(opened)}` : query.isError ? 'Failed to Load Invoice' : 'Invoice';
  return (
    <GuardedModal opened onClose={onClose} title={title} size={720}>
      <Loaded
        query={query}
        failed={({ message }) => message}
        loading={<LoadingRows rows={9} height={30} label="Loading the invoice" />}
      >
        {(invoice) => (
          <Stack gap="lg">
            {query.isError && (
              <Alert color="yellow" role="status">
                Couldn’t refresh the invoice. The details below may be out of date. {query.error.message}
              </Alert>
            )}
            <InvoiceFacts invoice={invoice} />
            <InvoiceLines invoice={invoice} />
            <InvoiceLink invoice={invoice} onGenerate={() => onAction('link', invoice)} />
            <Reminders of="invoice" id={invoice.id} />
            <InvoicePayments invoice={invoice} />
            <InvoiceHistory invoice={invoice} />
            <InvoiceFooter invoice={invoice} onAction={(action) => onAction(action, invoice)} />
          </Stack>
        )}
      </Loaded>
      {!opened && query.errorUpdateCount > 0 && (
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      )}
    </GuardedModal>
  );
}
