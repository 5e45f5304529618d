import type { BodyInput } from '@ledgerline/contract/endpoint';
import * as requested from '@ledgerline/contract/submissions/requested-documents/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, readAs, useWrite } from '../../../lib/api.ts';
import { refreshSubmission } from '../api.ts';

export function useCreateDocumentRequest() {
  return useWrite(
    async (body: BodyInput<typeof requested.createDocumentRequest>) =>
      (await api(requested.createDocumentRequest, { body })).data,
    (client) => refreshSubmission(client),
  );
}

type Request = Pick<Submission, 'id' | 'updated_at' | 'last_saved' | 'is_completed'>;

/** Changes each time the client sends, and when an agent requests something again. */
export function turnOf({ id, last_saved, is_completed }: Omit<Request, 'updated_at'>): string {
  return [id, last_saved, is_completed].join(' ');
}

/** The files have addresses that last ten minutes; the documents change with the request. */
const requestedQuery = (request: Request) => {
  const { id, updated_at } = request;
  const turn = turnOf(request);
  return queryOptions({
    queryKey: ['requested-documents', id, updated_at, turn] as const,
    queryFn: async (context) => {
      const { data } = await api(requested.listRequestedDocuments, { params: { id }, ...readAs(context) });
      return { documents: data, turn };
    },
    gcTime: 0,
  });
};

/** While those of a new turn are loading, `turn` is still the previous one: there is nothing to review yet. */
export function useRequestedDocuments(request: Request) {
  return useQuery({ ...requestedQuery(request), placeholderData: keepPreviousData });
}

/** A new address of a file, once the previous one has expired. */
export function useFetchSentFile(id: number): (fileId: number) => Promise<string> {
  return async (fileId) => {
    const { data } = await api(requested.listRequestedDocuments, { params: { id } });
    const file = data.flatMap(({ files }) => files).find((each) => each.id === fileId);
    if (!file) throw new Error('the file has been removed');
    return file.file_url;
  };
}

export function useReviewDocuments(id: number) {
  return useWrite(
    (decisions: BodyInput<typeof requested.reviewRequestedDocuments>['decisions']) =>
      api(requested.reviewRequestedDocuments, { params: { id }, body: { decisions } }),
    async (client) => {
      await Promise.all([
        refreshSubmission(client, id),
        client.invalidateQueries({ queryKey: ['documents'] }),
      ]);
    },
  );
}
