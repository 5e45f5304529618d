import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { notifyError, notifySuccess } from '../../components/ui/notify.ts';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { useInvoices, useRefreshInvoice } from '../../features/invoices/api.ts';
import type { InvoiceAction } from '../../features/invoices/invoice-actions.ts';
import { dialogOf, type InvoiceDialogState } from '../../features/invoices/invoice-dialogs.tsx';
import { refOf } from '../../features/invoices/invoice-display.ts';
import { InvoicesList } from '../../features/invoices/list/invoices-list.tsx';
import { type InvoiceListState, queryOf, withoutDefaults } from '../../features/invoices/list/list-state.ts';
import { usePaymentReceived } from '../../features/invoices/payments/use-payment-received.ts';
import { isLeaving } from '../../lib/is-leaving.ts';
import { PageInvoiceDialogs } from './page-invoice-dialogs.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The previous history entry is the session from which the invoice was opened. */
    isFromSession?: boolean;
  }
}

const route = getRouteApi('/portal/crm/payments');

/** Payments & Invoices; the list state and the open invoice are in the URL (1§2). */
export function PaymentsPage() {
  const { invoice: viewed, create: isCreating, ...state } = route.useSearch();
  const [dialog, setDialog] = useState<InvoiceDialogState | null>(null);
  const query = useInvoices(queryOf(state));
  usePaymentReceived(query.data?.data);
  const { show, view, openList } = useAddress();
  const refresh = useRefresh();
  function runAction(action: InvoiceAction, invoice: InvoiceRow) {
    if (action === 'view') view(invoice.id);
    else if (action === 'refresh') refresh.refetch(invoice);
    else setDialog(dialogOf(action, invoice));
  }
  const create = () => setDialog({ name: 'create' });
  useEffect(() => {
    if (!isCreating) return;
    setDialog({ name: 'create' });
    openList();
  }, [isCreating, openList]);
  return (
    <>
      <PageHeader
        title="Payments & Invoices"
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create}>
            New Invoice
          </Button>
        }
      />
      <InvoicesList
        query={query}
        state={state}
        onShow={show}
        onAction={runAction}
        onNew={create}
        refreshing={refresh.refreshing}
      />
      <PageInvoiceDialogs
        viewed={viewed ?? null}
        onView={view}
        dialog={dialog}
        onDialog={setDialog}
        wording="list"
      />
    </>
  );
}

/** Links to another list and to the details of an invoice, built from the current URL. */
function useAddress() {
  const navigate = route.useNavigate();
  const router = useRouter();
  const show = useCallback(
    (change: InvoiceListState) => {
      if (isLeaving(router)) return;
      void navigate({ search: (old) => withoutDefaults({ ...old, page: undefined, ...change }) });
    },
    [navigate, router],
  );
  // The history entry that is being left: Back takes a moment, in which a second close must not go back again.
  const leaving = useRef<string>(undefined);
  const view = useCallback(
    (id: number | null) => {
      if (isLeaving(router)) return;
      const { isFromSession, __TSR_key: entry } = router.latestLocation.state;
      // Closing an invoice that was opened from a session returns there.
      if (id !== null || !isFromSession) {
        void navigate({ search: (old) => ({ ...old, invoice: id ?? undefined }) });
      } else if (leaving.current !== entry) {
        leaving.current = entry;
        router.history.back();
      }
    },
    [navigate, router],
  );
  /** Removes the request for a new invoice, so that Back and a reload do not repeat it. */
  const openList = useCallback(
    () => void navigate({ search: (old) => ({ ...old, create: undefined }), replace: true }),
    [navigate],
  );
  return { show, view, openList };
}

/** Refetches one invoice and reports the result (decisions K22). */
function useRefresh() {
  const refresh = useRefreshInvoice();
  const refetch = (invoice: InvoiceRow) =>
    refresh.mutate(invoice.id, {
      onSuccess: () => notifySuccess(`Invoice ${refOf(invoice)} is up to date.`),
      onError: (error) => {
        console.error('the invoice could not be refreshed', error);
        notifyError(error.message, 'The invoice could not be refreshed');
      },
    });
  return { refetch, refreshing: refresh.isPending ? refresh.variables : null };
}
