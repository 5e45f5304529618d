import type { BodyInput, QueryInput } from '@ledgerline/contract/endpoint';
import {
  createInvoice,
  draftSessionInvoice,
  generateInvoiceLink,
  getInvoice,
  getInvoicePdf,
  listInvoices,
  listInvoiceTransactions,
  recordPayment,
  refreshInvoice,
  refundPayment,
  sendInvoice,
  updateInvoice,
  voidInvoice,
} from '@ledgerline/contract/invoices/endpoints';
import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { INVOICE_POLL_MS, invoiceInPendingPayment } from '@ledgerline/contract/rules';
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, fetchFile } from '../../lib/api.ts';
import { useIsLive } from '../../lib/use-is-live.ts';

export type InvoiceListQuery = QueryInput<typeof listInvoices>;
export type NewInvoice = BodyInput<typeof createInvoice>;
export type NewPayment = BodyInput<typeof recordPayment>;
export type NewRefund = BodyInput<typeof refundPayment>;

export const invoiceKeys = {
  all: ['invoices'] as const,
  list: (query: InvoiceListQuery) => ['invoices', 'list', query] as const,
  invoice: (id: number) => ['invoice', id] as const,
  transactions: (id: number) => ['invoice', id, 'transactions'] as const,
};

/** The page before stays on screen while the next one loads. */
export function useInvoices(query: InvoiceListQuery) {
  return useQuery({
    queryKey: invoiceKeys.list(query),
    queryFn: ({ signal }) => api(listInvoices, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export async function fetchInvoice(id: number, signal?: AbortSignal): Promise<Invoice> {
  return (await api(getInvoice, { params: { id }, ...(signal ? { signal } : {}) })).data;
}

/** One invoice with its lines; one that waits for money is asked every 5 s while live updates are not heard (decisions K19). */
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
    queryFn: async ({ signal }) => (await api(listInvoiceTransactions, { params: { id }, signal })).data,
  });
}

export interface Keyed<Body> {
  body: Body;
  /** The same for every attempt at the same thing (decisions K23). */
  idempotencyKey: string;
}

export function useCreateInvoice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Keyed<NewInvoice>) => api(createInvoice, { body, idempotencyKey }),
    onSuccess: ({ data }) => keepInvoice(queryClient, data),
  });
}

/** What an invoice of a session would hold, read anew each time it is asked for. */
export function useSessionDraft() {
  return useMutation({
    mutationFn: async (id: number) => (await api(draftSessionInvoice, { params: { id } })).data,
  });
}

export function useUpdateInvoice(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, idempotencyKey }: Keyed<BodyInput<typeof updateInvoice>>) =>
      (await api(updateInvoice, { params: { id }, body, idempotencyKey })).data,
    onSuccess: (invoice) => keepInvoice(queryClient, invoice),
  });
}

export function useSendInvoice(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (idempotencyKey: string) => api(sendInvoice, { params: { id }, idempotencyKey }),
    onSuccess: ({ data }) => keepInvoice(queryClient, data),
  });
}

export function useVoidInvoice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => (await api(voidInvoice, { params: { id } })).data,
    onSuccess: (invoice) => keepInvoice(queryClient, invoice),
  });
}

export function useRefreshInvoice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => (await api(refreshInvoice, { params: { id } })).data,
    onSuccess: (invoice) => keepInvoice(queryClient, invoice),
  });
}

export function useGenerateLink(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api(generateInvoiceLink, { params: { id } })).payment_url,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: invoiceKeys.invoice(id) });
      await queryClient.invalidateQueries({ queryKey: invoiceKeys.all });
    },
  });
}

export function useRecordPayment(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Keyed<NewPayment>) =>
      api(recordPayment, { params: { id }, body, idempotencyKey }),
    onSuccess: ({ invoice }) => keepInvoice(queryClient, invoice),
  });
}

export function useRefundPayment(transactionId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Keyed<NewRefund>) =>
      api(refundPayment, { params: { id: transactionId }, body, idempotencyKey }),
    onSuccess: ({ invoice }) => keepInvoice(queryClient, invoice),
  });
}

export function fetchInvoicePdf(id: number): Promise<Blob> {
  return fetchFile(getInvoicePdf, { params: { id } });
}

/** What the server answered is shown at once; lists, sessions and schedules that count the invoice load again. */
async function keepInvoice(queryClient: QueryClient, invoice: Invoice): Promise<void> {
  queryClient.setQueryData(invoiceKeys.invoice(invoice.id), invoice);
  const others = [invoiceKeys.transactions(invoice.id), ['sessions'], ['session'], ['recurring-payments']];
  for (const queryKey of others) void queryClient.invalidateQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey: invoiceKeys.all });
}
