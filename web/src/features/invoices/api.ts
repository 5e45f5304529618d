import type { BodyInput, QueryInput } from '@ledgerline/contract/endpoint';
import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { INVOICE_POLL_MS, invoiceInPendingPayment } from '@ledgerline/contract/rules';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { REMINDERS } from '../../domain/reminders/use-reminders.ts';
import { api, fetchFile, invalidate, readAs, useWrite } from '../../lib/api.ts';
import { isLiveOpen, subscribeLiveState } from '../../lib/live.ts';

export type InvoiceListQuery = QueryInput<typeof endpoints.listInvoices>;
export type NewInvoice = BodyInput<typeof endpoints.createInvoice>;
export type NewPayment = BodyInput<typeof endpoints.recordPayment>;
export type NewRefund = BodyInput<typeof endpoints.refundPayment>;

export const invoiceKeys = {
  all: ['invoices'] as const,
  totals: ['invoices', 'totals'] as const,
  list: (query: InvoiceListQuery) => ['invoices', 'list', query] as const,
  invoice: (id: number) => ['invoice', id] as const,
  transactions: (id: number) => ['invoice', id, 'transactions'] as const,
};

/** The previous page stays on screen while the next one loads. */
export function invoicesQuery(query: InvoiceListQuery) {
  return queryOptions({
    queryKey: invoiceKeys.list(query),
    queryFn: ({ signal }) => api(endpoints.listInvoices, { query, signal }),
  });
}

export function useInvoices(query: InvoiceListQuery) {
  return useQuery({ ...invoicesQuery(query), placeholderData: keepPreviousData });
}

/** Outstanding, overdue and collected amounts; refetched with the lists. */
export const invoiceTotalsQuery = queryOptions({
  queryKey: invoiceKeys.totals,
  queryFn: async ({ signal }) => (await api(endpoints.getInvoiceTotals, { signal })).data,
});

export function useInvoiceTotals() {
  return useQuery(invoiceTotalsQuery);
}

export const clientInvoicesQuery = (clientId: number) => invoicesQuery({ customer_id: clientId });

export function useClientInvoices(clientId: number) {
  return useQuery(clientInvoicesQuery(clientId));
}

export async function fetchInvoice(id: number, signal?: AbortSignal): Promise<Invoice> {
  return (await api(endpoints.getInvoice, { params: { id }, ...(signal ? { signal } : {}) })).data;
}

/** One invoice with its lines. Polled every 5 s while it awaits payment and live updates are unavailable (decisions K19). */
export function useInvoice(id: number) {
  const isLive = useIsLive();
  return useQuery({
    queryKey: invoiceKeys.invoice(id),
    queryFn: ({ signal }) => fetchInvoice(id, signal),
    refetchInterval: ({ state: { data } }) =>
      !isLive && data && invoiceInPendingPayment(data) ? INVOICE_POLL_MS : false,
  });
}

export function useTransactions(id: number) {
  return useQuery({
    queryKey: invoiceKeys.transactions(id),
    queryFn: async (context) =>
      (await api(endpoints.listInvoiceTransactions, { params: { id }, ...readAs(context) })).data,
  });
}

export interface Keyed<Body> {
  body: Body;
  /** The same idempotency key for every attempt at the same operation (decisions K23). */
  idempotencyKey: string;
}

export function useCreateInvoice() {
  return useWrite(
    ({ body, idempotencyKey }: Keyed<NewInvoice>) => api(endpoints.createInvoice, { body, idempotencyKey }),
    (client, { data }) => cacheInvoice(client, data),
  );
}

/** The draft invoice of a session; never cached. */
export function useSessionDraft() {
  return useMutation({
    mutationFn: async (id: number) => (await api(endpoints.draftSessionInvoice, { params: { id } })).data,
  });
}

export function useUpdateInvoice(id: number) {
  return useWrite(
    async ({ body, idempotencyKey }: Keyed<BodyInput<typeof endpoints.updateInvoice>>) =>
      (await api(endpoints.updateInvoice, { params: { id }, body, idempotencyKey })).data,
    cacheInvoice,
  );
}

export function useSendInvoice(id: number) {
  return useWrite(
    (idempotencyKey: string) => api(endpoints.sendInvoice, { params: { id }, idempotencyKey }),
    (client, { data }) => cacheInvoice(client, data),
  );
}

export function useVoidInvoice() {
  return useWrite(
    async (id: number) => (await api(endpoints.voidInvoice, { params: { id } })).data,
    cacheInvoice,
  );
}

export function useRefreshInvoice() {
  return useWrite(
    async (id: number) => (await api(endpoints.refreshInvoice, { params: { id } })).data,
    cacheInvoice,
  );
}

export function useGenerateLink(id: number) {
  return useWrite(
    async () => (await api(endpoints.generateInvoiceLink, { params: { id } })).payment_url,
    invalidate(invoiceKeys.invoice(id), invoiceKeys.all),
  );
}

export function useRecordPayment(id: number) {
  return useWrite(
    ({ body, idempotencyKey }: Keyed<NewPayment>) =>
      api(endpoints.recordPayment, { params: { id }, body, idempotencyKey }),
    (client, { invoice }) => cacheInvoice(client, invoice),
  );
}

export function useRefundPayment(transactionId: number) {
  return useWrite(
    ({ body, idempotencyKey }: Keyed<NewRefund>) =>
      api(endpoints.refundPayment, { params: { id: transactionId }, body, idempotencyKey }),
    (client, { invoice }) => cacheInvoice(client, invoice),
  );
}

export function useReopenBalance(id: number) {
  return useWrite(
    async (idempotencyKey: string) =>
      (await api(endpoints.reopenBalance, { params: { id }, idempotencyKey })).data,
    cacheInvoice,
  );
}

export function fetchInvoicePdf(id: number): Promise<Blob> {
  return fetchFile(endpoints.getInvoicePdf, { params: { id } });
}

/**
 * Writes the response to the cache and invalidates the lists, sessions, schedules and reminders that depend on the
 * invoice.
 */
async function cacheInvoice(queryClient: QueryClient, invoice: Invoice): Promise<void> {
  queryClient.setQueryData(invoiceKeys.invoice(invoice.id), invoice);
  const sums = [['sessions'], ['session'], ['recurring-payments']];
  const others = [invoiceKeys.transactions(invoice.id), ...sums, REMINDERS];
  for (const queryKey of others) void queryClient.invalidateQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey: invoiceKeys.all });
}

/** Whether live updates are connected. */
function useIsLive(): boolean {
  return useSyncExternalStore(subscribeLiveState, isLiveOpen);
}
