import type { BodyInput } from '@ledgerline/contract/endpoint';
import { getGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import {
  archiveLibraryFile,
  listLibrary,
  restoreLibraryFile,
  uploadToLibrary,
} from '@ledgerline/contract/signing/endpoints';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import * as endpoints from '@ledgerline/contract/templates/endpoints';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TEMPLATE_LIST } from '../../domain/forms/use-templates.ts';
import { api, invalidate, useWrite } from '../../lib/api.ts';
import { percentOf } from '../../lib/percent.ts';
import { uploadWithProgress } from '../../lib/upload-files.ts';

const TEMPLATES = ['templates'] as const;
const LIBRARY = ['template-library'] as const;
const TEMPLATE_SYNC = ['template-sync'] as const;
const SYNC_POLL_MS = 2000;
const templateKey = (id: number) => ['template', id] as const;
const documentsKey = (id: number) => [...templateKey(id), 'documents'] as const;

/** With the number of submissions of each; archived ones too. */
export function useCountedTemplates() {
  return useQuery({
    queryKey: [...TEMPLATES, 'counted'],
    queryFn: async ({ signal }) =>
      (await api(endpoints.listTemplates, { query: { counts: 'true', archived: 'true' }, signal })).forms,
  });
}

export function useTemplate(id: number) {
  return useQuery({
    queryKey: templateKey(id),
    queryFn: async ({ signal }) => (await api(endpoints.getTemplate, { params: { id }, signal })).form,
    // The editor starts from the stored values.
    staleTime: 0,
  });
}

/** Whether the templates' PDFs are stored here instead of at an external provider. */
export function useHasLibrary(isWanted: boolean): boolean {
  const { data } = useQuery({
    queryKey: ['global-settings'],
    queryFn: async ({ signal }) => (await api(getGlobalSettings, { signal })).data,
    enabled: isWanted,
  });
  return data?.has_template_library ?? true;
}

/** Folders too: each has a form count. */
export const invalidateTemplates = invalidate(TEMPLATES, ['folders']);

export type NewTemplate = BodyInput<typeof endpoints.createTemplate>;

export function useCreateTemplate() {
  return useWrite(
    async (body: NewTemplate) => (await api(endpoints.createTemplate, { body })).form,
    invalidateTemplates,
  );
}

export type TemplateChanges = BodyInput<typeof endpoints.updateTemplate>;

export function useUpdateTemplate(id: number) {
  return useWrite(
    async (body: TemplateChanges) => (await api(endpoints.updateTemplate, { params: { id }, body })).form,
    (client, template) => {
      client.setQueryData(templateKey(id), template);
      return invalidateTemplates(client);
    },
  );
}

/** Archives a template, or restores it. */
export function useArchiveTemplate() {
  return useWrite(
    async ({ id, isArchived }: { id: number; isArchived: boolean }) =>
      (await api(isArchived ? endpoints.archiveTemplate : endpoints.restoreTemplate, { params: { id } }))
        .form,
    invalidateTemplates,
  );
}

export interface FolderOrder {
  folder_id: number | null;
  /** The forms of the folder in their new order. */
  forms: readonly Template[];
}

/** Applies the new order optimistically and reverts it when it could not be stored. */
export function useSortTemplates() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ folder_id, forms }: FolderOrder) =>
      api(endpoints.sortTemplates, { body: { folder_id, order: forms.map(({ id }) => id) } }),
    onMutate: async ({ forms }) => {
      await queryClient.cancelQueries({ queryKey: TEMPLATE_LIST });
      const before = queryClient.getQueryData<Template[]>(TEMPLATE_LIST);
      const positions = new Map(forms.map(({ id }, index) => [id, index + 1]));
      queryClient.setQueryData<Template[]>(TEMPLATE_LIST, (all) =>
        all?.map((one) => ({ ...one, display_order: positions.get(one.id) ?? one.display_order })),
      );
      return { before };
    },
    onError: (_error, _order, context) => queryClient.setQueryData(TEMPLATE_LIST, context?.before),
    onSettled: () => invalidateTemplates(queryClient),
  });
}

export function useTemplateDocuments(id: number) {
  return useQuery({
    queryKey: documentsKey(id),
    queryFn: async ({ signal }) =>
      (await api(endpoints.listTemplateDocuments, { params: { id }, signal })).documents,
  });
}

/** Adds PDFs to a template; also the single file of a PDF template. */
export function useUploadTemplateDocuments() {
  return useWrite(
    async (input: { id: number; files: readonly File[]; onProgress: (percent: number) => void }) => {
      const form = new FormData();
      for (const file of input.files) form.append('documents[]', file);
      const { files } = await uploadWithProgress(endpoints.uploadTemplateDocuments, form, {
        params: { id: input.id },
        onProgress: (sent, total) => input.onProgress(percentOf(sent, total)),
      });
      return files;
    },
    (client, _, { id }) => client.invalidateQueries({ queryKey: documentsKey(id) }),
  );
}

export function useDeleteTemplateDocument(id: number) {
  return useWrite(
    (docId: number) => api(endpoints.deleteTemplateDocument, { params: { id, docId } }),
    invalidate(documentsKey(id)),
  );
}

/** The last sync; while it runs, its progress is also polled, in case live events are interrupted. */
export function useTemplateSync(isWanted: boolean) {
  return useQuery({
    queryKey: TEMPLATE_SYNC,
    queryFn: async ({ signal }) => (await api(endpoints.getTemplateSync, { signal })).data,
    // A running sync is queried until it ends.
    enabled: ({ state }) => isWanted || state.data?.state === 'running',
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? SYNC_POLL_MS : false),
  });
}

export function useSyncTemplates() {
  return useWrite(
    () => api(endpoints.syncTemplates),
    async (client, { sync }) => {
      client.setQueryData(TEMPLATE_SYNC, sync);
      await invalidateTemplates(client);
      await client.invalidateQueries({ queryKey: ['template'] });
    },
  );
}

/** The fillable PDFs that Sync Templates reads. */
export function useLibrary() {
  return useQuery({
    queryKey: LIBRARY,
    queryFn: async ({ signal }) => (await api(listLibrary, { signal })).files,
    staleTime: 0,
  });
}

/** Archives a file of the library, or restores it. */
export function useArchiveLibraryFile() {
  return useWrite(
    async ({ id, isArchived }: { id: string; isArchived: boolean }) =>
      (await api(isArchived ? archiveLibraryFile : restoreLibraryFile, { params: { fileId: id } })).file,
    invalidate(LIBRARY),
  );
}

export function useUploadToLibrary() {
  return useWrite(async (input: { file: File; onProgress: (percent: number) => void }) => {
    const form = new FormData();
    form.append('file', input.file);
    const reply = await uploadWithProgress(uploadToLibrary, form, {
      onProgress: (sent, total) => input.onProgress(percentOf(sent, total)),
    });
    return reply.file;
  }, invalidate(LIBRARY));
}
