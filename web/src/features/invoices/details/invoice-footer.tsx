import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { centsToReopen, invoiceFileName } from '@ledgerline/contract/rules';
import { Button, Group, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconDownload,
  IconPencil,
  IconRefresh,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { notifyError } from '../../../components/ui/notify.ts';
import { saveFile } from '../../../domain/downloads.ts';
import { fetchInvoicePdf, useRefreshInvoice } from '../api.ts';
import { reasonAgainst } from '../invoice-actions.ts';

export type DetailAction = 'edit' | 'send' | 'void' | 'link' | 'reopen';

interface InvoiceFooterProps {
  invoice: Invoice;
  onAction: (action: DetailAction) => void;
}

/** Actions for the open invoice. */
export function InvoiceFooter({ invoice, onAction }: InvoiceFooterProps) {
  const refresh = useRefreshInvoice();
  const download = useMutation({
    mutationFn: async () => saveFile(await fetchInvoicePdf(invoice.id), invoiceFileName(invoice)),
    onError: (error) => {
      console.error('the invoice was not downloaded', error);
      notifyError(error.message, 'Couldn’t download the PDF');
    },
  });
  const refetch = () =>
    refresh.mutate(invoice.id, {
      onError: (error) => notifyError(error.message, 'Couldn’t refresh the invoice'),
    });
  return (
    <Group gap="xs" justify="flex-end">
      <Group gap="xs" mr="auto">
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          PDF
        </Button>
        <Button
          variant="default"
          leftSection={<IconRefresh size={15} aria-hidden />}
          loading={refresh.isPending}
          onClick={refetch}
        >
          Refresh
        </Button>
      </Group>
      {centsToReopen(invoice) > 0 && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
          onClick={() => onAction('reopen')}
        >
          Reopen Balance
        </Button>
      )}
      <ActionButton invoice={invoice} action="void" label="Void" icon={IconBan} onAction={onAction} />
      <ActionButton
        invoice={invoice}
        action="edit"
        label="Edit Invoice"
        icon={IconPencil}
        onAction={onAction}
      />
      <ActionButton
        invoice={invoice}
        action="send"
        label="Send Invoice"
        icon={IconSend}
        onAction={onAction}
      />
    </Group>
  );
}

interface ActionButtonProps extends InvoiceFooterProps {
  action: 'edit' | 'send' | 'void';
  label: string;
  icon: TablerIcon;
}

function ActionButton({ invoice, action, label, icon: Icon, onAction }: ActionButtonProps) {
  const reason = reasonAgainst(action, invoice);
  const button = (
    <Button
      variant={action === 'send' ? 'filled' : 'default'}
      leftSection={<Icon size={15} aria-hidden />}
      {...(action === 'void' && reason === null ? { c: 'red' } : {})}
      // Not the `disabled` attribute: the reason must stay reachable by mouse and keyboard.
      {...(reason === null
        ? {}
        : { 'aria-disabled': true, 'data-disabled': true, 'aria-description': reason })}
      onClick={() => reason === null && onAction(action)}
    >
      {label}
    </Button>
  );
  return reason === null ? (
    button
  ) : (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      {button}
    </Tooltip>
  );
}
