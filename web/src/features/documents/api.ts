import * as endpoints from '@ledgerline/contract/documents/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, invalidate, readAs, useWrite } from '../../lib/api.ts';
import { uploadWithProgress } from '../../lib/upload-files.ts';

const documentKeys = {
  all: ['documents'] as const,
  ofClient: (clientId: number) => ['documents', 'client', clientId] as const,
  document: (id: number) => ['document', id] as const,
};

export function clientDocumentsQuery(clientId: number) {
  return queryOptions({
    queryKey: documentKeys.ofClient(clientId),
    queryFn: async (context) =>
      (await api(endpoints.listClientDocuments, { params: { id: clientId }, ...readAs(context) })).documents,
  });
}

export function useClientDocuments(clientId: number) {
  return useQuery(clientDocumentsQuery(clientId));
}

/** Includes a file URL that expires after a few minutes, so it is refetched each time it is opened. */
export function useDocument(id: number) {
  return useQuery({
    queryKey: documentKeys.document(id),
    queryFn: ({ signal }) => fetchDocument(id, signal),
    staleTime: 0,
    gcTime: 0,
  });
}

export async function fetchDocument(id: number, signal?: AbortSignal) {
  return (await api(endpoints.getDocument, { params: { id }, ...(signal ? { signal } : {}) })).document;
}

/** Policies contain the names of their documents, so they are refetched as well. */
export const invalidateDocuments = invalidate(documentKeys.all, ['policies', 'client']);

export type DocumentChanges = BodyInput<typeof endpoints.updateDocument>;

export function useUpdateDocument() {
  return useWrite(
    async ({ id, changes }: { id: number; changes: DocumentChanges }) =>
      (await api(endpoints.updateDocument, { params: { id }, body: changes })).document,
    (client, document) => {
      client.setQueryData(documentKeys.document(document.id), document);
      return invalidateDocuments(client);
    },
  );
}

export function useDeleteDocument() {
  return useWrite(
    ({ id, confirm_title }: { id: number; confirm_title?: string | undefined }) =>
      api(endpoints.deleteDocument, {
        params: { id },
        body: confirm_title === undefined ? {} : { confirm_title },
      }),
    invalidateDocuments,
  );
}

/** Values shared by all files of one upload. */
export interface UploadFields {
  folder: string;
  status: string;
  signed: boolean;
  /** HTML. */
  notes: string;
}

/** One file per request, so that a failure does not block the others. */
export async function uploadDocument(
  clientId: number,
  file: File,
  fields: UploadFields,
  onProgress: (sent: number, total: number) => void,
  signal: AbortSignal,
): Promise<endpoints.ClientDocument[]> {
  const form = new FormData();
  // Fields first: the server parses the request as a stream.
  form.append('folder', fields.folder);
  form.append('status', fields.status);
  form.append('signed', String(fields.signed));
  form.append('notes', fields.notes);
  form.append('documents', file);
  const options = { params: { clientId }, onProgress, signal };
  return (await uploadWithProgress(endpoints.uploadDocuments, form, options)).files;
}
