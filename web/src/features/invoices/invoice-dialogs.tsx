import type { Invoice, InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { centsToReopen, invoiceHasContact, moneyDisplay, outstandingCents } from '@ledgerline/contract/rules';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { type Result, ResultDialog } from '../../components/ui/result-dialog.tsx';
import { useIsEmailConnected } from '../../lib/public-settings.ts';
import { useIdempotencyKey, useIdempotencyKeys } from '../../lib/use-idempotency-key.ts';
import { useReopenBalance } from './api.ts';
import { InvoiceDialog } from './details/invoice-dialog.tsx';
import type { Wording } from './form/invoice-check.ts';
import { InvoiceFormDialog, type LineTemplates } from './form/invoice-form-dialog.tsx';
import type { InvoiceDraft } from './form/invoice-values.ts';
import type { SavedInvoice } from './form/use-invoice-form.ts';
import { refOf } from './invoice-display.ts';
import { GenerateLinkDialog } from './sending/generate-link-dialog.tsx';
import { SendInvoiceDialog } from './sending/send-invoice-dialog.tsx';
import { VoidInvoiceDialog } from './void-invoice-dialog.tsx';

export type InvoiceDialogState =
  | { name: 'create'; draft?: InvoiceDraft }
  | { name: 'edit'; id: number }
  | { name: 'send' | 'contact' | 'link' | 'void' | 'reopen'; invoice: InvoiceRow };

/** The dialog of an action. Without email and phone, neither sending nor a payment link is available (1§5). */
export function dialogOf(
  action: 'edit' | 'send' | 'void' | 'link' | 'reopen',
  invoice: InvoiceRow,
): InvoiceDialogState {
  if (action === 'edit') return { name: 'edit', id: invoice.id };
  if (action === 'void' || action === 'reopen') return { name: action, invoice };
  return { name: invoiceHasContact(invoice) ? action : 'contact', invoice };
}

interface InvoiceDialogsProps {
  /** The invoice whose details are open, below any other dialog. */
  viewed: number | null;
  onView: (id: number | null) => void;
  dialog: InvoiceDialogState | null;
  onDialog: (dialog: InvoiceDialogState | null) => void;
  /** Selects the creation messages (decisions K10). */
  wording: Wording;
  templates: LineTemplates;
}

/** The invoice dialogs, shared by all pages with invoices. */
export function InvoiceDialogs({
  viewed,
  onView,
  dialog,
  onDialog,
  wording,
  templates,
}: InvoiceDialogsProps) {
  const [result, setResult] = useState<Result | null>(null);
  const keys = useIdempotencyKeys();
  const isConnected = useIsEmailConnected();
  const close = () => onDialog(null);
  function saved(outcome: SavedInvoice) {
    const after = afterSaving(outcome, isConnected);
    onDialog(after.dialog);
    if (after.result) setResult(after.result);
    else notifySuccess(after.message);
  }
  const form = { templates, keys, onSaved: saved, onResult: setResult, onClose: close };
  return (
    <>
      {viewed !== null && (
        <InvoiceDialog
          key={viewed}
          id={viewed}
          onAction={(action, invoice: Invoice) => onDialog(dialogOf(action, invoice))}
          onClose={() => onView(null)}
        />
      )}
      {dialog?.name === 'create' && (
        <InvoiceFormDialog {...form} invoiceId={null} draft={dialog.draft} wording={wording} />
      )}
      {dialog?.name === 'edit' && <InvoiceFormDialog {...form} invoiceId={dialog.id} wording="full" />}
      {dialog && 'invoice' in dialog && <ActionDialog {...dialog} onDialog={onDialog} onResult={setResult} />}
      <ResultDialog result={result} onClose={() => setResult(null)} />
    </>
  );
}

interface ActionDialogProps {
  name: 'send' | 'contact' | 'link' | 'void' | 'reopen';
  invoice: InvoiceRow;
  onDialog: (dialog: InvoiceDialogState | null) => void;
  onResult: (result: Result) => void;
}

function ActionDialog({ name, invoice, onDialog, onResult }: ActionDialogProps) {
  const props = {
    invoice,
    onResult,
    onEdit: () => onDialog({ name: 'edit', id: invoice.id }),
    onClose: () => onDialog(null),
  };
  if (name === 'send') return <SendInvoiceDialog {...props} />;
  if (name === 'reopen') return <ReopenBalanceDialog {...props} />;
  if (name === 'contact') return <ContactRequiredDialog {...props} />;
  return name === 'link' ? <GenerateLinkDialog {...props} /> : <VoidInvoiceDialog {...props} />;
}

interface AfterSaving {
  dialog: InvoiceDialogState | null;
  result: Result | null;
  message: string;
}

/** Feedback after saving. Reports an invoice that could not be sent as requested (decisions K27). */
function afterSaving(saved: SavedInvoice, isConnected: boolean): AfterSaving {
  const { invoice, isNew, isContactRequired, isUnsent } = saved;
  const ref = refOf(invoice);
  const isSent = isNew && invoice.status === 'sent';
  // For one that was sent, the server's message says whether it is being emailed.
  const sending = isSent && saved.message ? ` ${saved.message}` : '';
  const message = `Invoice ${ref} was ${isNew ? 'created' : 'saved'}.${sending}`;
  if (isSent && !isConnected && invoice.email)
    return { dialog: { name: 'link', invoice }, result: null, message };
  if (isContactRequired) return { dialog: { name: 'contact', invoice }, result: null, message };
  const why = saved.message ? ` ${saved.message}` : '';
  const unsent = `Invoice ${ref} was saved as a draft but couldn’t be sent.${why}`;
  const result: Result | null = isUnsent
    ? { type: 'error', title: 'Failed to Send Invoice', message: unsent }
    : null;
  return { dialog: null, result, message };
}

/** Makes the refunded amount of a paid invoice due again. */
function ReopenBalanceDialog({ invoice, onClose }: { invoice: InvoiceRow; onClose: () => void }) {
  const reopen = useReopenBalance(invoice.id);
  const key = useIdempotencyKey();
  const due = moneyDisplay(centsToReopen(invoice));
  function confirm() {
    reopen.mutate(key(), {
      onSuccess: (reopened) => {
        onClose();
        notifySuccess(
          `${moneyDisplay(outstandingCents(reopened))} of invoice ${refOf(reopened)} is due again.`,
        );
      },
      onError: (error) => console.error('the balance was not reopened', error),
    });
  }
  return (
    <ConfirmDialog
      opened
      title="Reopen Balance"
      message={
        <Stack gap="xs">
          <Text size="sm">
            {`Reopen the balance of invoice ${refOf(invoice)}? ${due} becomes due again.`}
          </Text>
          <Text size="sm">
            No email is sent now. Reminders follow your reminder settings and start again after you send the
            invoice again.
          </Text>
        </Stack>
      }
      failure={reopen.error && `The balance was not reopened. ${reopen.error.message}`}
      confirmLabel="Reopen Balance"
      busy={reopen.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

interface ContactRequiredDialogProps {
  invoice: InvoiceRow;
  onEdit: () => void;
  onClose: () => void;
}

/** An invoice without email and phone cannot be sent or get a payment link. Offers to edit it (1§5). */
function ContactRequiredDialog({ invoice, onEdit, onClose }: ContactRequiredDialogProps) {
  return (
    <ConfirmDialog
      opened
      title="Contact Information Required"
      message={
        <Text size="sm">
          Invoice {refOf(invoice)} has no email address or phone number. Add one to send the invoice or create
          a payment link.
        </Text>
      }
      confirmLabel="Edit Invoice"
      onConfirm={onEdit}
      onClose={onClose}
    />
  );
}
