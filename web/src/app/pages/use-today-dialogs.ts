import type { TodayLine } from '@ledgerline/contract/today/endpoints';
import { useState } from 'react';
import { fetchInvoice, useSessionDraft } from '../../features/invoices/api.ts';
import type { InvoiceDialogState } from '../../features/invoices/invoice-dialogs.tsx';
import type { ActElsewhere } from '../../features/today/use-queue.ts';

/** A dialog that is about a line. */
interface LineDialog {
  name: 'sign' | 'read' | 'mail';
  line: TodayLine;
}

/** What of other features is open over Today. */
export function useTodayDialogs() {
  const [dialog, setDialog] = useState<LineDialog | null>(null);
  const [viewed, setViewed] = useState<number | null>(null);
  const [isAddingTask, setAddingTask] = useState(false);
  const [invoicing, setInvoicing] = useState<InvoiceDialogState | null>(null);
  const draft = useSessionDraft();

  async function send(id: number) {
    const [{ sendingOf }, invoice] = await Promise.all([import('./invoice-sending.ts'), fetchInvoice(id)]);
    const sending = sendingOf(invoice);
    // Paid or voided meanwhile it shows what it has become.
    if (sending) setInvoicing(sending);
    else setViewed(id);
  }
  const begin: ActElsewhere = async (act, line) => {
    const { invoice_id, session_id } = line;
    if (act === 'sign' || act === 'read' || act === 'mail') return setDialog({ name: act, line });
    if (act === 'bill' && session_id !== null)
      return setInvoicing({ name: 'create', draft: await draft.mutateAsync(session_id) });
    if (invoice_id === null) throw new Error('There is no invoice to open.');
    if (act === 'send_invoice') return send(invoice_id);
    setViewed(invoice_id);
  };
  const isOpen = dialog !== null || viewed !== null || invoicing !== null || isAddingTask;
  return {
    ...{ begin, isOpen, dialog, setDialog, viewed, setViewed, invoicing, setInvoicing },
    ...{ isAddingTask, setAddingTask },
  };
}
