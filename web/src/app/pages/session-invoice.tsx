import { invoiceReference } from '@ledgerline/contract/rules';
import type { SessionPaymentData } from '@ledgerline/contract/sessions/endpoints';
import { Button, Stack, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifyError } from '../../components/ui/notify.ts';
import { useSessionDraft } from '../../features/invoices/api.ts';
import type { InvoiceDialogState } from '../../features/invoices/invoice-dialogs.tsx';
import { usePaymentData } from '../../features/sessions/api.ts';
import { PageInvoiceDialogs } from './page-invoice-dialogs.tsx';

/** Prepares an invoice from a session's forms; the form shows it before anything is stored. */
export function SessionInvoice({ sessionId }: { sessionId: number }) {
  const draft = useSessionDraft();
  const navigate = useNavigate();
  const payments = usePaymentData(sessionId);
  const [dialog, setDialog] = useState<InvoiceDialogState | null>(null);
  const existing = payments.data?.invoices.findLast(
    ({ status, is_made_by_schedule }) => status !== 'void' && !is_made_by_schedule,
  );
  const open = (invoice: number | null) =>
    void navigate({
      to: '/crm/payments',
      search: { invoice: invoice ?? undefined },
      state: { isFromSession: true },
    });
  const create = () =>
    draft.mutate(sessionId, {
      onSuccess: (data) => setDialog({ name: 'create', draft: data }),
      onError: (error) => {
        console.error(`the invoice of session ${sessionId} could not be prepared`, error);
        notifyError(error.message, 'The invoice could not be prepared');
      },
    });
  // It is unknown whether an invoice exists; the card shows the error and a retry.
  if (payments.isLoadingError) return null;
  return (
    <>
      {existing ? (
        <ExistingInvoice
          invoice={existing}
          isBusy={draft.isPending}
          onOpen={() => open(existing.id)}
          onCreate={create}
        />
      ) : (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconReceipt size={16} aria-hidden />}
          // Until it is known whether an invoice exists.
          loading={draft.isPending || payments.isPending}
          onClick={create}
        >
          Create Invoice
        </Button>
      )}
      <PageInvoiceDialogs viewed={null} onView={open} dialog={dialog} onDialog={setDialog} wording="full" />
    </>
  );
}

interface ExistingInvoiceProps {
  invoice: SessionPaymentData['invoices'][number];
  isBusy: boolean;
  onOpen: () => void;
  onCreate: () => void;
}

/** The session has an invoice: show and open it here, and confirm before creating another (decisions O3). */
function ExistingInvoice({ invoice, isBusy, onOpen, onCreate }: ExistingInvoiceProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { payment_state } = invoice;
  const ref = invoiceReference(invoice);
  return (
    <Stack gap={6}>
      <Text size="sm" c="dimmed">
        {`This session has invoice ${ref} (${payment_state.replaceAll('_', ' ')}).`}
      </Text>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconReceipt size={16} aria-hidden />}
        onClick={onOpen}
      >
        {`Open Invoice ${ref}`}
      </Button>
      <Button variant="subtle" color="gray" size="xs" loading={isBusy} onClick={() => setConfirming(true)}>
        Create Another Invoice
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title="Create another invoice?"
        message={`This session already has invoice ${ref}. A new invoice starts with items that have not been billed yet.`}
        confirmLabel="Create Another Invoice"
        onConfirm={() => {
          setConfirming(false);
          onCreate();
        }}
        onClose={() => setConfirming(false)}
      />
    </Stack>
  );
}
