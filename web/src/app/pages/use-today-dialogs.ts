import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { useState } from 'react';
import { fetchInvoice, useSessionDraft } from '../../features/invoices/api.ts';
import type { InvoiceDialogState } from '../../features/invoices/invoice-dialogs.tsx';
import type { ElsewhereHandler } from '../../features/today/use-queue.ts';

/** A dialog about an item. */
interface ItemDialog {
  name: 'sign' | 'read' | 'mail' | 'renew';
  item: TodayItem;
}

/** The open dialog of another feature. */
export function useTodayDialogs() {
  const [dialog, setDialog] = useState<ItemDialog | null>(null);
  const [viewed, setViewed] = useState<number | null>(null);
  const [isAddingTask, setAddingTask] = useState(false);
  const [invoicing, setInvoicing] = useState<InvoiceDialogState | null>(null);
  const draft = useSessionDraft();

  async function send(id: number) {
    const [{ sendingOf }, invoice] = await Promise.all([import('./invoice-sending.ts'), fetchInvoice(id)]);
    const sending = sendingOf(invoice);
    // An invoice that was paid or voided meanwhile cannot be sent: show its current state.
    if (sending) setInvoicing(sending);
    else setViewed(id);
  }
  const startAction: ElsewhereHandler = async (action, item) => {
    const { invoice_id, session_id } = item;
    if (action === 'sign' || action === 'read' || action === 'mail' || action === 'renew')
      return setDialog({ name: action, item });
    if (action === 'bill' && session_id !== null)
      return setInvoicing({ name: 'create', draft: await draft.mutateAsync(session_id) });
    if (invoice_id === null) throw new Error('There is no invoice to open.');
    if (action === 'send_invoice') return send(invoice_id);
    setViewed(invoice_id);
  };
  const isOpen = dialog !== null || viewed !== null || invoicing !== null || isAddingTask;
  return {
    ...{ startAction, isOpen, dialog, setDialog, viewed, setViewed, invoicing, setInvoicing },
    ...{ isAddingTask, setAddingTask },
  };
}
