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
import { api, invalidate, readAs, useWrite } from '../../lib/api.ts';
import { isDoneUnread } from '../../lib/api-error.ts';
import { withReason } from '../../lib/reveal-reason.ts';

const ALL = ['submissions'] as const;
/** Templates with counts depend on their own changes and on those of submissions. */
const COUNTED = ['templates', 'counted'] as const;

export type SubmissionFilter = Omit<QueryInput<typeof endpoints.listSubmissions>, 'page' | 'page_size'>;

export const submissionKeys = {
  all: ALL,
  list: (filter: SubmissionFilter) => [...ALL, 'list', filter] as const,
  ofClient: (clientId: number) => [...ALL, 'client', clientId] as const,
  ofTemplate: (templateId: number) => [...ALL, 'template', templateId] as const,
  submission: (id: number) => ['submission', id] as const,
};

/** Lists, the submission itself, and the sessions whose status and totals depend on it. */
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

/** The submissions of one template, loaded when viewed. */
export function useTemplateSubmissions(templateId: number, isWanted: boolean) {
  return useQuery({
    queryKey: submissionKeys.ofTemplate(templateId),
    queryFn: async ({ signal }) =>
      (await api(endpoints.listTemplateSubmissions, { params: { id: String(templateId) }, signal })).data,
    enabled: isWanted,
  });
}

const PAGE_SIZE = 24;

/** All submissions, paginated; previous data stays while a new filter loads. */
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

/** Refetches from the server regardless of the cache; components that show it update. */
export function useFreshSubmission(): (id: number) => Promise<Submission> {
  const queryClient = useQueryClient();
  return (id) => queryClient.fetchQuery({ ...submissionQuery(id), staleTime: 0 });
}

const DOCUMENT = 'submission-document';

/** The parts of a submission that determine its file. */
type DocumentState = Pick<
  Submission,
  'id' | 'envelope_id' | 'advisor_signed_at' | 'client_signed_at' | 'signed_document_id'
>;

/** The URL of its file, refetched only when the file was replaced; the URL lasts ten minutes. */
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

/** Records that an agent has seen it; the lists drop their marker. */
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

/** The file was replaced or removed. */
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

/** Requests the current state from the e-signature provider. */
export function useRefreshStatus() {
  return useSubmissionChange((id: number) => api(refreshSubmissionStatus, { params: { id } }));
}

/** Lets the server sync with the provider in the background; the result is fetched later (decisions J4). */
export function startBackgroundSync(id: number) {
  return api(backgroundSync, { params: { id } });
}

export function useCreateClientFromForm() {
  return useWrite(
    async (body: BodyInput<typeof createClient>) => {
      try {
        return (await api(createClient, { body })).id;
      } catch (error) {
        // It was created, but the response does not say which one it is.
        if (isDoneUnread(error)) return null;
        throw error;
      }
    },
    invalidate(['clients']),
  );
}

/** One masked answer in plain text. It is returned, never cached. */
export function revealAnswer(id: number, field: string): Promise<string> {
  return withReason(
    async (reason) =>
      (await api(endpoints.revealSubmissionField, { params: { id }, body: { field, reason } })).value ?? '',
  );
}

function useSubmissionChange<T>(change: (id: number) => Promise<T>) {
  return useWrite(change, (client, _, id) => refreshSubmission(client, id));
}
