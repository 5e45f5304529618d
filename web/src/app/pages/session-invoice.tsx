import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notifyError } from '../../components/ui/notify.ts';
import { useSessionDraft } from '../../features/invoices/api.ts';
import type { InvoiceDialogState } from '../../features/invoices/invoice-dialogs.tsx';
import { PageInvoiceDialogs } from './page-invoice-dialogs.tsx';

/** Makes an invoice of what a session's forms come to; the form shows it before anything is stored. */
export function SessionInvoice({ sessionId }: { sessionId: number }) {
  const draft = useSessionDraft();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<InvoiceDialogState | null>(null);
  const create = () =>
    draft.mutate(sessionId, {
      onSuccess: (data) => setDialog({ name: 'create', draft: data }),
      onError: (error) => {
        console.error(`session ${sessionId} gave no invoice`, error);
        notifyError(error.message, 'The invoice could not be prepared');
      },
    });
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconReceipt size={16} aria-hidden />}
        loading={draft.isPending}
        onClick={create}
      >
        Create Invoice
      </Button>
      <PageInvoiceDialogs
        viewed={null}
        onView={(invoice) =>
          void navigate({ to: '/crm/payments', search: { invoice: invoice ?? undefined } })
        }
        dialog={dialog}
        onDialog={setDialog}
        wording="full"
      />
    </>
  );
}
