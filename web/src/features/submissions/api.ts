import { createClient } from '@ledgerline/contract/clients/endpoints';
import type { BodyInput, QueryInput } from '@ledgerline/contract/endpoint';
import {
  backgroundSync,
  refreshSubmissionStatus,
  voidEnvelope,
} from '@ledgerline/contract/signing/endpoints';
import * as endpoints from '@ledgerline/contract/submissions/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { isDoneUnread } from '../../lib/api-error.ts';
import { readAs } from '../../lib/read-as.ts';
import { withReason } from '../../lib/reveal-reason.ts';
import { invalidate, useWrite } from '../../lib/use-write.ts';

const ALL = ['submissions'] as const;
/** Templates with counts follow both their own changes and those of submissions. */
const COUNTED = ['templates', 'counted'] as const;

export type SubmissionFilter = Omit<QueryInput<typeof endpoints.listSubmissions>, 'page' | 'page_size'>;

export const submissionKeys = {
  all: ALL,
  list: (filter: SubmissionFilter) => [...ALL, 'list', filter] as const,
  ofClient: (clientId: number) => [...ALL, 'client', clientId] as const,
  ofTemplate: (templateId: number) => [...ALL, 'template', templateId] as const,
  submission: (id: number) => ['submission', id] as const,
};

/** Lists, the submission itself, and the sessions whose status and totals follow from it. */
export async function refreshSubmission(queryClient: QueryClient, id?: number): Promise<void> {
  const keys = [
    ALL,
    COUNTED,
    ['sessions'],
    ['session'],
    ...(id === undefined ? [] : [submissionKeys.submission(id)]),
  ];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

export function clientSubmissionsQuery(clientId: number) {
  return queryOptions({
    queryKey: submissionKeys.ofClient(clientId),
    queryFn: async (context) =>
      (await api(endpoints.listClientSubmissions, { params: { id: clientId }, ...readAs(context) })).data,
  });
}

export function useClientSubmissions(clientId: number) {
  return useQuery(clientSubmissionsQuery(clientId));
}

/** The submissions of one template, once somebody looks at them. */
export function useTemplateSubmissions(templateId: number, isWanted: boolean) {
  return useQuery({
    queryKey: submissionKeys.ofTemplate(templateId),
    queryFn: async ({ signal }) =>
      (await api(endpoints.listTemplateSubmissions, { params: { id: String(templateId) }, signal })).data,
    enabled: isWanted,
  });
}

const PAGE_SIZE = 24;

/** All submissions, page after page; what was there stays while a new filter loads. */
export function useSubmissions(filter: SubmissionFilter) {
  return useInfiniteQuery({
    queryKey: submissionKeys.list(filter),
    queryFn: ({ pageParam, signal }) =>
      api(endpoints.listSubmissions, { query: { ...filter, page: pageParam, page_size: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _all, at) => (at * PAGE_SIZE < page.total ? at + 1 : undefined),
    placeholderData: keepPreviousData,
  });
}

const submissionQuery = (id: number) =>
  queryOptions({
    queryKey: submissionKeys.submission(id),
    queryFn: async (context) =>
      (await api(endpoints.getSubmission, { params: { id }, ...readAs(context) })).data,
  });

export function useSubmission(id: number) {
  return useQuery(submissionQuery(id));
}

/** Reads it from the server, whatever is known of it; whoever shows it shows what came. */
export function useFreshSubmission(): (id: number) => Promise<Submission> {
  const queryClient = useQueryClient();
  return (id) => queryClient.fetchQuery({ ...submissionQuery(id), staleTime: 0 });
}

const DOCUMENT = 'submission-document';

/** What of a submission decides which file it has. */
type DocumentState = Pick<
  Submission,
  'id' | 'envelope_id' | 'advisor_signed_at' | 'client_signed_at' | 'signed_document_id'
>;

/** The address of its file, asked anew only when another file has taken its place; the address lasts ten minutes. */
export function useSubmissionDocument(state: DocumentState, isWanted = true) {
  const { id, envelope_id, advisor_signed_at, client_signed_at, signed_document_id } = state;
  const version = [envelope_id, advisor_signed_at, client_signed_at, signed_document_id].join('/');
  return useQuery({
    queryKey: [DOCUMENT, id, version],
    queryFn: async ({ signal }) =>
      (await api(endpoints.getSubmissionDocument, { params: { id }, signal })).document,
    enabled: isWanted,
    gcTime: 0,
  });
}

/** Notes that an agent has seen it; the lists lose their mark. */
export function useReadSubmission() {
  return useSubmissionChange((id: number) => api(endpoints.readSubmission, { params: { id } }));
}

export function useCreateSubmission() {
  return useWrite(
    async (body: BodyInput<typeof endpoints.createSubmission>) =>
      (await api(endpoints.createSubmission, { body })).data,
    (client) => refreshSubmission(client),
  );
}

export type SubmissionChanges = BodyInput<typeof endpoints.updateSubmission>;

export function useUpdateSubmission(id: number) {
  return useWrite(
    async (body: SubmissionChanges) => (await api(endpoints.updateSubmission, { params: { id }, body })).data,
    (client, submission) => {
      client.setQueryData<Submission>(submissionKeys.submission(id), submission);
      return refreshSubmission(client);
    },
  );
}

export function useDeleteSubmission() {
  return useWrite(
    ({ id, confirm_title }: { id: number; confirm_title?: string | undefined }) =>
      api(endpoints.deleteSubmission, {
        params: { id },
        body: confirm_title === undefined ? {} : { confirm_title },
      }),
    (client, _, { id }) => {
      client.removeQueries({ queryKey: submissionKeys.submission(id) });
      return refreshSubmission(client);
    },
  );
}

export function useRemoveDocument() {
  return useWrite(
    (id: number) => api(endpoints.removeSubmissionDocument, { params: { id } }),
    (client, _, id) => refreshDocument(client, id),
  );
}

/** Another file has taken the place of the one before, or none has. */
export async function refreshDocument(queryClient: QueryClient, id: number): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [DOCUMENT, id] });
  await refreshSubmission(queryClient, id);
}

