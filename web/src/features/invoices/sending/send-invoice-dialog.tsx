import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { moneyDisplay, phoneDisplay } from '@ledgerline/contract/rules';
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import type { Result } from '../../../components/ui/result-dialog.tsx';
import { useOneTimeKey } from '../../../lib/use-one-time-key.ts';
import { useSendInvoice } from '../api.ts';
import { FactList } from '../fact-list.tsx';
import { clientText, DASH, refOf } from '../invoice-display.ts';

interface SendInvoiceDialogProps {
  invoice: InvoiceRow;
  onEdit: () => void;
  onResult: (result: Result) => void;
  onClose: () => void;
}

/** Shows the recipient and delivery method, and sends the invoice (1§2). */
export function SendInvoiceDialog({ invoice, onEdit, onResult, onClose }: SendInvoiceDialogProps) {
  const send = useSendInvoice(invoice.id);
  const keyOf = useOneTimeKey();
  const close = () => !send.isPending && onClose();
  function submit() {
    send.mutate(keyOf(), {
      onSuccess: ({ message }) => {
        onClose();
        onResult({ type: 'success', title: 'Invoice Sent', message });
      },
      onError: (error) => {
        console.error('the invoice was not sent', error);
        onResult({ type: 'error', title: 'Failed to Send Invoice', message: error.message });
      },
    });
  }
  return (
    <GuardedModal opened onClose={close} title="Send Invoice" size="md">
      <Stack gap="md">
        <FactList facts={contactOf(invoice)} />
        <Text size="sm">{sendingText(invoice)}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" mr="auto" onClick={onEdit} disabled={send.isPending}>
            Edit Invoice
          </Button>
          <Button variant="default" onClick={close} disabled={send.isPending}>
            Cancel
          </Button>
          <Button
            onClick={submit}
            disabled={send.isPending}
            miw={124}
            {...(send.isPending ? { leftSection: <Loader size={14} color="gray" /> } : {})}
            data-autofocus
          >
            {send.isPending ? 'Sending...' : 'Send Invoice'}
          </Button>
        </Group>
      </Stack>
    </GuardedModal>
  );
}

/** There is no SMS provider. Without an email address, the agent forwards the payment link (decision 024). */
function sendingText({ email, phone }: Pick<InvoiceRow, 'email' | 'phone'>): string {
  return email?.trim()
    ? 'This will send an email with invoice details and a secure payment link.'
    : `There is no email address, so no email will be sent. The invoice is marked as sent. Send the payment link to ${phoneDisplay(phone)} by phone or text message.`;
}

function contactOf(invoice: InvoiceRow) {
  return [
    ['Invoice', `${refOf(invoice)} · ${moneyDisplay(invoice.total_cents)}`],
    ['Client', clientText(invoice)],
    ['Email', invoice.email?.trim() || DASH],
    ['Phone', invoice.phone?.trim() ? phoneDisplay(invoice.phone) : DASH],
  ] as const;
}
