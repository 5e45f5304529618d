import type { Invoice, InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { EMAIL_NOT_CONNECTED, moneyDisplay, phoneDisplay } from '@ledgerline/contract/rules';
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import type { Result } from '../../../components/ui/result-dialog.tsx';
import { EmailOffNote } from '../../../domain/email/email-off-note.tsx';
import { useIsEmailConnected } from '../../../lib/public-settings.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
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
  const keyOf = useIdempotencyKey();
  const isEmailed = useIsEmailConnected() || !invoice.email?.trim();
  const close = () => !send.isPending && onClose();
  function submit() {
    send.mutate(keyOf(), {
      onSuccess: ({ message, data }) => {
        onClose();
        onResult(
          isEmailed
            ? { type: 'success', title: 'Invoice Sent', message }
            : { type: 'warning', title: 'Email Not Sent', message, details: <CopyPayLink invoice={data} /> },
        );
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
        {isEmailed ? (
          <Text size="sm">{sendingText(invoice)}</Text>
        ) : (
          <EmailOffNote>{NOT_EMAILED}</EmailOffNote>
        )}
        {invoice.total_cents === 0 && (
          <Text size="sm">Nothing is due: once it is sent, the invoice is paid and can’t be changed.</Text>
        )}
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

const NOT_EMAILED = `${EMAIL_NOT_CONNECTED} The invoice is marked as sent. Copy its payment link and send it yourself.`;

function CopyPayLink({ invoice }: { invoice: Invoice }) {
  const { square_public_url: url } = invoice;
  return (
    url && (
      <Group>
        <CopyButton value={url} label="Copy Payment Link" />
      </Group>
    )
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