export type UnlinkFrom = 'client' | 'session';

export function useUnlinkSubmission() {
  return useWrite(
    ({ id, from }: { id: number; from: UnlinkFrom }) =>
      api(from === 'client' ? endpoints.unlinkSubmissionFromClient : endpoints.unlinkSubmissionFromSession, {
        params: { id },
      }),
    (client, _, { id }) => refreshSubmission(client, id),
  );
}

export function useVoidEnvelope(id: number) {
  return useWrite(
    (reason: string) => api(voidEnvelope, { params: { id }, body: { reason } }),
    (client) => refreshSubmission(client, id),
  );
}

/** Asks the e-signature provider now. */
export function useRefreshStatus() {
  return useSubmissionChange((id: number) => api(refreshSubmissionStatus, { params: { id } }));
}

/** Lets the server ask the provider by and by; the result is read later (decisions J4). */
export function startBackgroundSync(id: number) {
  return api(backgroundSync, { params: { id } });
}

export function useCreateClientFromForm() {
  return useWrite(
    async (body: BodyInput<typeof createClient>) => {
      try {
        return (await api(createClient, { body })).id;
      } catch (error) {
        // It was created, and the answer does not say which one it is.
        if (isDoneUnread(error)) return null;
        throw error;
      }
    },
    invalidate(['clients']),
  );
}

/** One masked answer in plain text. It is handed over, never cached. */
export function revealAnswer(id: number, field: string): Promise<string> {
  return withReason(
    async (reason) =>
      (await api(endpoints.revealSubmissionField, { params: { id }, body: { field, reason } })).value ?? '',
  );
}

function useSubmissionChange<T>(change: (id: number) => Promise<T>) {
  return useWrite(change, (client, _, id) => refreshSubmission(client, id));
}
